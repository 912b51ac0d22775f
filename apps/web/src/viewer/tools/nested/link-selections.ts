import type { Viewer } from '@kamar/viewer'

/**
 * Synchronises the selections of two views. `second` starts with the selection of `first`, unless an element was picked
 * in it while it was loading. Returns a function that unlinks them.
 */
export function linkSelections(first: Viewer, second: Viewer): () => void {
  const pass = (to: Viewer, elements: readonly number[]): void => {
    const has = to.selection.elements
    const same = has.length === elements.length && has.every((element, index) => element === elements[index])
    if (!same) to.selection.set(elements)
  }
  if (second.selection.elements.length > 0) pass(first, second.selection.elements)
  else pass(second, first.selection.elements)
  const stops = [
    first.on('selectionChanged', ({ elements }) => pass(second, elements)),
    second.on('selectionChanged', ({ elements }) => pass(first, elements)),
  ]
  return () => stops.forEach((stop) => stop())
}
