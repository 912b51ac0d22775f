import type { SavedCamera, SceneBuilder } from '@kamar/scene'
import type { Vector } from './matrix.js'

/** Beyond this, in metres, nothing is looked at. */
const maxDistanceMetres = 1e12

const scaled = ([x, y, z]: readonly [number, number, number], factor: number): Vector => [
  x * factor,
  y * factor,
  z * factor,
]

/** A camera of another unit of length in metres. */
export function cameraInMetres(camera: SavedCamera, metres: number): SavedCamera {
  const { distanceMetres } = camera
  const scaledCamera = {
    ...camera,
    eye: scaled(camera.eye, metres),
    ...(distanceMetres !== undefined && { distanceMetres: distanceMetres * metres }),
  }
  return scaledCamera.kind === 'orthographic'
    ? { ...scaledCamera, heightMetres: scaledCamera.heightMetres * metres }
    : scaledCamera
}

/** Whether a camera is one that a picture can be made with. */
export function isUsableCamera(camera: SavedCamera): boolean {
  const { direction, distanceMetres = 1, eye, up } = camera
  const isPlaced = eye.every((value) => Math.abs(value) < maxDistanceMetres)
  const hasUnitVectors = [direction, up].every((way) => Math.abs(Math.hypot(...way) - 1) < 1e-3)
  const size = camera.kind === 'perspective' ? camera.fieldOfViewDegrees : camera.heightMetres
  const maxSize = camera.kind === 'perspective' ? 180 : maxDistanceMetres
  return (
    isPlaced && hasUnitVectors && size > 0 && size < maxSize && distanceMetres > 0 && distanceMetres < maxDistanceMetres
  )
}

/** A view as a reader found it, its camera in metres. */
export interface FoundView {
  readonly name: string | null
  readonly folders: readonly string[]
  readonly camera: SavedCamera
}

/** Pushes the views of a file; answers how many had no room or no usable camera. */
export function writeViews(scene: Pick<SceneBuilder, 'addView'>, views: Iterable<FoundView>): number {
  let omittedCount = 0
  for (const view of views) if (!isUsableCamera(view.camera) || !scene.addView(view)) omittedCount++
  return omittedCount
}
