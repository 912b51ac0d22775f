import type { Matrix } from '@kamar/core/math'

const matrixLength = 12
const pageShift = 8
const pageMatrices = 1 << pageShift

/** A growing list of matrices in few arrays: separate ones take four times the memory. */
export class MatrixList {
  readonly #pages: Float64Array[] = []
  #length = 0

  /** Number of matrices. */
  get length(): number {
    return this.#length
  }

  /** Appends a copy of a matrix and returns its number. */
  push(matrix: Matrix): number {
    if (this.#length === this.#pages.length * pageMatrices)
      this.#pages.push(new Float64Array(pageMatrices * matrixLength))
    this.#pages[this.#length >>> pageShift].set(matrix, (this.#length & (pageMatrices - 1)) * matrixLength)
    return this.#length++
  }

  /** Returns a matrix; it must not be changed. */
  get(number: number): Matrix {
    const start = (number & (pageMatrices - 1)) * matrixLength
    return this.#pages[number >>> pageShift].subarray(start, start + matrixLength)
  }
}
