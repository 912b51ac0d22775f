import { describe, expect, it } from 'vitest'
import { computeAppearance } from './lump-appearance.js'

const red = [1, 0, 0] as const

describe('material of ACIS faces', () => {
  it.each([
    ['a single colour', [red, red], red],
    ['equal colours', [red, [1, 0, 0] as const], red],
    ['no colour', [null, null], null],
  ])('is uniform for %s', (_, colors, color) => {
    expect(computeAppearance(colors)).toEqual({ color, isByFace: false, traits: { count: 2 } })
  })

  it('has no colour without faces', () => {
    expect(computeAppearance([])).toEqual({ color: null, isByFace: false, traits: { count: 0 } })
  })

  it('is white with vertex colours for several face colours', () => {
    const appearance = computeAppearance([red, null, [0.5, 2, -1]])
    expect([appearance.color, appearance.isByFace]).toEqual([[1, 1, 1], true])
    expect([...(appearance.traits.colors ?? [])]).toEqual([255, 0, 0, 255, 192, 190, 186, 255, 128, 255, 0, 255])
  })
})
