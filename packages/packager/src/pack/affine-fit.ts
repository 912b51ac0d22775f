import { PositionPredictor, type Positions } from '@kamar/package-format'
import type { WeldedShape } from './welded-shape.js'

/**
 * Affine map from positions of a base (metres from its minimum corner) to those of another shape: `linear`
 * column-major, then `offset`.
 */
export interface AffineMap {
  readonly linear: Float64Array
  readonly offset: Float64Array
}

/** Columns whose cosine is below this count as orthogonal: normals map by column / |column|². */
const maxSkew = 0.01
/** Default precision of transformed positions; finer for copies with a smaller quantisation step. */
const defaultPrecisionMetres = 2e-5
const stepsOfPrecision = 5
/** Tolerance factor of the quick test, which uses only four noisy positions. */
const quickLeniency = 6

/** Shape that others with the same triangles are compared with. */
export class AffineBase {
  readonly shape: WeldedShape
  #predictor: PositionPredictor | null = null
  readonly #center = new Float64Array(3)
  #inverse: Float64Array | null | undefined

  constructor(shape: WeldedShape) {
    this.shape = shape
  }

  /** Created when a second shape of the kind is found: most have none. */
  get #own(): PositionPredictor {
    this.#predictor ??= new PositionPredictor(this.shape.positions)
    return this.#predictor
  }

  /**
   * Computes the map of this shape onto `other` with no position off by more than `toleranceMetres` along an axis; null
   * when no map preserves right angles.
   */
  fit(other: WeldedShape, toleranceMetres: number): AffineMap | null {
    if (this.deviation(other, toleranceMetres * quickLeniency) === Infinity) return null
    this.#inverse ??= invert(this.#covariance())
    if (this.#inverse === null) return null
    const map = this.#leastSquares(other, this.#inverse)
    if (!keepsRightAngles(map.linear)) return null
    return largestMiss(this.shape, other, map) <= toleranceMetres ? map : null
  }

  /**
   * Returns the maximum distance (metres along an axis) between positions of `other` and an affine copy of this shape;
   * Infinity above `limitMetres`.
   */
  deviation(other: WeldedShape, limitMetres: number): number {
    const { step } = other.mesh
    return this.#own.deviation(other.positions, limitMetres / step) * step
  }

  /** Returns the maximum scale from this shape to `other` over all directions. */
  growth(other: WeldedShape): number {
    const { anchors } = this.#own
    if (anchors === null) return 1
    let max = 0
    for (const one of anchors) {
      for (const two of anchors) {
        if (one === two) continue
        const before = distance(this.shape.positions, one, two) * this.shape.mesh.step
        const after = distance(other.positions, one, two) * other.mesh.step
        max = Math.max(max, after / before)
      }
    }
    return max
  }

  #covariance(): Float64Array {
    const { positions, mesh } = this.shape
    const sums = new Float64Array(9)
    setCenter(this.#center, positions, mesh.step)
    const [cx, cy, cz] = this.#center
    for (let at = 0; at < positions.length; at += 3) {
      const x = positions[at] * mesh.step - cx
      const y = positions[at + 1] * mesh.step - cy
      const z = positions[at + 2] * mesh.step - cz
      sums[0] += x * x
      sums[1] += x * y
      sums[2] += x * z
      sums[4] += y * y
      sums[5] += y * z
      sums[8] += z * z
    }
    sums[3] = sums[1]
    sums[6] = sums[2]
    sums[7] = sums[5]
    return sums
  }

  #leastSquares(other: WeldedShape, inverse: Float64Array): AffineMap {
    const { positions, mesh } = this.shape
    const offset = new Float64Array(3)
    setCenter(offset, other.positions, other.mesh.step)
    const cross = new Float64Array(9)
    for (let at = 0; at < positions.length; at += 3) {
      const x = positions[at] * mesh.step - this.#center[0]
      const y = positions[at + 1] * mesh.step - this.#center[1]
      const z = positions[at + 2] * mesh.step - this.#center[2]
      for (let row = 0; row < 3; row++) {
        const value = other.positions[at + row] * other.mesh.step - offset[row]
        cross[row * 3] += value * x
        cross[row * 3 + 1] += value * y
        cross[row * 3 + 2] += value * z
      }
    }
    const linear = new Float64Array(9)
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        linear[column * 3 + row] =
          cross[row * 3] * inverse[column] +
          cross[row * 3 + 1] * inverse[3 + column] +
          cross[row * 3 + 2] * inverse[6 + column]
      }
    }
    return this.#trimmed({ linear, offset }, Math.min(defaultPrecisionMetres, other.mesh.step / stepsOfPrecision))
  }

  /**
   * Rounds the matrix to the precision required over the shape's size: full floats are four random bytes each in the
   * file.
   */
  #trimmed({ linear, offset }: AffineMap, precisionMetres: number): AffineMap {
    const sides = computeSides(this.shape)
    for (let column = 0; column < 3; column++) {
      const grid = 2 ** Math.floor(Math.log2(precisionMetres / Math.max(sides[column], 1e-6)))
      for (let row = 0; row < 3; row++) {
        const at = column * 3 + row
        linear[at] = Math.round(linear[at] / grid) * grid
        offset[row] -= linear[at] * this.#center[column]
      }
    }
    return { linear, offset }
  }
}

