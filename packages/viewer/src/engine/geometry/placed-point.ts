import type { Point } from '../types.js'

/** Converts points between a mesh's quantisation steps and the model. */
export class PlacedFrame {
  readonly #matrix: Float32Array
  readonly #inverse: readonly number[]
  /** Metres per step of the mesh; the mean for placements with non-uniform scale. */
  readonly scale: number

  /** `matrix`: three rows of four numbers. */
  constructor(matrix: Float32Array) {
    this.#matrix = matrix
    const [a, b, c, , d, e, f, , g, h, i] = matrix
    const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    this.scale = Math.cbrt(Math.abs(determinant))
    const size = determinant === 0 ? 0 : 1 / determinant
    this.#inverse = [
      e * i - f * h,
      c * h - b * i,
      b * f - c * e,
      f * g - d * i,
      a * i - c * g,
      c * d - a * f,
      d * h - e * g,
      b * g - a * h,
      a * e - b * d,
    ].map((value) => value * size)
  }

  /** Converts mesh to model coordinates. */
  toModel(x: number, y: number, z: number): Point {
    const m = this.#matrix
    return [
      m[0] * x + m[1] * y + m[2] * z + m[3],
      m[4] * x + m[5] * y + m[6] * z + m[7],
      m[8] * x + m[9] * y + m[10] * z + m[11],
    ]
  }
  /** Converts a direction from mesh to model; not normalised. */
  directionToModel([x, y, z]: readonly [number, number, number]): Point {
    const m = this.#matrix
    return [m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z, m[8] * x + m[9] * y + m[10] * z]
  }
  /** Converts model to mesh coordinates. */
  toMesh(point: Point): Point {
    const m = this.#inverse
    const [x, y, z] = [point[0] - this.#matrix[3], point[1] - this.#matrix[7], point[2] - this.#matrix[11]]
    return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z]
  }
}
