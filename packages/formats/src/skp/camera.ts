import { type SavedCamera, lengthUnits } from '@kamar/core'
import type { Vector } from '@kamar/core/math'
import { cameraInMetres } from '../kit/saved-views.js'

/** A camera as stored in the file; lengths in inches. */
export interface StoredCamera {
  readonly eye: Vector
  readonly target: Vector
  readonly up: Vector
  readonly isPerspective: boolean
  readonly fieldOfViewDegrees: number
  /** Visible height of a parallel camera. */
  readonly height: number
  /** Whether the angle is vertical; otherwise it is horizontal, and the image width is unknown. */
  readonly isAngleOfHeight: boolean
}

/** Converts a camera to metres; returns null without a direction or a usable vertical angle. */
export function savedCamera(stored: StoredCamera): SavedCamera | null {
  const { eye, target, fieldOfViewDegrees, height, isAngleOfHeight, isPerspective, up } = stored
  const way: Vector = [target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]]
  const distance = Math.hypot(...way)
  const steepness = Math.hypot(...up)
  if (!(distance > 0) || !(steepness > 0) || (isPerspective && !isAngleOfHeight)) return null
  const pose = {
    eye,
    direction: [way[0] / distance, way[1] / distance, way[2] / distance],
    up: [up[0] / steepness, up[1] / steepness, up[2] / steepness],
    distanceMetres: distance,
  } as const
  const camera: SavedCamera = isPerspective
    ? { kind: 'perspective', fieldOfViewDegrees, ...pose }
    : { kind: 'orthographic', heightMetres: height, ...pose }
  return cameraInMetres(camera, lengthUnits.inch.metres)
}