function distance(positions: Positions, one: number, other: number): number {
  const x = positions[one * 3] - positions[other * 3]
  const y = positions[one * 3 + 1] - positions[other * 3 + 1]
  const z = positions[one * 3 + 2] - positions[other * 3 + 2]
  return Math.sqrt(x * x + y * y + z * z)
}

function setCenter(center: Float64Array, positions: Positions, step: number): void {
  const scale = (step * 3) / positions.length
  center.fill(0)
  for (let at = 0; at < positions.length; at += 3) {
    center[0] += positions[at] * scale
    center[1] += positions[at + 1] * scale
    center[2] += positions[at + 2] * scale
  }
}

function computeSides({ positions, mesh }: WeldedShape): [number, number, number] {
  const sides: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < positions.length; at++) sides[at % 3] = Math.max(sides[at % 3], positions[at] * mesh.step)
  return sides
}

function largestMiss(base: WeldedShape, other: WeldedShape, { linear, offset }: AffineMap): number {
  const { positions, mesh } = base
  let max = 0
  for (let at = 0; at < positions.length; at += 3) {
    const x = positions[at] * mesh.step
    const y = positions[at + 1] * mesh.step
    const z = positions[at + 2] * mesh.step
    for (let row = 0; row < 3; row++) {
      const mapped = linear[row] * x + linear[3 + row] * y + linear[6 + row] * z + offset[row]
      const miss = Math.abs(mapped - other.positions[at + row] * other.mesh.step)
      if (miss > max) max = miss
    }
  }
  return max
}

/** Checks that columns are orthogonal and not mirrored: a mirrored copy would face inwards. */
function keepsRightAngles(linear: Float64Array): boolean {
  const dot = (one: number, other: number): number =>
    linear[one] * linear[other] + linear[one + 1] * linear[other + 1] + linear[one + 2] * linear[other + 2]
  const lengths = [Math.sqrt(dot(0, 0)), Math.sqrt(dot(3, 3)), Math.sqrt(dot(6, 6))]
  if (!(Math.min(...lengths) > 1e-6)) return false
  const skew = Math.max(
    Math.abs(dot(0, 3)) / (lengths[0] * lengths[1]),
    Math.abs(dot(0, 6)) / (lengths[0] * lengths[2]),
    Math.abs(dot(3, 6)) / (lengths[1] * lengths[2]),
  )
  return skew <= maxSkew && determinant(linear) > 0
}

function determinant(m: ArrayLike<number>): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
}

/** Inverts a symmetric 3×3 matrix; null when it is singular. */
function invert(m: Float64Array): Float64Array | null {
  const denominator = determinant(m)
  if (!(denominator > Math.max(m[0], m[4], m[8]) ** 3 * 1e-12)) return null
  const cofactor = (a: number, b: number, c: number, d: number): number => (m[a] * m[d] - m[b] * m[c]) / denominator
  return Float64Array.of(
    cofactor(4, 5, 7, 8),
    cofactor(2, 1, 8, 7),
    cofactor(1, 2, 4, 5),
    cofactor(5, 3, 8, 6),
    cofactor(0, 2, 6, 8),
    cofactor(2, 0, 5, 3),
    cofactor(3, 4, 6, 7),
    cofactor(1, 0, 7, 6),
    cofactor(0, 1, 3, 4),
  )
}
