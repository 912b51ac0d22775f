import type { Viewer } from '@kamar/viewer'

/** What is selected in one view is selected in the other; `second` begins with the selection of `first`. Answers the end. */
export function linkSelections(first: Viewer, second: Viewer): () => void {
  const pass = (to: Viewer, elements: readonly number[]): void => {
    const has = to.selection.elements
    const same = has.length === elements.length && has.every((element, index) => element === elements[index])
    if (!same) to.selection.set(elements)
  }
  pass(second, first.selection.elements)
  const stops = [
    first.on('selectionChanged', ({ elements }) => pass(second, elements)),
    second.on('selectionChanged', ({ elements }) => pass(first, elements)),
  ]
  return () => stops.forEach((stop) => stop())
}
