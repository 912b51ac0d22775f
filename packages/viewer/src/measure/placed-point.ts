import type { Point } from '../api.js'

/** Brings points from a mesh's own steps into the model and back. */
export class PlacedFrame {
  readonly #matrix: Float32Array
  readonly #inverse: readonly number[]
  /** Metres of a step of the mesh; placements that stretch unevenly have the mean of theirs. */
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

  /** From the mesh into the model. */
  toModel(x: number, y: number, z: number): Point {
    const m = this.#matrix
    return [
      m[0] * x + m[1] * y + m[2] * z + m[3],
      m[4] * x + m[5] * y + m[6] * z + m[7],
      m[8] * x + m[9] * y + m[10] * z + m[11],
    ]
  }
  /** A direction of the mesh in the model; not of length 1. */
  directionToModel([x, y, z]: readonly [number, number, number]): Point {
    const m = this.#matrix
    return [m[0] * x + m[1] * y + m[2] * z, m[4] * x + m[5] * y + m[6] * z, m[8] * x + m[9] * y + m[10] * z]
  }
  /** From the model into the mesh. */
  toMesh(point: Point): Point {
    const m = this.#inverse
    const [x, y, z] = [point[0] - this.#matrix[3], point[1] - this.#matrix[7], point[2] - this.#matrix[11]]
    return [m[0] * x + m[1] * y + m[2] * z, m[3] * x + m[4] * y + m[5] * z, m[6] * x + m[7] * y + m[8] * z]
  }
}
