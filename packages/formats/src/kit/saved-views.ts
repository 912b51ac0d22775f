import type { SavedCamera, SceneBuilder } from '@kamar/core'
import type { Vector } from '@kamar/core/math'

/** Maximum camera distance, in metres. */
const maxDistanceMetres = 1e12

const scaled = ([x, y, z]: readonly [number, number, number], factor: number): Vector => [
  x * factor,
  y * factor,
  z * factor,
]

/** Converts a camera from another unit of length to metres. */
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

/** Returns whether a camera can render a frame. */
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

/** A view from a reader, with its camera in metres. */
export interface FoundView {
  readonly name: string | null
  readonly folders: readonly string[]
  readonly camera: SavedCamera
}

/** Writes the views of a file; returns the number beyond the limit or without a usable camera. */
export function writeViews(scene: Pick<SceneBuilder, 'addView'>, views: Iterable<FoundView>): number {
  let omittedCount = 0
  for (const view of views) if (!isUsableCamera(view.camera) || !scene.addView(view)) omittedCount++
  return omittedCount
}
