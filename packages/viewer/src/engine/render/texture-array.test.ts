import { describe, expect, it } from 'vitest'
import { layerSide } from './texture-array.js'

const createSides = (count: number, side: number): number[] => Array.from({ length: count }, () => side)

describe('texture array layer size', () => {
  it('is the power of two that holds the largest texture', () => {
    expect(layerSide([300, 17, 512])).toBe(512)
    expect(layerSide([300, 17])).toBe(512)
    expect(layerSide([2048])).toBe(2048)
  })

  it('has a lower and an upper limit', () => {
    expect(layerSide([2])).toBe(64)
    expect(layerSide([65_535])).toBe(2048)
  })

  it('keeps many textures within the memory of a phone', () => {
    for (const count of [1, 5, 6, 16, 64, 600]) {
      const side = layerSide(createSides(count, 2048))
      expect(count * side * side * (16 / 3)).toBeLessThanOrEqual(128 * 1024 * 1024)
    }
    expect(layerSide(createSides(16, 2048))).toBe(1024)
  })
})
