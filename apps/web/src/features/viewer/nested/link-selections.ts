import type { Viewer } from '@kamar/viewer'

/**
 * What is selected in one view is selected in the other. `second` begins with the selection of `first`, unless something
 * was picked in it while it was still being loaded. Answers the end.
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
