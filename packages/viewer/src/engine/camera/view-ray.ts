import { computeFrame, halfHeightTangent, computeViewHeight, type Pose } from './pose.js'
import type { Ray } from '../math/ray.js'
import { add, normalize, scale } from '../math/vector.js'

/** Returns the ray through a position of the viewport: −1 to 1 from left to right and from bottom to top. */
export function rayAt(
  pose: Pose,
  point: { readonly x: number; readonly y: number },
  size: { readonly width: number; readonly height: number },
): Ray {
  const frame = computeFrame(pose)
  const aspect = size.width / Math.max(1, size.height)
  if (pose.projection === 'orthographic') {
    const half = computeViewHeight(pose) / 2
    const across = add(scale(frame.right, point.x * half * aspect), scale(frame.up, point.y * half))
    // An orthographic view also shows objects behind the camera position: start well behind a site of 100 km.
    const backOffset = scale(frame.forward, -1e6)
    return {
      origin: add(add(pose.eye, across), backOffset),
      direction: frame.forward,
      pixelSize: (half * 2) / size.height,
      pixelGrowth: 0,
    }
  }
  const tangent = halfHeightTangent(pose)
  const across = add(scale(frame.right, point.x * tangent * aspect), scale(frame.up, point.y * tangent))
  return {
    origin: pose.eye,
    direction: normalize(add(frame.forward, across)),
    pixelSize: 0,
    pixelGrowth: (2 * tangent) / size.height,
  }
}
