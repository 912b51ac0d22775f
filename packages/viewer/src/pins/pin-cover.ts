import type { Point } from '../api.js'
import { projectPoint } from '../camera/project.js'
import type { Viewer } from '../viewer.js'

/** What stands before a point by less than this share of its depth, or this many metres, is its own surface. */
const depthRatio = 0.005
const minMetres = 0.03

/** Whether something of the model that nobody sees through stands between the eye and a point. */
export function isCovered(
  viewer: Pick<Viewer, 'camera' | 'pick'>,
  point: Point,
  size: { readonly width: number; readonly height: number },
): boolean {
  const { pose } = viewer.camera
  const at = projectPoint(pose, point, size)
  if (at === null || at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height) return false
  const met = viewer.pick(at.x, at.y, { throughGlass: true })
  const before = met === null ? null : projectPoint(pose, met.point, size)
  return before !== null && before.depth < at.depth - Math.max(minMetres, Math.abs(at.depth) * depthRatio)
}
