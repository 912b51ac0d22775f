import { describe, expect, it } from 'vitest'
import { byBlockColor, byLayerColor, toColor, toIndexColor, toOpacity, toRgbColor } from './index.js'

describe('toIndexColor', () => {
  it('returns colours of the palette, and inherited ones by 0 and 256', () => {
    expect([1, 255].map(toIndexColor)).toEqual([
      { kind: 'index', index: 1 },
      { kind: 'index', index: 255 },
    ])
    expect([0, 256].map(toIndexColor)).toEqual([byBlockColor, byLayerColor])
  })

  it.each([-1, 257, 32_767, Number.NaN, 1.5])('returns colour 7 for %d', (index) => {
    expect(toIndexColor(index)).toEqual({ kind: 'index', index: 7 })
  })
})

describe('toColor', () => {
  it.each([
    ['the layer', 0xc0_000000, byLayerColor],
    ['the block', 0xc1_000000, byBlockColor],
    ['red, green and blue', 0xc2_123456, { kind: 'rgb', rgb: 0x123456 }],
    ['an index', 0xc3_000005, { kind: 'index', index: 5 }],
    ['an unknown form', 0xc8_000005, byLayerColor],
    ['no form', 0, byLayerColor],
  ])('returns the colour of %s, also of a signed number', (_name, value, color) => {
    expect(toColor(value)).toEqual(color)
    expect(toColor(value | 0)).toEqual(color)
  })
})

describe('toRgbColor', () => {
  it('drops the highest byte', () => {
    expect(toRgbColor(0xc2_123456 | 0)).toEqual({ kind: 'rgb', rgb: 0x123456 })
  })
})

describe('toOpacity', () => {
  it.each([
    ['nothing', 0, 'byLayer'],
    ['the block', 0x01_000000, 'byBlock'],
    ['90 % transparency', 0x02_000019, 0.1],
    ['50 % transparency', 0x02_00007f, 0.5],
    ['no transparency', 0x02_0000ff, 1],
    ['complete transparency in another form', 0x03_000000, 0],
    ['an unknown form', 0x04_0000ff, 'byLayer'],
  ])('returns the opacity of %s', (_name, value, opacity) => {
    expect(toOpacity(value)).toBe(opacity)
  })
})
