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

/** Where one view is turned to the other turns too; `second` begins where `first` stands. Answers the end. */
export function linkCameras(first: Viewer, second: Viewer): () => void {
  // A view tells of its camera a picture later: by then the leading one has moved on, and must not be drawn back.
  let passed = first.camera.pose
  const pass = (from: Viewer, to: Viewer): void => {
    if (from.camera.pose === passed) return
    passed = from.camera.pose
    place(to, passed)
  }
  place(second, passed)
  const stops = [
    first.on('cameraChanged', () => pass(first, second)),
    second.on('cameraChanged', () => pass(second, first)),
  ]
  return () => stops.forEach((stop) => stop())
}

function place({ camera }: Viewer, pose: Viewer['camera']['pose']): void {
  camera.touched = true
  camera.apply(pose, true)
}
