import type { CameraView } from '../api.js'
import { dot, computeLength, normalize, scale, subtract, add } from './vector.js'

/** Views whose eyes differ by less than this share of the distance, and directions by this angle, are one view. */
const equalityRatio = 1e-4
/** Beyond this a picture bends more than it shows. */
const widestDegrees = 100
const defaultDegrees = 50

const halfTangent = (view: CameraView): number => Math.tan((view.fieldOfViewDegrees * Math.PI) / 360)

/** Height that a view shows, in one that shows the same place: both at the target, or both one metre from the eye. */
const computeVisibleHeight = (view: CameraView): number =>
  view.projection === 'orthographic' ? view.height : 2 * halfTangent(view)

/** How much higher the picture of `now` is than that of `drawn`, which looks from the same place. */
export const widening = (before: CameraView, now: CameraView): number =>
  computeVisibleHeight(now) / computeVisibleHeight(before)

/** Whether two views look from the same place in the same direction, however much they show of it. */
export function isSameViewpoint(a: CameraView, b: CameraView): boolean {
  if (a.projection !== b.projection) return false
  const [alongA, alongB] = [subtract(a.target, a.eye), subtract(b.target, b.eye)]
  const tolerance = Math.max(computeLength(alongA), 1e-6) * equalityRatio
  if (dot(normalize(alongA), normalize(alongB)) < 1 - 1e-7) return false
  const apart = subtract(a.eye, b.eye)
  if (a.projection === 'perspective') return computeLength(apart) <= tolerance
  const along = normalize(alongA)
  return computeLength(subtract(apart, scale(along, dot(apart, along)))) <= tolerance
}

/**
 * The view, showing at least `halfWidth` halves of its height to each side on a canvas of this aspect: a picture of a desk
 * on a phone. Nothing moves in it, there is only more above and below.
 */
export function widenView(view: CameraView, halfWidth: number, aspect: number): CameraView {
  const factor = Math.max(1, halfWidth / Math.max(aspect, 1e-3))
  if (factor === 1) return view
  if (view.projection === 'orthographic') return { ...view, height: view.height * factor }
  const degrees = (Math.atan(halfTangent(view) * factor) * 360) / Math.PI
  return { ...view, fieldOfViewDegrees: Math.min(Math.max(widestDegrees, view.fieldOfViewDegrees), degrees) }
}

/** A widened view as a camera that moves on should have it: the usual angle, from farther away. */
export function unwidenView(view: CameraView): CameraView {
  if (view.projection === 'orthographic' || view.fieldOfViewDegrees <= defaultDegrees + 1e-6) return view
  const back = halfTangent(view) / Math.tan((defaultDegrees * Math.PI) / 360)
  const eye = add(view.target, scale(subtract(view.eye, view.target), back))
  return { ...view, eye, fieldOfViewDegrees: defaultDegrees }
}
