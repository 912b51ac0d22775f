import { identityMatrix, type Matrix } from '@kamar/core/math'

const matrixLength = 12
const pageShift = 8
const pageMatrices = 1 << pageShift

/**
 * A growing list of matrices in few arrays, because separate ones take four times the memory. Its first one is
 * `identityMatrix`, which products skip.
 */
export class MatrixList {
  readonly #pages = [new Float64Array(pageMatrices * matrixLength)]
  #length = 1

  /** Number of matrices. */
  get length(): number {
    return this.#length
  }

  /** Appends a copy of a matrix and returns its number; that of `identityMatrix` is 0. */
  push(matrix: Matrix): number {
    if (matrix === identityMatrix) return 0
    const page = this.#length >>> pageShift
    if (page === this.#pages.length) this.#pages.push(new Float64Array(pageMatrices * matrixLength))
    this.#pages[page].set(matrix, (this.#length & (pageMatrices - 1)) * matrixLength)
    return this.#length++
  }

  /** Returns a matrix; it must not be changed. */
  get(number: number): Matrix {
    if (number === 0) return identityMatrix
    const start = (number & (pageMatrices - 1)) * matrixLength
    return this.#pages[number >>> pageShift].subarray(start, start + matrixLength)
  }
}
