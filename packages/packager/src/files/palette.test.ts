import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { toIndexed } from './palette.js'

const opaque = (red: number, green: number, blue: number): number[] => [red, green, blue, 255]

/** Reduces pixels of one row and returns each as its palette colour. */
function reduce(pixels: readonly (readonly number[])[]): number[][] {
  const { width, height, palette, pixels: rows } = toIndexed(Uint8Array.from(pixels.flat()), pixels.length, 1)
  expect([width, height, rows.length]).toEqual([pixels.length, 1, pixels.length])
  return [...rows].map((row) => [...palette.subarray(row * 4, row * 4 + 4)])
}

describe('toIndexed', () => {
  it('keeps size and order of the pixels, with the empty background as row 0', () => {
    const rgba = Uint8Array.of(
      ...opaque(9, 9, 9),
      0,
      0,
      0,
      0,
      ...opaque(9, 9, 9),
      ...opaque(200, 0, 0),
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    )
    const image = toIndexed(rgba, 3, 2)
    expect([image.width, image.height]).toEqual([3, 2])
    expect([...image.palette.subarray(0, 4)]).toEqual([0, 0, 0, 0])
    expect(image.palette).toHaveLength(12)
    const [first, second] = [image.pixels[0], image.pixels[3]]
    expect([...image.pixels]).toEqual([first, 0, first, second, 0, 0])
    expect([...image.palette.subarray(first * 4, first * 4 + 4)]).toEqual(opaque(9, 9, 9))
    expect([...image.palette.subarray(second * 4, second * 4 + 4)]).toEqual(opaque(200, 0, 0))
  })

  it('replaces any fully transparent pixel by the background, whatever its colour', () => {
    expect(reduce([[90, 80, 70, 0], opaque(1, 2, 3), [255, 255, 255, 0]])).toEqual([
      [0, 0, 0, 0],
      opaque(1, 2, 3),
      [0, 0, 0, 0],
    ])
  })

  it('separates colours that differ in one channel, opacity included', () => {
    const pixels = [
      [16, 16, 16, 255],
      [32, 16, 16, 255],
      [16, 32, 16, 255],
      [16, 16, 32, 255],
      [16, 16, 16, 128],
    ]
    expect(reduce(pixels)).toEqual(pixels)
  })

  it('merges colours with the same four upper bits to their mean', () => {
    expect(reduce([opaque(16, 40, 250), opaque(18, 41, 254), opaque(19, 47, 255)])).toEqual(
      Array.from({ length: 3 }, () => opaque(18, 43, 253)),
    )
    expect(reduce([opaque(15, 0, 0), opaque(16, 0, 0)])).toEqual([opaque(15, 0, 0), opaque(16, 0, 0)])
  })

  it('gives more colours to what is frequent and wide apart', () => {
    // 400 colours: 20 steps of red by 20 of green; the palette has 255.
    const pixels = Array.from({ length: 256 }, (_, at) => opaque((at & 15) * 16, (at >> 4) * 16, 0))
    const rare = opaque(7, 7, 200)
    const frequent = Array.from({ length: 500 }, () => opaque(100, 220, 250))
    const reduced = reduce([...pixels, ...frequent, rare])
    expect(new Set(reduced.map(String)).size).toBe(255)
    expect(reduced[300]).toEqual(opaque(100, 220, 250))
    expect(reduced.at(-1)).toEqual(rare)
  })

  it('cuts between clusters where the squared errors are smallest', () => {
    // 300 entries in two tight clusters of blue and one far colour: no row may mix the clusters.
    const random = seededRandom(2)
    const near = (value: number): number => value + Math.floor(random() * 40)
    const pixels = Array.from({ length: 3000 }, (_, at) =>
      at % 2 === 0 ? opaque(near(0), near(0), near(0)) : opaque(near(200), near(200), near(200)),
    )
    const reduced = reduce(pixels)
    reduced.forEach(([red], at) => expect(red < 128).toBe(at % 2 === 0))
  })

  it('has a mean error far below that of a fixed palette for a smooth image (seed 4)', () => {
    const random = seededRandom(4)
    const pixels = Array.from({ length: 4096 }, (_, at) =>
      opaque((at & 63) * 4, (at >> 6) * 4, Math.floor(random() * 60)),
    )
    const reduced = reduce(pixels)
    const squares = reduced.flatMap((color, at) =>
      color.map((value, channel) => (value - (pixels[at]?.[channel] ?? 0)) ** 2),
    )
    // A fixed palette of 6 × 6 × 6 colours has steps of 51: a mean square of 51² / 12 = 217 per channel.
    expect(squares.reduce((sum, value) => sum + value, 0) / squares.length).toBeLessThan(217 / 4)
  })
})
