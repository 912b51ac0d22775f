import { describe, expect, it } from 'vitest'
import {
  axesMatrix,
  identityMatrix,
  isFiniteMatrix,
  multiplyMatrices,
  scaleTranslation,
  type Matrix,
} from './matrix.js'
import { cross, normalized } from './vector.js'

const rounded = (matrix: Matrix): number[] => [...matrix].map((value) => Math.round(value * 1e9) / 1e9 + 0)
/** Builds a quarter turn about z, then a translation. */
const rotationAt = (x: number, y: number, z: number): Matrix => Float64Array.of(0, 1, 0, -1, 0, 0, 0, 0, 1, x, y, z)

describe('matrix product', () => {
  it('applies the second factor first', () => {
    const translation = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0)
    expect(rounded(multiplyMatrices(rotationAt(1, 2, 3), translation))).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 7, 3])
    expect(rounded(multiplyMatrices(translation, rotationAt(1, 2, 3)))).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 6, 2, 3])
  })

  it('returns the other factor for the identity matrix', () => {
    const other = rotationAt(1, 2, 3)
    expect(multiplyMatrices(identityMatrix, other)).toBe(other)
    expect(multiplyMatrices(other, identityMatrix)).toBe(other)
    expect(rounded(multiplyMatrices(other, Float64Array.from(identityMatrix)))).toEqual(rounded(other))
  })

  it('is the identity for four quarter turns', () => {
    const quarterRotation = rotationAt(0, 0, 0)
    const fullRotation = [quarterRotation, quarterRotation, quarterRotation].reduce(
      (all, each) => multiplyMatrices(all, each),
      quarterRotation,
    )
    expect(rounded(fullRotation)).toEqual([...identityMatrix])
  })
})

describe('matrix translation', () => {
  it('is scaled to another unit without changing the rest', () => {
    const matrix = rotationAt(1000, 2000, -500)
    expect(rounded(scaleTranslation(matrix, 0.001))).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1, 1, 2, -0.5])
    expect(matrix[9]).toBe(1000)
  })

  it('is checked for non-finite numbers', () => {
    expect(isFiniteMatrix(rotationAt(1, 2, 3))).toBe(true)
    expect(isFiniteMatrix(rotationAt(1, NaN, 3))).toBe(false)
    expect(isFiniteMatrix(rotationAt(1, Infinity, 3))).toBe(false)
  })
})

describe('vector', () => {
  it('is normalized in its direction, or null without one', () => {
    expect(normalized([0, 3, 4])).toEqual([0, 0.6, 0.8])
    expect(normalized([0, 0, 0])).toBeNull()
    expect(normalized([NaN, 0, 0])).toBeNull()
    expect(normalized([Infinity, 0, 0])).toBeNull()
  })

  it('has a right-handed cross product', () => {
    expect(cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1])
    expect(cross([0, 1, 0], [1, 0, 0])).toEqual([0, 0, -1])
  })
})

describe('axis placement', () => {
  it.each([
    ['a location only', null, null, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['a reference along y', null, [0, 2, 0], [0, 1, 0, -1, 0, 0, 0, 0, 1]],
    ['an axis along x and a reference along y', [1, 0, 0], [0, 1, 0], [0, 1, 0, 0, 0, 1, 1, 0, 0]],
    ['a reference that is not perpendicular to the axis', [0, 0, 1], [1, 0, 1], [1, 0, 0, 0, 1, 0, 0, 0, 1]],
    ['a downward axis', [0, 0, -1], [1, 0, 0], [1, 0, 0, 0, -1, 0, 0, 0, -1]],
    ['an axis of zero length', [0, 0, 0], [1, 0, 0], [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  ] as const)('is computed from %s', (_, axis, reference, expected) => {
    expect(rounded(axesMatrix([7, 8, 9], axis, reference))).toEqual([...expected, 7, 8, 9])
  })

  it.each([
    ['x', [1, 0, 0], [1, 0, 0]],
    ['z', [0, 0, 1], [0, 0, 1]],
    ['y in opposite directions', [0, 1, 0], [0, -1, 0]],
  ] as const)('stays right-handed when axis and reference are both along %s', (_, axis, reference) => {
    const m = axesMatrix([0, 0, 0], axis, reference)
    const [x, y, z] = [m.slice(0, 3), m.slice(3, 6), m.slice(6, 9)].map(([a = 0, b = 0, c = 0]) => [a, b, c] as const)
    expect([...z!]).toEqual([...axis])
    expect(cross(x!, y!).map((value) => value + 0)).toEqual([...z!])
    expect(Math.hypot(...x!)).toBeCloseTo(1, 12)
  })
})
