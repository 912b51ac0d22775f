import { Matrix4, Vector4, type Camera } from 'three'
import type { CutPlane } from '../../engine/store/cut.js'

/** Minimum slope towards the camera that still gives finite numbers. */
const minSlope = 1e-9
const toClip = new Matrix4()
const inClip = new Vector4()

/**
 * Writes the depth of a plane on screen: its change along x and y pixels and its value at the corner of the frame,
 * three numbers per plane. Depth is affine on screen for any plane.
 */
export function writeDepths(
  into: Float32Array,
  planes: readonly CutPlane[],
  view: { readonly camera: Camera; readonly width: number; readonly height: number },
): void {
  const { camera, width, height } = view
  toClip.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).invert().transpose()
  planes.forEach(({ normal, offset }, row) => {
    inClip.set(normal[0], normal[1], normal[2], offset).applyMatrix4(toClip)
    const slope = Math.abs(inClip.z) < minSlope ? minSlope : inClip.z
    const alongX = -inClip.x / slope
    const alongY = -inClip.y / slope
    // Converts from −1 … 1 to pixels, and depth from −1 … 1 to 0 … 1.
    into[row * 3] = alongX / width
    into[row * 3 + 1] = alongY / height
    into[row * 3 + 2] = (-inClip.w / slope - alongX - alongY) / 2 + 0.5
  })
}
