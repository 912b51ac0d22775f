import { describe, expect, it } from 'vitest'
import { autocadColor } from './autocad-color.js'

const toColorBytes = (index: number): readonly number[] | undefined =>
  autocadColor(index)?.map((channel) => Math.round(channel * 255))

describe('autocadColor', () => {
  it.each([
    [1, [255, 0, 0]],
    [2, [255, 255, 0]],
    [3, [0, 255, 0]],
    [4, [0, 255, 255]],
    [5, [0, 0, 255]],
    [6, [255, 0, 255]],
    [7, [255, 255, 255]],
    [8, [128, 128, 128]],
    [9, [192, 192, 192]],
  ])('returns the named colour %d', (index, color) => {
    expect(toColorBytes(index)).toEqual(color)
  })

  it.each([
    ['hues in steps of 15 degrees', 10, [255, 0, 0]],
    ['a quarter of the way to yellow', 20, [255, 64, 0]],
    ['yellow', 50, [255, 255, 0]],
    ['green', 90, [0, 255, 0]],
    ['blue', 170, [0, 0, 255]],
    ['a hue close to red', 240, [255, 0, 64]],
    ['a pale shade for odd indices', 11, [255, 128, 128]],
    ['a darker shade by row', 12, [165, 0, 0]],
    ['the pale darkest shade', 19, [38, 19, 19]],
  ])('returns %s for index %d', (_, index, color) => {
    expect(toColorBytes(index)).toEqual(color)
  })

  it('returns greys for the indices 250 to 255', () => {
    expect([250, 251, 252, 253, 254, 255].map((index) => toColorBytes(index)?.[0])).toEqual([
      51, 91, 132, 173, 214, 255,
    ])
  })

  it('returns null for ByBlock, ByLayer and invalid indices', () => {
    expect([0, 256, -1, 2.5, Number.NaN].map(autocadColor)).toEqual([null, null, null, null, null])
  })
})
