import { mapAxes } from '@kamar/core/math'
import type { Box, RigidMatrix, Vector3 } from '@kamar/package-format/read'

/**
 * Placement of a model among others: rotated about a vertical axis through `pivot`, then moved. All numbers are metres
 * in the sources' own coordinates, including model origins, so that a placement also fits later versions of a file.
 */
export interface ModelPlacement {
  readonly x: number
  readonly y: number
  readonly z: number
  /** Counter-clockwise seen from above. */
  readonly rotationDegrees: number
  /** A point of the model itself. */
  readonly pivot: Vector3
}

/** The placement at the model's own coordinates. */
export const unmoved: ModelPlacement = { x: 0, y: 0, z: 0, rotationDegrees: 0, pivot: [0, 0, 0] }

const computeRotation = (degrees: number): { readonly cos: number; readonly sin: number } => {
  // Quarter turns are exact: a wall along an axis stays along one.
  const quarter = degrees / 90
  if (Number.isInteger(quarter)) {
    const rotation = ((quarter % 4) + 4) % 4
    return { cos: [1, 0, -1, 0][rotation], sin: [0, 1, 0, -1][rotation] }
  }
  const radians = (degrees * Math.PI) / 180
  return { cos: Math.cos(radians), sin: Math.sin(radians) }
}

/** Applies the placement to a point of the model, in its source's coordinates. */
export function applyPlacement(placement: ModelPlacement, [x, y, z]: Vector3): Vector3 {
  const { cos, sin } = computeRotation(placement.rotationDegrees)
  const [px, py] = placement.pivot
  const [dx, dy] = [x - px, y - py]
  return [cos * dx - sin * dy + px + placement.x, sin * dx + cos * dy + py + placement.y, z + placement.z]
}

/** Returns the point of the model, in its source's coordinates, that the placement maps to a point. */
export function applyInversePlacement(placement: ModelPlacement, [x, y, z]: Vector3): Vector3 {
  const { cos, sin } = computeRotation(placement.rotationDegrees)
  const [px, py] = placement.pivot
  const [dx, dy] = [x - px - placement.x, y - py - placement.y]
  return [cos * dx + sin * dy + px, -sin * dx + cos * dy + py, z - placement.z]
}

/** Composes two placements: `inner` first, then `outer`. */
export function composed(outer: ModelPlacement, inner: ModelPlacement): ModelPlacement {
  const { pivot } = inner
  const target = applyPlacement(outer, applyPlacement(inner, pivot))
  const [x, y, z] = target.map((value, axis) => value - pivot[axis])
  const rotation = outer.rotationDegrees + inner.rotationDegrees
  return {
    x,
    y,
    z,
    pivot,
    rotationDegrees: rotation > 180 ? rotation - 360 : rotation <= -180 ? rotation + 360 : rotation,
  }
}

/**
 * Computes the matrix from positions of the model's package (relative to its `origin`) to those of the view (relative
 * to `worldOrigin`). Large coordinates cancel in double precision before the conversion to single.
 */
export function computeMatrix(placement: ModelPlacement, origin: Vector3, worldOrigin: Vector3): RigidMatrix {
  const { cos, sin } = computeRotation(placement.rotationDegrees)
  const { pivot, x, y, z } = placement
  const [fx, fy] = [origin[0] - pivot[0], origin[1] - pivot[1]]
  const tx = cos * fx - sin * fy + (pivot[0] - worldOrigin[0]) + x
  const ty = sin * fx + cos * fy + (pivot[1] - worldOrigin[1]) + y
  const tz = origin[2] - worldOrigin[2] + z
  return [cos, -sin, 0, tx, sin, cos, 0, ty, 0, 0, 1, tz]
}

/** Computes the transform from the first matrix's result to the second's. */
export function wayBetween(from: RigidMatrix, to: RigidMatrix): RigidMatrix {
  const rows = [0, 4, 8].map((row) => {
    const rotation = mapAxes(
      (axis) => to[row] * from[axis * 4] + to[row + 1] * from[axis * 4 + 1] + to[row + 2] * from[axis * 4 + 2],
    )
    const back = rotation[0] * from[3] + rotation[1] * from[7] + rotation[2] * from[11]
    return [...rotation, to[row + 3] - back]
  })
  return rows.flat()
}

/** Returns the box around a transformed box. */
export function movedBox(box: Box, matrix: RigidMatrix): Box {
  const min: [number, number, number] = [0, 0, 0]
  const max: [number, number, number] = [0, 0, 0]
  for (let row = 0; row < 3; row++) {
    let low = matrix[row * 4 + 3]
    let high = low
    for (let axis = 0; axis < 3; axis++) {
      const one = matrix[row * 4 + axis] * box.min[axis]
      const other = matrix[row * 4 + axis] * box.max[axis]
      low += Math.min(one, other)
      high += Math.max(one, other)
    }
    min[row] = low
    max[row] = high
  }
  return { min, max }
}

/** Returns the box around boxes; null without any. */
export function computeUnion(boxes: readonly (Box | null)[]): Box | null {
  const presentBoxes = boxes.filter((box) => box !== null)
  if (presentBoxes.length === 0) return null
  const side = (name: 'min' | 'max', pick: (...values: number[]) => number): Vector3 =>
    mapAxes((axis) => pick(...presentBoxes.map((box) => box[name][axis])))
  return { min: side('min', Math.min), max: side('max', Math.max) }
}

/** Returns the distance between two boxes in metres; 0 if they touch. */
export function gapBetween(one: Box, other: Box): number {
  const gaps = mapAxes((axis) => Math.max(0, other.min[axis] - one.max[axis], one.min[axis] - other.max[axis]))
  return Math.hypot(...gaps)
}

/** A target point, and the matching point of the model in its source's coordinates. */
export interface PointPair {
  readonly target: Vector3
  readonly own: Vector3
}

/**
 * Moves the model so that the first pair's points coincide; a second pair rotates it about the vertical axis there, so
 * that both directions agree. Null if the second pair's points are vertically above the first: they give no rotation.
 */
export function placementByPoints(
  first: PointPair,
  second: PointPair | null,
  rotationDegrees = 0,
): ModelPlacement | null {
  const rotation = second === null ? rotationDegrees : computeRotationBetween(first, second)
  if (rotation === null) return null
  const [x, y, z] = first.target.map((value, axis) => value - first.own[axis])
  return { x, y, z, rotationDegrees: rotation, pivot: first.own }
}

/** Points closer than this in plan give no direction; metres. */
const minArm = 0.001

function computeRotationBetween(first: PointPair, second: PointPair): number | null {
  const arm = (of: 'target' | 'own'): readonly [number, number] => [
    second[of][0] - first[of][0],
    second[of][1] - first[of][1],
  ]
  const [target, own] = [arm('target'), arm('own')]
  if (Math.hypot(...target) < minArm || Math.hypot(...own) < minArm) return null
  const degrees = ((Math.atan2(target[1], target[0]) - Math.atan2(own[1], own[0])) * 180) / Math.PI
  return degrees > 180 ? degrees - 360 : degrees <= -180 ? degrees + 360 : degrees
}

/** Parses a placement; null if invalid. */
export function readPlacement(value: unknown): ModelPlacement | null {
  if (typeof value !== 'object' || value === null) return null
  const { x, y, z, rotationDegrees, pivot } = value as Partial<ModelPlacement>
  const numbers: readonly unknown[] = [x, y, z, rotationDegrees, ...(Array.isArray(pivot) ? pivot : [])]
  if (numbers.length !== 7 || !numbers.every((number) => typeof number === 'number' && Number.isFinite(number)))
    return null
  return value as ModelPlacement
}
