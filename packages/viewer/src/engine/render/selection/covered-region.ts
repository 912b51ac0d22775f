import { mapAxes } from '@kamar/core/math'
import { Matrix4, Vector4, type Camera, type WebGLRenderer } from 'three'
import type { Box } from '@kamar/package-format/read'

/** Left, bottom, right and top of a region of a frame, 0 to 1. */
export type Share = readonly [number, number, number, number]
/** Region of the whole frame. */
export const fullRegion: Share = [0, 0, 1, 1]

/**
 * Computes the region of the frame that a box may cover, with a margin; the whole frame without a box, or if the camera
 * is within it.
 */
export function computeCoveredRegion(camera: Camera, bounds: Box | null, margin: number): Share {
  if (bounds === null) return fullRegion
  const toClip = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse)
  const [low, high] = [
    [1, 1],
    [0, 0],
  ]
  for (let boxCorner = 0; boxCorner < 8; boxCorner++) {
    const at = mapAxes((axis) => ((boxCorner >> axis) & 1 ? bounds.max : bounds.min)[axis])
    const projected = new Vector4(at[0], at[1], at[2], 1).applyMatrix4(toClip)
    if (projected.w <= 0) return fullRegion
    for (const [axis, value] of [projected.x / projected.w, projected.y / projected.w].entries()) {
      low[axis] = Math.max(0, Math.min(low[axis], value / 2 + 0.5 - margin))
      high[axis] = Math.min(1, Math.max(high[axis], value / 2 + 0.5 + margin))
    }
  }
  return [low[0], low[1], Math.max(low[0], high[0]), Math.max(low[1], high[1])]
}

/** Limits drawing to a region of a target of this size; the scissor test must be enabled. */
export function limitTo(
  state: WebGLRenderer['state'],
  [left, bottom, right, top]: Share,
  { width, height }: { readonly width: number; readonly height: number },
): void {
  const [x, y] = [Math.floor(left * width), Math.floor(bottom * height)]
  state.scissor(new Vector4(x, y, Math.max(0, Math.ceil(right * width) - x), Math.max(0, Math.ceil(top * height) - y)))
}
