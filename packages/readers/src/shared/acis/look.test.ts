import { describe, expect, it } from 'vitest'
import { lookOf } from './look.js'

const red = [1, 0, 0] as const

describe('the look of faces', () => {
  it.each([
    ['one colour', [red, red], red],
    ['equal colours', [red, [1, 0, 0] as const], red],
    ['no colour', [null, null], null],
  ])('with %s is a material', (_, colors, color) => {
    expect(lookOf(colors)).toEqual({ color, isByFace: false, traits: { count: 2 } })
  })

  it('without any face is plain', () => {
    expect(lookOf([])).toEqual({ color: null, isByFace: false, traits: { count: 0 } })
  })

  it('with several colours is written on the vertices, under a white material', () => {
    const look = lookOf([red, null, [0.5, 2, -1]])
    expect([look.color, look.isByFace]).toEqual([[1, 1, 1], true])
    expect([...(look.traits.colors ?? [])]).toEqual([255, 0, 0, 255, 192, 190, 186, 255, 128, 255, 0, 255])
  })
})
