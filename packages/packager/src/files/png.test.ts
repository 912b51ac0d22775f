import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { toIndexed } from './palette.js'
import { encodeIndexedPng, encodeTruePng } from './png.js'

const read = (rgba: readonly number[], width: number): number[] => [
  ...PNG.sync.read(Buffer.from(encodeIndexedPng(toIndexed(Uint8Array.from(rgba), width, rgba.length / 4 / width))))
    .data,
]

describe('indexed PNG', () => {
  it('keeps a few colours and transparencies exactly', () => {
    const pixels = [255, 0, 0, 255, 12, 200, 7, 128, 0, 0, 0, 0, 255, 0, 0, 255, 90, 90, 90, 255, 0, 0, 0, 0]
    expect(read(pixels, 3)).toEqual(pixels)
  })

  it('encodes a fully transparent image', () => {
    expect(
      read(
        Array.from({ length: 16 }, () => 0),
        2,
      ),
    ).toEqual(Array.from({ length: 16 }, () => 0))
  })

  it('reduces thousands of colours to at most 256 similar ones', () => {
    const pixels = Array.from({ length: 64 * 64 }, (_, at) => [(at % 64) * 4, (at >> 6) * 4, 80, 255]).flat()
    const { palette } = toIndexed(Uint8Array.from(pixels), 64, 64)
    expect(palette.length / 4).toBeLessThanOrEqual(256)
    const misses = read(pixels, 64).map((value, at) => Math.abs(value - (pixels[at] ?? 0)))
    expect(Math.max(...misses)).toBeLessThan(20)
  })
})

describe('true colour PNG', () => {
  it('keeps every pixel, including transparent ones', () => {
    const pixels = Uint8Array.from({ length: 5 * 3 * 4 }, (_, at) => (at * 37) & 255)
    const { width, height, data } = PNG.sync.read(Buffer.from(encodeTruePng({ width: 5, height: 3, pixels })))
    expect([width, height, ...data]).toEqual([5, 3, ...pixels])
  })
})
