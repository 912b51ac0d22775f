/** Returns the focus to the element that opened what closes; to the content of the page if that element is unavailable. */
export function returnFocus(opener: Element | null): void {
  const isAvailable =
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body && !opener.matches(':disabled')
  const target = isAvailable ? opener : document.querySelector('main')
  target?.focus({ preventScroll: true })
}
