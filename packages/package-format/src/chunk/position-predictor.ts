import { cross, dot, type Vector } from '@kamar/core/math'

/** x y z of numbered positions, quantised. */
export type Positions = Uint16Array

const minus = (positions: Positions, one: number, other: number): Vector => [
  positions[one * 3] - positions[other * 3],
  positions[one * 3 + 1] - positions[other * 3 + 1],
  positions[one * 3 + 2] - positions[other * 3 + 2],
]

/** Returns the position with the maximum |axis · (position − from)|, and that value. */
function farthestAlong(positions: Positions, from: number, axis: Vector): readonly [place: number, value: number] {
  const offset = axis[0] * positions[from * 3] + axis[1] * positions[from * 3 + 1] + axis[2] * positions[from * 3 + 2]
  let best = from
  let max = 0
  for (let at = 0; at < positions.length; at += 3) {
    const value = Math.abs(axis[0] * positions[at] + axis[1] * positions[at + 1] + axis[2] * positions[at + 2] - offset)
    if (value > max) {
      max = value
      best = at / 3
    }
  }
  return [best, max]
}

/**
 * Returns the position farthest from the line through `from` along `axis`, and twice the squared area that it spans.
 */
function farthestFromLine(positions: Positions, from: number, axis: Vector): readonly [place: number, value: number] {
  let best = from
  let max = 0
  for (let position = 0; position < positions.length / 3; position++) {
    const area = cross(axis, minus(positions, position, from))
    const value = dot(area, area)
    if (value > max) {
      max = value
      best = position
    }
  }
  return [best, max]
}

/**
 * Returns four positions that span the shape: far apart along it, off that line, off that plane; null if it is flat.
 */
export function findSpanningPositions(positions: Positions): readonly [number, number, number, number] | null {
  const [a] = farthestAlong(positions, 0, [1, 1, 1])
  const [b] = farthestAlong(positions, a, [1, 1, 1])
  const along = minus(positions, b, a)
  const [c, area] = farthestFromLine(positions, a, along)
  const [d, volume] = farthestAlong(positions, a, cross(along, minus(positions, c, a)))
  return area > 0 && volume > 0 ? [a, b, c, d] : null
}

/**
 * Predicts the positions of a shape from those of a base of the same topology. Four spanning positions fix an affine
 * map; every other position of the base is a fixed combination of those four, and is predicted as the same combination.
 * Uses only the four arithmetic operations, so that every engine predicts the same numbers.
 */
export class PositionPredictor {
  readonly base: Positions
  /** Numbers of the four spanning positions; null if the base is flat and predicts nothing. */
  readonly anchors: readonly [number, number, number, number] | null
  readonly #weights: Float64Array

  constructor(base: Positions) {
    this.base = base
    this.anchors = findSpanningPositions(base)
    this.#weights = this.anchors === null ? new Float64Array(0) : computeWeights(base, this.anchors)
  }

  /**
   * Returns the maximum deviation along an axis (steps) of a position from its prediction; Infinity as soon as it
   * exceeds `limit` or if nothing can be predicted.
   */
  deviation(positions: Positions, limit: number): number {
    const { anchors } = this
    if (anchors === null) return Infinity
    const weights = this.#weights
    const [a, b, c, d] = [anchors[0] * 3, anchors[1] * 3, anchors[2] * 3, anchors[3] * 3]
    let max = 0
    for (let at = 0, row = 0; at < positions.length; at += 3, row += 4) {
      for (let axis = 0; axis < 3; axis++) {
        const predicted =
          weights[row] * positions[a + axis] +
          weights[row + 1] * positions[b + axis] +
          weights[row + 2] * positions[c + axis] +
          weights[row + 3] * positions[d + axis]
        const miss = Math.abs(predicted - positions[at + axis])
        if (miss > max) max = miss
      }
      if (max > limit) return Infinity
    }
    return max
  }

  /** Writes the predictions for every position of a shape to `target`, given its spanning positions in `positions`. */
  predict(positions: Positions, target: Float64Array): void {
    const { anchors } = this
    if (anchors === null) return
    const weights = this.#weights
    const [a, b, c, d] = [anchors[0] * 3, anchors[1] * 3, anchors[2] * 3, anchors[3] * 3]
    for (let axis = 0; axis < 3; axis++) {
      const pa = positions[a + axis]
      const pb = positions[b + axis]
      const pc = positions[c + axis]
      const pd = positions[d + axis]
      for (let at = axis, row = 0; at < this.base.length; at += 3, row += 4)
        target[at] = weights[row] * pa + weights[row + 1] * pb + weights[row + 2] * pc + weights[row + 3] * pd
    }
  }
}

/** Returns four weights per position: its coefficients relative to the spanning positions. */
function computeWeights(base: Positions, [a, b, c, d]: readonly [number, number, number, number]): Float64Array {
  const u = minus(base, b, a)
  const v = minus(base, c, a)
  const w = minus(base, d, a)
  const [forU, forV, forW] = [cross(v, w), cross(w, u), cross(u, v)]
  const volume = dot(u, forU)
  const weights = new Float64Array((base.length / 3) * 4)
  for (let position = 0; position < base.length / 3; position++) {
    const point = minus(base, position, a)
    const alongU = dot(point, forU) / volume
    const alongV = dot(point, forV) / volume
    const alongW = dot(point, forW) / volume
    weights[position * 4] = 1 - alongU - alongV - alongW
    weights[position * 4 + 1] = alongU
    weights[position * 4 + 2] = alongV
    weights[position * 4 + 3] = alongW
  }
  return weights
}
