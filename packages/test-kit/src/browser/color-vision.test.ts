import { describe, expect, it } from 'vitest'
import { computeColorDifference, computeContrast, computeLabDifference, parseHex, parseNumber } from './color-vision.js'

describe('computeLabDifference', () => {
  // Pairs of the table published with the formula.
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
    [[50, 2.5, 0], [73, 25, -18], 27.1492],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)('returns the published value for %j and %j', (first, second, difference) => {
    expect(computeLabDifference(first, second)).toBeCloseTo(difference, 4)
    expect(computeLabDifference(second, first)).toBeCloseTo(difference, 4)
  })
})

describe('computeColorDifference', () => {
  it('is 100 between black and white, also with deuteranopia', () => {
    expect(computeColorDifference([0, 0, 0], [255, 255, 255])).toBeCloseTo(100, 1)
    expect(computeColorDifference([0, 0, 0], [255, 255, 255], 'deuteranopia')).toBeCloseTo(100, 1)
  })

  it('is smaller between red and green with deuteranopia and protanopia', () => {
    const [red, green] = [parseHex('#c04020'), parseNumber(0x6a7a20)]
    const normal = computeColorDifference(red, green)
    expect(computeColorDifference(red, green, 'deuteranopia')).toBeLessThan(normal / 3)
    expect(computeColorDifference(red, green, 'protanopia')).toBeLessThan(normal / 2)
  })
})

describe('computeContrast', () => {
  it('is 21 between black and white in either order', () => {
    expect(computeContrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
    expect(computeContrast([255, 255, 255], [0, 0, 0])).toBeCloseTo(21, 5)
  })
})
