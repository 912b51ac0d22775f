import type { PreparedMesh } from '@kamar/scene'

/** Maps positions of a base mesh (metres from its origin) to those of another: `linear` column-major, then `offset`. */
export interface AffineMap {
  readonly linear: Float64Array
  readonly offset: Float64Array
}

/** Columns that stand closer to square than this (cosine) are taken as square: normals map by column / |column|². */
const mostSkew = 0.01
/** The quick test judges by four noisy vertices and is that much more lenient. */
const quickLeniency = 6

/**
 * A mesh that others of the same topology are compared with. Four of its vertices span it; every vertex is a fixed
 * combination of those, whatever affine map is applied, so most unlike meshes are told apart after a few vertices.
 */
export class AffineBase {
  readonly mesh: PreparedMesh
  readonly #anchors: readonly number[] | null
  readonly #weights: Float64Array
  readonly #centre = new Float64Array(3)
  readonly #inverse: Float64Array | null

  constructor(mesh: PreparedMesh) {
    this.mesh = mesh
    this.#anchors = spanningVertices(mesh.positions)
    this.#weights = this.#anchors === null ? new Float64Array(0) : anchorWeights(mesh.positions, this.#anchors)
    this.#inverse = this.#anchors === null ? null : invert(this.#covariance())
  }

  /**
   * The map that carries this mesh onto `other`, which has the same topology, with no vertex off by more than
   * `toleranceMetres`; null when there is none that keeps right angles.
   */
  fit(other: PreparedMesh, toleranceMetres: number): AffineMap | null {
    if (
      this.#inverse === null ||
      !(this.deviation(other, toleranceMetres * quickLeniency) <= toleranceMetres * quickLeniency)
    )
      return null
    const map = this.#leastSquares(other, this.#inverse)
    if (!keepsRightAngles(map.linear)) return null
    return largestMiss(this.mesh, other, map) <= toleranceMetres ? map : null
  }

  /** Largest distance (per axis, metres) of `other`'s vertices from where its four spanning ones put them; Infinity above `limit`. */
  deviation(other: PreparedMesh, limit: number): number {
    if (this.#anchors === null) return Infinity
    const { positions, step } = other
    const limitSteps = limit / step
    const [a, b, c, d] = this.#anchors.map((vertex) => vertex * 3)
    let most = 0
    for (let vertex = 0, at = 0; at < positions.length; vertex++, at += 3) {
      const wa = this.#weights[vertex * 4]
      const wb = this.#weights[vertex * 4 + 1]
      const wc = this.#weights[vertex * 4 + 2]
      const wd = this.#weights[vertex * 4 + 3]
      for (let axis = 0; axis < 3; axis++) {
        const predicted =
          wa * positions[a + axis] + wb * positions[b + axis] + wc * positions[c + axis] + wd * positions[d + axis]
        const miss = Math.abs(predicted - positions[at + axis])
        if (miss > most) most = miss
      }
      if (most > limitSteps) return Infinity
    }
    return most * step
  }

  #covariance(): Float64Array {
    const { positions, step } = this.mesh
    const count = positions.length / 3
    for (let at = 0; at < positions.length; at++) this.#centre[at % 3] += (positions[at] * step) / count
    const sums = new Float64Array(9)
    for (let at = 0; at < positions.length; at += 3) {
      for (let row = 0; row < 3; row++) {
        for (let column = 0; column < 3; column++)
          sums[row * 3 + column] +=
            (positions[at + row] * step - this.#centre[row]) * (positions[at + column] * step - this.#centre[column])
      }
    }
    return sums
  }

  #leastSquares(other: PreparedMesh, inverse: Float64Array): AffineMap {
    const base = this.mesh
    const count = base.positions.length / 3
    const otherCentre = new Float64Array(3)
    for (let at = 0; at < other.positions.length; at++)
      otherCentre[at % 3] += (other.positions[at] * other.step) / count
    const cross = new Float64Array(9)
    for (let at = 0; at < base.positions.length; at += 3) {
      const x = base.positions[at] * base.step - this.#centre[0]
      const y = base.positions[at + 1] * base.step - this.#centre[1]
      const z = base.positions[at + 2] * base.step - this.#centre[2]
      for (let row = 0; row < 3; row++) {
        const value = other.positions[at + row] * other.step - otherCentre[row]
        cross[row * 3] += value * x
        cross[row * 3 + 1] += value * y
        cross[row * 3 + 2] += value * z
      }
    }
    const linear = new Float64Array(9)
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 3; column++) {
        let sum = 0
        for (let inner = 0; inner < 3; inner++) sum += cross[row * 3 + inner] * inverse[inner * 3 + column]
        linear[column * 3 + row] = sum
      }
    }
    return this.#trimmed(linear, otherCentre)
  }

  /** Rounds the matrix to what 1/50 mm over the mesh's size needs: full floats would be four random bytes each in the file. */
  #trimmed(linear: Float64Array, otherCentre: Float64Array): AffineMap {
    const sizes = sidesOf(this.mesh)
    const offset = otherCentre.slice()
    for (let column = 0; column < 3; column++) {
      const grid = 2 ** Math.floor(Math.log2(2e-5 / Math.max(sizes[column], 1e-6)))
      for (let row = 0; row < 3; row++) {
        const at = column * 3 + row
        linear[at] = Math.round(linear[at] / grid) * grid
        offset[row] -= linear[at] * this.#centre[column]
      }
    }
    return { linear, offset }
  }
}

