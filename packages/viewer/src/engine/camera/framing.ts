import type { CameraView } from '../types.js'
import { dot, computeLength, normalize, scale, subtract, add } from '../math/vector.js'

/** Views are equal if their eyes differ by less than this ratio of the distance, and directions by this angle. */
const equalityRatio = 1e-4
/** Beyond this the perspective distortion is too strong. */
const widestDegrees = 100
const defaultDegrees = 50

const halfTangent = (view: CameraView): number => Math.tan((view.fieldOfViewDegrees * Math.PI) / 360)

/**
 * Computes the visible height of a view, for comparing views from the same viewpoint: both at the target, or both one
 * metre from the eye.
 */
const computeVisibleHeight = (view: CameraView): number =>
  view.projection === 'orthographic' ? view.height : 2 * halfTangent(view)

/** Computes the ratio of the visible heights of `now` and `before`, which share a viewpoint. */
export const widening = (before: CameraView, now: CameraView): number =>
  computeVisibleHeight(now) / computeVisibleHeight(before)

/** Returns whether two views share position and direction, regardless of their extent. */
export function isSameViewpoint(a: CameraView, b: CameraView): boolean {
  if (a.projection !== b.projection) return false
  const [alongA, alongB] = [subtract(a.target, a.eye), subtract(b.target, b.eye)]
  const tolerance = Math.max(computeLength(alongA), 1e-6) * equalityRatio
  if (dot(normalize(alongA), normalize(alongB)) < 1 - 1e-7) return false
  const offset = subtract(a.eye, b.eye)
  if (a.projection === 'perspective') return computeLength(offset) <= tolerance
  const along = normalize(alongA)
  return computeLength(subtract(offset, scale(along, dot(offset, along)))) <= tolerance
}

/**
 * Widens the view to show at least `halfWidth` half heights to each side on a canvas of this aspect, as for a desktop
 * view on a phone. Nothing moves, there is only more above and below.
 */
export function widenView(view: CameraView, halfWidth: number, aspect: number): CameraView {
  const factor = Math.max(1, halfWidth / Math.max(aspect, 1e-3))
  if (factor === 1) return view
  if (view.projection === 'orthographic') return { ...view, height: view.height * factor }
  const degrees = (Math.atan(halfTangent(view) * factor) * 360) / Math.PI
  return { ...view, fieldOfViewDegrees: Math.min(Math.max(widestDegrees, view.fieldOfViewDegrees), degrees) }
}

/** Returns a widened view as a starting point for camera movement: the default angle, from farther away. */
export function unwidenView(view: CameraView): CameraView {
  if (view.projection === 'orthographic' || view.fieldOfViewDegrees <= defaultDegrees + 1e-6) return view
  const back = halfTangent(view) / Math.tan((defaultDegrees * Math.PI) / 360)
  const eye = add(view.target, scale(subtract(view.eye, view.target), back))
  return { ...view, eye, fieldOfViewDegrees: defaultDegrees }
}
