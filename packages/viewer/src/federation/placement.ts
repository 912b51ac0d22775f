import type { Box, RigidMatrix, Vector3 } from '@kamar/view-package/read'

/**
 * Where a model stands among others: turned about an upright axis through `pivot`, then moved. All numbers are metres of
 * the sources' own coordinates, model origins not taken out, so that a placement fits later versions of a file too.
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

/** Where the model's own coordinates put it. */
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

/** A point of the model, in its source's coordinates, where the placement puts it. */
export function applyPlacement(placement: ModelPlacement, [x, y, z]: Vector3): Vector3 {
  const { cos, sin } = computeRotation(placement.rotationDegrees)
  const [px, py] = placement.pivot
  const [dx, dy] = [x - px, y - py]
  return [cos * dx - sin * dy + px + placement.x, sin * dx + cos * dy + py + placement.y, z + placement.z]
}

/** The point of the model, in its source's coordinates, that the placement puts at a point. */
export function applyInversePlacement(placement: ModelPlacement, [x, y, z]: Vector3): Vector3 {
  const { cos, sin } = computeRotation(placement.rotationDegrees)
  const [px, py] = placement.pivot
  const [dx, dy] = [x - px - placement.x, y - py - placement.y]
  return [cos * dx + sin * dy + px, -sin * dx + cos * dy + py, z - placement.z]
}

/** `inner` first, then `outer`. */
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
 * From places of the model's package (its `origin` taken out) to those of the picture (`worldOrigin` taken out). Large
 * coordinates cancel in double precision before anything becomes single.
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

/** From where the first matrix puts a place to where the second does. */
export function wayBetween(from: RigidMatrix, to: RigidMatrix): RigidMatrix {
  const rows = [0, 4, 8].map((row) => {
    const rotation = [0, 1, 2].map(
      (axis) => to[row] * from[axis * 4] + to[row + 1] * from[axis * 4 + 1] + to[row + 2] * from[axis * 4 + 2],
    )
    const back = rotation[0] * from[3] + rotation[1] * from[7] + rotation[2] * from[11]
    return [...rotation, to[row + 3] - back]
  })
  return rows.flat()
}

/** The box around a moved box. */
export function movedBox(box: Box, matrix: RigidMatrix): Box {
  const min: number[] = []
  const max: number[] = []
  for (let row = 0; row < 3; row++) {
    let low = matrix[row * 4 + 3]
    let high = low
    for (let axis = 0; axis < 3; axis++) {
      const one = matrix[row * 4 + axis] * box.min[axis]
      const other = matrix[row * 4 + axis] * box.max[axis]
      low += Math.min(one, other)
      high += Math.max(one, other)
    }
    min.push(low)
    max.push(high)
  }
  return { min: min as unknown as Vector3, max: max as unknown as Vector3 }
}

/** The box around boxes; null around none. */
export function computeUnion(boxes: readonly (Box | null)[]): Box | null {
  const presentBoxes = boxes.filter((box) => box !== null)
  if (presentBoxes.length === 0) return null
  const side = (name: 'min' | 'max', pick: (...values: number[]) => number): Vector3 =>
    [0, 1, 2].map((axis) => pick(...presentBoxes.map((box) => box[name][axis]))) as unknown as Vector3
  return { min: side('min', Math.min), max: side('max', Math.max) }
}

/** Metres of air between two boxes; 0 where they touch. */
export function gapBetween(one: Box, other: Box): number {
  const gaps = [0, 1, 2].map((axis) => Math.max(0, other.min[axis] - one.max[axis], one.min[axis] - other.max[axis]))
  return Math.hypot(...gaps)
}

/** A point of the place where it shall be, and the same point of the model in its source's coordinates. */
export interface PointPair {
  readonly target: Vector3
  readonly own: Vector3
}

/**
 * Moves the model so that the first pair's points meet; with a second pair it is turned about the upright axis there, so
 * that both directions agree. Null when the second pair's points stand above one another: that says nothing of a turn.
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

/** Points nearer than this to one another, seen from above, give no direction; metres. */
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

/** The placement in `value`; null when it is none. */
export function readPlacement(value: unknown): ModelPlacement | null {
  if (typeof value !== 'object' || value === null) return null
  const { x, y, z, rotationDegrees, pivot } = value as Partial<ModelPlacement>
  const numbers: readonly unknown[] = [x, y, z, rotationDegrees, ...(Array.isArray(pivot) ? pivot : [])]
  if (numbers.length !== 7 || !numbers.every((number) => typeof number === 'number' && Number.isFinite(number)))
    return null
  return value as ModelPlacement
}
