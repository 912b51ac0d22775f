import type { Box } from '@kamar/package-format/read'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import { pointOnPlane } from '../../engine/geometry/plane-frame.js'
import type { Point } from '../../engine/types.js'
import type { Viewer } from '../../engine/api.js'
import type { CapPart, PlaneCaps } from './cap-parts.js'

/** Surroundings of a selected element that stay in view, metres, at most a ratio of its size. */
const outerMargin = { metres: 1, ratio: 0.5 }

/** Returns the bounds of a cut: of its selected elements with some surroundings, otherwise of all; null if empty. */
export function computeCutBounds(geometry: ModelGeometry, { frame, parts }: PlaneCaps): Box | null {
  const selected = parts.filter(({ instance }) => geometry.isSelected(instance))
  const [left, bottom, right, top] = computeRange(selected.length > 0 ? selected : parts)
  if (left > right) return null
  const size = Math.max(right - left, top - bottom)
  const margin = selected.length > 0 ? Math.min(outerMargin.metres, size * outerMargin.ratio) : 0
  const points = [
    pointOnPlane(frame, left - margin, bottom - margin),
    pointOnPlane(frame, right + margin, bottom - margin),
    pointOnPlane(frame, right + margin, top + margin),
    pointOnPlane(frame, left - margin, top + margin),
  ]
  const side = (choose: (...values: number[]) => number): Point =>
    [0, 1, 2].map((axis) => choose(...points.map((point) => point[axis]))) as unknown as Point
  return { min: side(Math.min), max: side(Math.max) }
}

/** Returns the range of outlines in the plane: left, bottom, right, top. */
function computeRange(parts: readonly CapPart[]): readonly [number, number, number, number] {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { outline } of parts) {
    for (let at = 0; at < outline.length; at += 2) {
      left = Math.min(left, outline[at])
      right = Math.max(right, outline[at])
      bottom = Math.min(bottom, outline[at + 1])
      top = Math.max(top, outline[at + 1])
    }
  }
  return [left, bottom, right, top]
}

/** Views a box along a normal, without perspective; one step of the history. */
export function viewAlong({ camera, history }: Viewer, normal: Point, box: Box): void {
  const before = camera.view
  const level = Math.hypot(normal[0], normal[1])
  const azimuth = level < 1e-6 ? 0 : Math.atan2(normal[0], normal[1])
  const elevation = Math.atan2(normal[2], level)
  camera.apply({ ...camera.pose, projection: 'orthographic', azimuth, elevation }, false)
  camera.fitBox(box, { animate: false })
  const after = camera.view
  history.push({ undo: () => camera.setView(before), redo: () => camera.setView(after) })
}
