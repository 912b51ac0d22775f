/** For `ref`: takes the focus as soon as it is on the page, for fields that somebody just asked for. */
export function focusWhenShown(element: HTMLElement | null): void {
  element?.focus()
}
