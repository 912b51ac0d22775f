import { dot, mapAxes } from '@kamar/core/math'
import type { Box } from '@kamar/package-format/read'
import type { CutPlane } from '../../engine/store/cut.js'
import { pointOnPlane } from '../../engine/geometry/plane-frame.js'
import type { Point } from '../../engine/types.js'
import type { Viewer } from '../../engine/api.js'
import type { CapPart, PlaneCaps } from './cap-parts.js'

/** Margin around a selected element that stays in view, metres, at most a ratio of its size. */
const outerMargin = { metres: 1, ratio: 0.5 }

/** Returns the bounds of everything that a plane cuts; null if that is nothing. */
export function computeCutBounds({ frame, parts }: PlaneCaps): Box | null {
  const [left, bottom, right, top] = computeRange(parts)
  if (left > right) return null
  const points = [pointOnPlane(frame, left, bottom), pointOnPlane(frame, right, top)]
  points.push(pointOnPlane(frame, right, bottom), pointOnPlane(frame, left, top))
  const side = (choose: (...values: number[]) => number): Point =>
    mapAxes((axis) => choose(...points.map((point) => point[axis])))
  return { min: side(Math.min), max: side(Math.max) }
}

/** Returns the bounds of the selection with some surroundings, if a plane goes through it; rooms count as well. */
export function computeSelectionBounds({ model, selection }: Viewer, { normal, offset }: CutPlane): Box | null {
  const box = selection.elements.length === 0 ? null : (model?.computeBounds(selection.elements) ?? null)
  if (box === null) return null
  const heights = listVertices(box).map((vertex) => dot(normal, vertex) + offset)
  if (Math.min(...heights) > 0 || Math.max(...heights) < 0) return null
  const size = Math.max(...box.max.map((value, axis) => value - box.min[axis]))
  const margin = Math.min(outerMargin.metres, size * outerMargin.ratio)
  const grown = (values: Point, by: number): Point => [values[0] + by, values[1] + by, values[2] + by]
  return { min: grown(box.min, -margin), max: grown(box.max, margin) }
}

const listVertices = ({ min, max }: Box): Point[] =>
  [0, 1, 2, 3, 4, 5, 6, 7].map((bits) => mapAxes((axis) => ((bits >> axis) & 1 ? max : min)[axis]))

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
