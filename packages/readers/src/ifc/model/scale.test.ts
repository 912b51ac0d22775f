import { describe, expect, it } from 'vitest'
import type { Matrix } from '../../shared/matrix.js'
import { noScale, splitScale } from './scale.js'

const rounded = (matrix: Matrix): number[] => [...matrix].map((value) => Math.round(value * 1e9) / 1e9 + 0)

describe('stretching in a frame', () => {
  const scaled = (x: number, y: number, z: number): Matrix => Float64Array.of(0, x, 0, -y, 0, 0, 0, 0, z, 1, 2, 3)

  it('stays there while it is mild', () => {
    for (const matrix of [scaled(1, 1, 1), scaled(2, 0.5, 1.5)]) {
      const split = splitScale(matrix)
      expect(split.scale).toBe(noScale)
      expect(split.matrix).toBe(matrix)
    }
  })

  it('goes out of it when it is strong', () => {
    const { scale, matrix } = splitScale(scaled(1000, 3, 0.001))
    expect(scale).toEqual([1000, 3, 0.001])
    expect(rounded(matrix)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, 3])
  })

  it('goes out of it when it is a mirror image, however mild', () => {
    const { scale, matrix } = splitScale(scaled(1, 1, -1))
    expect(scale).toEqual([1, 1, -1])
    expect(rounded(matrix)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, 3])
    const mirroredX = splitScale(Float64Array.of(-1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0))
    expect(mirroredX.scale).toEqual([1, 1, -1])
    expect(rounded(mirroredX.matrix)).toEqual([-1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 0])
  })

  it('that flattens or is no number is left alone', () => {
    for (const bad of [scaled(0, 1, 1), scaled(NaN, 1, 1), scaled(Infinity, 1, 1)])
      expect(splitScale(bad).scale).toBe(noScale)
  })
})
