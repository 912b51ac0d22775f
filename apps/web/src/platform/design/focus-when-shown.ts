/** Focuses an element when it is mounted, as a `ref`; for fields that the user just opened. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus()
}