function sidesOf(mesh: PreparedMesh): [number, number, number] {
  const sides: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < mesh.positions.length; at++)
    sides[at % 3] = Math.max(sides[at % 3], mesh.positions[at] * mesh.step)
  return sides
}

function largestMiss(base: PreparedMesh, other: PreparedMesh, { linear, offset }: AffineMap): number {
  let most = 0
  for (let at = 0; at < base.positions.length; at += 3) {
    const x = base.positions[at] * base.step
    const y = base.positions[at + 1] * base.step
    const z = base.positions[at + 2] * base.step
    for (let row = 0; row < 3; row++) {
      const mapped = linear[row] * x + linear[3 + row] * y + linear[6 + row] * z + offset[row]
      const miss = Math.abs(mapped - other.positions[at + row] * other.step)
      if (miss > most) most = miss
    }
  }
  return most
}

/** Right angles between columns, and no mirror: a mirrored copy would be inside out. */
function keepsRightAngles(linear: Float64Array): boolean {
  const dot = (one: number, other: number): number =>
    linear[one] * linear[other] + linear[one + 1] * linear[other + 1] + linear[one + 2] * linear[other + 2]
  const lengths = [0, 3, 6].map((column) => Math.sqrt(dot(column, column)))
  if (!(Math.min(...lengths) > 1e-6)) return false
  const skew = Math.max(
    Math.abs(dot(0, 3)) / (lengths[0] * lengths[1]),
    Math.abs(dot(0, 6)) / (lengths[0] * lengths[2]),
    Math.abs(dot(3, 6)) / (lengths[1] * lengths[2]),
  )
  return skew <= mostSkew && determinant(linear) > 0
}

function determinant(m: ArrayLike<number>): number {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6])
}

/** Inverse of a symmetric 3×3 matrix; null when it is flat. */
function invert(m: Float64Array): Float64Array | null {
  const determinantOfM = determinant(m)
  const scale = Math.max(m[0], m[4], m[8])
  if (!(determinantOfM > scale ** 3 * 1e-12)) return null
  const cofactor = (a: number, b: number, c: number, d: number): number => (m[a] * m[d] - m[b] * m[c]) / determinantOfM
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

type Vector = readonly [number, number, number]
const minus = (positions: Uint16Array, one: number, other: number): Vector => [
  positions[one * 3] - positions[other * 3],
  positions[one * 3 + 1] - positions[other * 3 + 1],
  positions[one * 3 + 2] - positions[other * 3 + 2],
]
const cross = (u: Vector, v: Vector): Vector => [
  u[1] * v[2] - u[2] * v[1],
  u[2] * v[0] - u[0] * v[2],
  u[0] * v[1] - u[1] * v[0],
]
const dot = (u: Vector, v: Vector): number => u[0] * v[0] + u[1] * v[1] + u[2] * v[2]

function vertexWithMost(positions: Uint16Array, measure: (vertex: number) => number): [vertex: number, value: number] {
  let best = 0
  let most = -1
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const value = measure(vertex)
    if (value > most) {
      most = value
      best = vertex
    }
  }
  return [best, most]
}

/** Four vertices far apart: the farthest from the first, from that line, from that plane; null for flat meshes. */
function spanningVertices(positions: Uint16Array): readonly number[] | null {
  const [a] = vertexWithMost(positions, (vertex) => dot(minus(positions, vertex, 0), minus(positions, vertex, 0)))
  const [b] = vertexWithMost(positions, (vertex) => dot(minus(positions, vertex, a), minus(positions, vertex, a)))
  const along = minus(positions, b, a)
  const [c, area] = vertexWithMost(positions, (vertex) => {
    const normal = cross(along, minus(positions, vertex, a))
    return dot(normal, normal)
  })
  const normal = cross(along, minus(positions, c, a))
  const [d, volume] = vertexWithMost(positions, (vertex) => Math.abs(dot(normal, minus(positions, vertex, a))))
  return area > 0 && volume > 0 ? [a, b, c, d] : null
}

/** Four weights per vertex: what it is in terms of the spanning vertices. */
function anchorWeights(positions: Uint16Array, [a, b, c, d]: readonly number[]): Float64Array {
  const u = minus(positions, b, a)
  const v = minus(positions, c, a)
  const w = minus(positions, d, a)
  const volume = dot(u, cross(v, w))
  const weights = new Float64Array((positions.length / 3) * 4)
  for (let vertex = 0; vertex < positions.length / 3; vertex++) {
    const point = minus(positions, vertex, a)
    const wb = dot(point, cross(v, w)) / volume
    const wc = dot(point, cross(w, u)) / volume
    const wd = dot(point, cross(u, v)) / volume
    weights.set([1 - wb - wc - wd, wb, wc, wd], vertex * 4)
  }
  return weights
}
