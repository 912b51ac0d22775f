import { describe, expect, it } from 'vitest'
import { computeAppearance } from './lump-appearance.js'

const red = [1, 0, 0] as const

describe('the look of faces', () => {
  it.each([
    ['one colour', [red, red], red],
    ['equal colours', [red, [1, 0, 0] as const], red],
    ['no colour', [null, null], null],
  ])('with %s is a material', (_, colors, color) => {
    expect(computeAppearance(colors)).toEqual({ color, isByFace: false, traits: { count: 2 } })
  })

  it('without any face is plain', () => {
    expect(computeAppearance([])).toEqual({ color: null, isByFace: false, traits: { count: 0 } })
  })

  it('with several colours is written on the vertices, under a white material', () => {
    const appearance = computeAppearance([red, null, [0.5, 2, -1]])
    expect([appearance.color, appearance.isByFace]).toEqual([[1, 1, 1], true])
    expect([...(appearance.traits.colors ?? [])]).toEqual([255, 0, 0, 255, 192, 190, 186, 255, 128, 255, 0, 255])
  })
})
