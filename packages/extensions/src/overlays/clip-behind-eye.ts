import type { CameraView, Point } from '@kamar/viewer'

/** Fraction of the distance to the target below which a point counts as behind the eye. */
const nearRatio = 1e-4

/** Clips a segment to the part in front of the eye; null when there is none. An orthographic camera sees all of it. */
export function clipBehindEye([from, to]: readonly [Point, Point], view: CameraView): readonly [Point, Point] | null {
  if (view.projection === 'orthographic') return [from, to]
  const toTarget = between(view.eye, view.target)
  const distance = Math.hypot(...toTarget) || 1
  const computeDepth = (point: Point): number => {
    const offset = between(view.eye, point)
    return (offset[0] * toTarget[0] + offset[1] * toTarget[1] + offset[2] * toTarget[2]) / distance
  }
  const near = distance * nearRatio
  const [first, last] = [computeDepth(from), computeDepth(to)]
  if (first < near && last < near) return null
  if (first >= near && last >= near) return [from, to]
  const share = (near - first) / (last - first)
  const cut: Point = [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ]
  return first < near ? [cut, to] : [from, cut]
}

const between = (from: Point, to: Point): Point => [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
