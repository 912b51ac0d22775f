import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { randomTriangle, sampleTriangle } from '../test-support/reference-triangle.js'
import { IdRaster } from './id-raster.js'

const oneTriangle = Uint32Array.of(0, 1, 2)

function createRaster(width: number, height: number): IdRaster {
  const raster = new IdRaster(width, height)
  raster.ids.fill(-1)
  return raster
}

/** Draws all triangles that `indices` state. */
function draw(raster: IdRaster, points: Float32Array, indices: Uint32Array, id: number): void {
  for (let first = 0; first < indices.length; first += 3) raster.drawTriangle(points, indices, first, id)
}

/** Writes a raster's rows as text: a digit per drawn pixel, a dot per empty one. */
const toRows = ({ ids, buffer: { width } }: IdRaster): string[] =>
  Array.from({ length: ids.length / width }, (_, y) =>
    [...ids.subarray(y * width, (y + 1) * width)].map((id) => (id < 0 ? '.' : `${id}`)).join(''),
  )

describe('IdRaster', () => {
  it('covers the pixels whose centres are inside a triangle or on its edge', () => {
    const raster = createRaster(5, 5)
    draw(raster, Float32Array.of(0.5, 0.5, 1, 0.5, 3.5, 1, 3.5, 0.5, 1), oneTriangle, 7)
    expect(toRows(raster)).toEqual(['7777.', '777..', '77...', '7....', '.....'])
    expect([...raster.buffer.depth.subarray(0, 5)]).toEqual([1, 1, 1, 1, Infinity])
  })

  it('covers no pixel of a triangle that lies between pixel centres', () => {
    const raster = createRaster(4, 4)
    draw(raster, Float32Array.of(0.6, 0.6, 1, 1.4, 0.6, 1, 1.4, 1.4, 1), oneTriangle, 7)
    draw(raster, Float32Array.of(0.6, 0.2, 1, 1.4, 0.2, 1, 1.4, 3.2, 1), oneTriangle, 8)
    // The second one covers the centre of no pixel: column 1 begins at 1.5.
    expect(toRows(raster)).toEqual(['....', '....', '....', '....'])
  })

  it('clips triangles at all four borders', () => {
    const raster = createRaster(3, 2)
    draw(raster, Float32Array.of(-50, -50, 2, 80, -50, 2, -50, 80, 2), oneTriangle, 1)
    expect(toRows(raster)).toEqual(['111', '111'])
    for (const [x, y] of [
      [-9, 0],
      [9, 0],
      [0, -9],
      [0, 9],
    ] as const) {
      const outside = createRaster(3, 2)
      draw(outside, Float32Array.of(x, y, 2, x + 3, y, 2, x, y + 2, 2), oneTriangle, 1)
      expect(toRows(outside), `${x} ${y}`).toEqual(['...', '...'])
    }
  })

  it('keeps the nearer of two triangles, and the first of two at the same depth', () => {
    const raster = createRaster(2, 1)
    const cover = (depth: number): Float32Array => Float32Array.of(-9, -9, depth, 30, -9, depth, -9, 30, depth)
    draw(raster, cover(4), oneTriangle, 1)
    draw(raster, cover(4), oneTriangle, 2)
    expect(toRows(raster)).toEqual(['11'])
    draw(raster, cover(3), oneTriangle, 3)
    draw(raster, cover(5), oneTriangle, 4)
    expect(toRows(raster)).toEqual(['33'])
  })

  it('draws each of several triangles by its indices', () => {
    const raster = createRaster(6, 2)
    const points = Float32Array.of(9, 9, 9, 0, 0, 1, 0, 4, 1, 2, 0, 1, 3, 0, 1, 3, 4, 1, 5, 0, 1)
    draw(raster, points, Uint32Array.of(1, 2, 3, 4, 5, 6), 2)
    expect(toRows(raster)).toEqual(['22.22.', '2..2..'])
  })

  it('matches a pixel-by-pixel test of random triangles in coverage and depth (seed 5)', () => {
    const random = seededRandom(5)
    const grid = { width: 23, height: 17 }
    for (let round = 0; round < 400; round++) {
      const points = Float32Array.from(randomTriangle(random, grid))
      const raster = createRaster(grid.width, grid.height)
      raster.drawTriangle(points, oneTriangle, 0, 3)
      const { depths, undecided } = sampleTriangle(points, grid)
      const wrongPixels = [...raster.ids.keys()].filter((pixel) => {
        const expected = depths.get(pixel)
        if (undecided.has(pixel)) return false
        if (expected === undefined || raster.ids[pixel] !== 3)
          return raster.ids[pixel] !== (expected === undefined ? -1 : 3)
        return !(Math.abs(raster.buffer.depth[pixel] - expected) < 0.02)
      })
      expect(wrongPixels, `round ${round}`).toEqual([])
    }
  })

  it('draws two triangles with a common edge without a gap (seed 8)', () => {
    const random = seededRandom(8)
    for (let round = 0; round < 200; round++) {
      const raster = createRaster(16, 16)
      const [x, y] = [4 + random() * 8, 4 + random() * 8]
      const points = Float32Array.of(-1, -1, 1, 17, -1, 1, 17, 17, 1, -1, 17, 1, x, y, 1)
      draw(raster, points, Uint32Array.of(0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4), 1)
      expect([...raster.ids].indexOf(-1), `round ${round}`).toBe(-1)
    }
  })
})
