import type { ModelFrame, ModelsExtension, Point, Viewer } from '@kamar/viewer'

const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]

/** Coordinates of a model that nobody moved; `origin` is what its package has taken out of them, metres. */
export const unmovedFrame = (origin: Point): ModelFrame => ({
  origin,
  isOwn: true,
  pointToView: (point) => subtract(point, origin),
  pointToFile: (point) => add(point, origin),
  directionToView: (direction) => direction,
  directionToFile: (direction) => direction,
})

/**
 * Between coordinates of a model's file, which the server keeps and other programs read, and those of the view, as the
 * model stands now. `key` is the file's id, or the address of an example; a model that is not in the picture stands
 * where its file puts it. Null while no model is open.
 */
export function fileFrame(viewer: Viewer, key: string | null): ModelFrame | null {
  const { model } = viewer
  if (!model) return null
  const models = viewer.getExtension('kamar.models') as ModelsExtension | null
  return (key === null ? null : models?.findFrame(key)) ?? unmovedFrame(model.manifest.origin)
}
