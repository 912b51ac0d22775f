import { isCoordinate, dot, type Vector } from '@kamar/core/math'
import type { Anchor, AnchorTarget, Face } from '../model.js'
import { planeAxes } from './face-plane.js'

/** Computes the position of an anchor in the component of its dimension or text, inches; null where it has none. */
export function anchorPosition({ path, target }: Anchor): Vector | null {
  const own = targetPosition(target)
  const position = own && path.reduceRight<Vector>((inner, { placement }) => placedPosition(placement, inner), own)
  return position?.every(isCoordinate) ? position : null
}

/**
 * Transforms a position of a definition to its instance: three axes of three numbers, an origin, and a common divisor.
 */
export function placedPosition(placement: readonly number[], position: Vector): Vector {
  const row = (at: number): number =>
    (dot([placement[at], placement[at + 1], placement[at + 2]], position) + placement[9 + at / 3]) / placement[12]
  return [row(0), row(3), row(6)]
}

function targetPosition(target: AnchorTarget): Vector | null {
  if (target.kind === 'point') return target.position
  if (target.kind === 'vertex') return target.vertex.position
  if (target.kind === 'edge') return between(target.edge.start.position, target.edge.end.position, target.fraction)
  return facePosition(target.face, target.fractions)
}

const between = (start: Vector, end: Vector, fraction: number): Vector => [
  start[0] + (end[0] - start[0]) * fraction,
  start[1] + (end[1] - start[1]) * fraction,
  start[2] + (end[2] - start[2]) * fraction,
]

/** Computes a position on a face by fractions of its bounding box, along the axes of its plane. */
function facePosition({ loops: [outline = []], plane }: Face, fractions: readonly [number, number]): Vector | null {
  const [x, y, z] = plane
  const axes = planeAxes([x, y, z])
  const points = outline.map(({ edge, isForward }) => (isForward ? edge.start : edge.end).position)
  if (axes === null || points.length === 0) return null
  return axes.reduce<Vector>((position, axis, at) => {
    const along = points.map((point) => dot(point, axis))
    const low = along.reduce((least, value) => Math.min(least, value), Infinity)
    const high = along.reduce((max, value) => Math.max(max, value), -Infinity)
    return translate(position, axis, low + (high - low) * fractions[at] - dot(position, axis))
  }, points[0])
}

/** Moves a position along a direction. */
export const translate = (position: Vector, direction: Vector, length: number): Vector => [
  position[0] + direction[0] * length,
  position[1] + direction[1] * length,
  position[2] + direction[2] * length,
]

/** Returns the vector from the second position to the first. */
export const difference = (to: Vector, from: Vector): Vector => [to[0] - from[0], to[1] - from[1], to[2] - from[2]]
