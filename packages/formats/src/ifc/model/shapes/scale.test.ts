import { describe, expect, it } from 'vitest'
import type { Matrix } from '@kamar/core/math'
import { noScale, splitScale } from './scale.js'

const rounded = (matrix: Matrix): number[] => [...matrix].map((value) => Math.round(value * 1e9) / 1e9 + 0)

describe('splitScale', () => {
  const scaled = (x: number, y: number, z: number): Matrix => Float64Array.of(0, x, 0, -y, 0, 0, 0, 0, z, 1, 2, 3)

  it('keeps a mild scale in the matrix', () => {
    for (const matrix of [scaled(1, 1, 1), scaled(2, 0.5, 1.5)]) {
      const split = splitScale(matrix)
      expect(split.scale).toBe(noScale)
      expect(split.matrix).toBe(matrix)
    }
  })

  it('extracts a strong scale from the matrix', () => {
    const { scale, matrix } = splitScale(scaled(1000, 3, 0.001))
    expect(scale).toEqual([1000, 3, 0.001])
    expect(rounded(matrix)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, 3])
  })

  it('extracts a mirror image as a scale, however mild', () => {
    const { scale, matrix } = splitScale(scaled(1, 1, -1))
    expect(scale).toEqual([1, 1, -1])
    expect(rounded(matrix)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, 3])
    const mirroredX = splitScale(Float64Array.of(-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0))
    expect(mirroredX.scale).toEqual([1, 1, -1])
    expect(rounded(mirroredX.matrix)).toEqual([-1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0])
  })

  it('leaves a zero or non-finite scale in the matrix', () => {
    for (const bad of [scaled(0, 1, 1), scaled(NaN, 1, 1), scaled(Infinity, 1, 1)])
      expect(splitScale(bad).scale).toBe(noScale)
  })
})
