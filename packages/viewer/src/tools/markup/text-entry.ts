/** Smaller fields make phones zoom the page. */
export const minFontPixels = 16
/** Width of the empty field, in font sizes. */
export const textFieldEms = 12

/** Position of a text entry, and its callback. */
export interface TextEntryRequest {
  readonly container: HTMLElement
  /** CSS pixels from the container's left and top. */
  readonly left: number
  readonly top: number
  readonly fontPixels: number
  readonly color: string
  readonly label: string
  /** Called once, with '' if cancelled. */
  readonly done: (text: string) => void
}

/**
 * Shows a text field at the text's position: Enter ends, Shift and Enter begins a line, Escape cancels. Returns the
 * function that ends it.
 */
export function promptForText(request: TextEntryRequest): () => void {
  const field = document.createElement('textarea')
  field.setAttribute('aria-label', request.label)
  field.rows = 2
  Object.assign(field.style, {
    position: 'absolute',
    zIndex: '6',
    left: `${request.left}px`,
    top: `${request.top}px`,
    minWidth: `${textFieldEms}em`,
    maxWidth: '60%',
    padding: '0 2px',
    border: '1px dashed #2f6fde',
    borderRadius: '2px',
    background: 'rgb(255 255 255 / 0.85)',
    color: request.color,
    font: `500 ${request.fontPixels}px/1.3 "Noto Sans", sans-serif`,
    resize: 'both',
  })
  let ended = false
  const end = (text: string): void => {
    if (ended) return
    ended = true
    field.remove()
    request.done(text)
  }
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.key === 'Escape') end('')
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    end(field.value)
  })
  field.addEventListener('blur', () => end(field.value))
  request.container.append(field)
  // The click that opened it would take the focus away again.
  setTimeout(() => field.focus(), 0)
  return () => end('')
}
