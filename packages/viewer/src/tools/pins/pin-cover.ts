import type { Point } from '../../engine/types.js'
import { projectPoint } from '../../engine/camera/project.js'
import type { Viewer } from '../../engine/api.js'

/** A hit within this ratio of a point's depth, or this many metres, is the surface of the pin itself. */
const depthRatio = 0.005
const minMetres = 0.03

/** Returns whether an opaque part of the model lies between the camera and a point. */
export function isCovered(
  viewer: Pick<Viewer, 'camera' | 'pick'>,
  point: Point,
  size: { readonly width: number; readonly height: number },
): boolean {
  const { pose } = viewer.camera
  const at = projectPoint(pose, point, size)
  if (at === null || at.x < 0 || at.y < 0 || at.x > size.width || at.y > size.height) return false
  const hit = viewer.pick(at.x, at.y, { throughGlass: true })
  const before = hit === null ? null : projectPoint(pose, hit.point, size)
  return before !== null && before.depth < at.depth - Math.max(minMetres, Math.abs(at.depth) * depthRatio)
}
