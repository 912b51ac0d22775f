/**
 * What is typed after the palette's key and before its field has the focus. Without it the first letters would be lost,
 * or run the commands whose keys they are.
 */
let collected: string | null = null

/** Collects typed letters until `takePaletteTyping`, a click or Escape. */
export function collectPaletteTyping(): void {
  if (collected !== null) return
  collected = ''
  window.addEventListener('keydown', collect, { capture: true })
  window.addEventListener('pointerdown', takePaletteTyping, { capture: true })
}

/** Ends collecting; returns the letters. */
export function takePaletteTyping(): string {
  const typed = collected ?? ''
  collected = null
  window.removeEventListener('keydown', collect, { capture: true })
  window.removeEventListener('pointerdown', takePaletteTyping, { capture: true })
  return typed
}

function collect(event: KeyboardEvent): void {
  const isInDialog = event.target instanceof Element && event.target.closest('[role=dialog] input') !== null
  // The palette was open before.
  if (isInDialog || event.key === 'Escape') return void takePaletteTyping()
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  const isLetter = event.key.length === 1
  if (!isLetter && event.key !== 'Backspace') return
  collected = isLetter ? `${collected ?? ''}${event.key}` : (collected ?? '').slice(0, -1)
  event.preventDefault()
  event.stopImmediatePropagation()
}
