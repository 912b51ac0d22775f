import { Matrix4, Vector4, type Camera } from 'three'
import type { CutPlane } from '../model/cut.js'

/** Flattest tilt towards the eye that still gives finite numbers. */
const minSlope = 1e-9
const toClip = new Matrix4()
const inClip = new Vector4()

/**
 * Depth of a plane in the picture: its change along x and y pixels and its value at the picture's corner, three numbers
 * per plane. Depth is affine in the picture on anything flat.
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
    // From −1 … 1 to pixels, and from −1 … 1 of depth to 0 … 1.
    into[row * 3] = alongX / width
    into[row * 3 + 1] = alongY / height
    into[row * 3 + 2] = (-inClip.w / slope - alongX - alongY) / 2 + 0.5
  })
}
