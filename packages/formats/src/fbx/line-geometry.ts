import type { LinesInput } from '@kamar/core'
import { isCoordinate } from '@kamar/core/math'
import { childNumbers } from './fbx-node.js'
import type { FbxNode } from './fbx-node.js'

/** Polylines relative to a nearby origin. */
export interface CutLines {
  readonly lines: LinesInput
  /** Origin in metres: added to every position, it gives the position in the geometry. */
  readonly origin: readonly [number, number, number]
}

/**
 * Splits a `Line` geometry into polylines: runs of point indices, the last of each stored as its complement. Null when
 * there are none.
 */
export function cutLines(geometry: FbxNode, metres: number): CutLines | null {
  const points = childNumbers(geometry, 'Points')
  const order = childNumbers(geometry, 'PointsIndex')
  const pairs: number[] = []
  let before = -1
  for (let at = 0; at < order.length; at++) {
    const point = order[at] < 0 ? ~order[at] : order[at]
    const isUsable = isPoint(points, point)
    if (before >= 0 && isUsable) pairs.push(before, point)
    before = isUsable && order[at] >= 0 ? point : -1
  }
  return pairs.length > 0 ? localLines(points, pairs, metres) : null
}

const isPoint = (points: ArrayLike<number>, point: number): boolean =>
  [0, 1, 2].every((axis) => isCoordinate(points[3 * point + axis]))

function localLines(points: ArrayLike<number>, pairs: readonly number[], metres: number): CutLines {
  const origin = [0, 1, 2].map((axis) =>
    pairs.reduce((least, point) => Math.min(least, points[3 * point + axis]), Infinity),
  )
  const positions = new Float32Array(3 * pairs.length)
  pairs.forEach((point, at) => {
    for (let axis = 0; axis < 3; axis++) positions[3 * at + axis] = (points[3 * point + axis] - origin[axis]) * metres
  })
  const [x, y, z] = origin.map((value) => value * metres)
  return { lines: { positions, indices: Uint32Array.from(pairs, (_, at) => at) }, origin: [x, y, z] }
}
