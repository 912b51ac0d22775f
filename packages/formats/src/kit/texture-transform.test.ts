import { describe, expect, it } from 'vitest'
import {
  toImageCoordinates,
  isUntransformed,
  toImageCoordinate,
  textureTransform,
  untransformed,
  type TextureTransform,
} from './texture-transform.js'

const at = (transform: TextureTransform | null, u: number, v: number): number[] =>
  ([0, 1] as const).map(
    (axis) => Math.round(toImageCoordinate(transform ?? untransformed, [u, v], axis) * 1e6) / 1e6 + 0,
  )

describe('texture transform', () => {
  it('flips only the v axis by default', () => {
    expect(at(untransformed, 0, 0)).toEqual([0, 1])
    expect(at(untransformed, 0.25, 0.75)).toEqual([0.25, 0.25])
    expect(isUntransformed(textureTransform({}) ?? [0, 0, 0, 0, 0, 0])).toBe(true)
  })

  it('applies scale, rotation and offset in this order', () => {
    const transform = textureTransform({ scale: [2, 4], rotation: Math.PI / 2, offset: [10, 20] })
    expect(at(transform, 0, 0)).toEqual([10, -19])
    expect(at(transform, 1, 0)).toEqual([10, -21])
    expect(at(transform, 0, 1)).toEqual([6, -19])
    expect(isUntransformed(transform ?? untransformed)).toBe(false)
  })

  it('is null for non-finite numbers', () => {
    expect(textureTransform({ scale: [Number.NaN, 1] })).toBeNull()
    expect(textureTransform({ offset: [0, Infinity] })).toBeNull()
  })

  it('maps an invalid coordinate pair to zero', () => {
    const shifted = textureTransform({ offset: [1, 0] }) ?? untransformed
    expect([...toImageCoordinates([0, 1, Number.NaN, 0.5], shifted)]).toEqual([1, 0, 0, 0])
  })
})
