import type { ModelFrame, ModelsExtension, Point, Viewer } from '@kamar/viewer'

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/**
 * Returns the coordinate frame of a model that was not moved; `origin` is the offset that its package subtracted, in
 * metres.
 */
export const unmovedFrame = (origin: Point): ModelFrame => ({
  origin,
  isOwn: true,
  pointToView: (point) => subtract(point, origin),
  pointToFile: (point) => add(point, origin),
  directionToView: (direction) => direction,
  directionToFile: (direction) => direction,
})

/**
 * Returns the conversion between file coordinates of a model, which the server stores and other programs read, and view
 * coordinates at its current placement. `key` is the file's id, or the address of an example; a model that is not in
 * the view uses the placement of its file. Null while no model is open.
 */
export function fileFrame(viewer: Viewer, key: string | null): ModelFrame | null {
  const { model } = viewer
  if (!model) return null
  const models = viewer.getExtension('kamar.models') as ModelsExtension | null
  return (key === null ? null : models?.findFrame(key)) ?? unmovedFrame(model.manifest.origin)
}
