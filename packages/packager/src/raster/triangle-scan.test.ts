import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { randomTriangle, sampleTriangle } from '../test-support/reference-triangle.js'
import { getTriangle, TriangleScan } from './triangle-scan.js'

const first = { a: 0, b: 3, c: 6 }

/** Lists the pixels of a scan with their depths. */
function listPixels(scan: TriangleScan): Map<number, number> {
  const pixels = new Map<number, number>()
  for (let row = 0; row < scan.rows; row++)
    for (let pixel = scan.first[row]; pixel <= scan.last[row]; pixel++)
      pixels.set(pixel, scan.depth[row] + (pixel - scan.first[row]) * scan.depthStep)
  return pixels
}

describe('TriangleScan', () => {
  it('lists the runs of a triangle from top to bottom with depths of its plane', () => {
    const scan = new TriangleScan({ width: 10, height: 10 })
    // depth = 2x + 3y
    scan.scan(Float32Array.of(0.5, 3.5, 11.5, 3.5, 0.5, 8.5, 0.5, 0.5, 2.5), first)
    expect(scan.rows).toBe(4)
    expect([...scan.first.subarray(0, 4)]).toEqual([0, 10, 20, 30])
    expect([...scan.last.subarray(0, 4)]).toEqual([3, 12, 21, 30])
    expect(scan.depthStep).toBeCloseTo(2, 5)
    ;[2.5, 5.5, 8.5, 11.5].forEach((depth, row) => expect(scan.depth[row]).toBeCloseTo(depth, 4))
  })

  it('matches a pixel-by-pixel test of random triangles (seed 21)', () => {
    const random = seededRandom(21)
    const grid = { width: 19, height: 24 }
    const scan = new TriangleScan(grid)
    for (let round = 0; round < 400; round++) {
      const points = Float32Array.from(randomTriangle(random, grid))
      const { depths, undecided } = sampleTriangle(points, grid)
      if ([...depths.keys()].every((pixel) => undecided.has(pixel))) continue
      scan.scan(points, first)
      const pixels = listPixels(scan)
      const wrongPixels = Array.from({ length: grid.width * grid.height }, (_, pixel) => pixel).filter((pixel) => {
        const [depth, expected] = [pixels.get(pixel), depths.get(pixel)]
        if (undecided.has(pixel)) return false
        if (depth === undefined || expected === undefined) return depth !== expected
        return !(Math.abs(depth - expected) < 0.02)
      })
      expect(wrongPixels, `round ${round}`).toEqual([])
    }
  })

  it('gives a triangle without a pixel centre the pixel of its centroid, at the mean depth', () => {
    const scan = new TriangleScan({ width: 8, height: 8 })
    const thin = Float32Array.of(2.6, 3.6, 1, 3.4, 3.6, 2, 3.3, 4.4, 6)
    scan.scan(thin, first)
    expect([...listPixels(scan)]).toEqual([[3 * 8 + 3, 3]])
    scan.scan(Float32Array.of(1, 1, 1, 3, 3, 2, 5, 5, 3), first)
    expect([...listPixels(scan)]).toEqual([[3 * 8 + 3, 2]])
    expect([scan.rows, scan.depthStep]).toEqual([1, 0])
  })

  it('gives a thin triangle that passes rows between their centres its centroid too', () => {
    const scan = new TriangleScan({ width: 8, height: 8 })
    scan.scan(Float32Array.of(2.6, 0.2, 4, 2.9, 0.2, 4, 2.6, 6.2, 4), first)
    expect([...listPixels(scan)]).toEqual([[2 * 8 + 2, 4]])
  })

  it.each([
    ['left', -0.4, 2.2],
    ['above', 2.2, -0.4],
    ['right', 8.1, 2.2],
    ['below', 2.2, 8.1],
  ])('lists nothing for a small triangle %s of the grid', (_, x, y) => {
    const scan = new TriangleScan({ width: 8, height: 8 })
    scan.scan(Float32Array.of(x, y, 1, x + 0.1, y, 1, x, y + 0.1, 1), first)
    expect(scan.rows).toBe(0)
  })

  it('takes the last row and column of the grid for a small triangle in them', () => {
    const scan = new TriangleScan({ width: 8, height: 6 })
    scan.scan(Float32Array.of(7.8, 5.8, 1, 7.9, 5.8, 1, 7.8, 5.9, 1), first)
    expect([...listPixels(scan).keys()]).toEqual([47])
    scan.scan(Float32Array.of(0.1, 0.1, 1, 0.2, 0.1, 1, 0.1, 0.2, 1), first)
    expect([...listPixels(scan).keys()]).toEqual([0])
  })

  it('drops the previous triangle', () => {
    const scan = new TriangleScan({ width: 8, height: 8 })
    scan.scan(Float32Array.of(0, 0, 1, 8, 0, 1, 0, 8, 1), first)
    expect(scan.rows).toBe(8)
    scan.scan(Float32Array.of(20, 20, 1, 28, 20, 1, 20, 28, 1), first)
    expect(scan.rows).toBe(0)
  })
})

describe('getTriangle', () => {
  it('converts three indices to offsets of x, y, depth', () => {
    expect(getTriangle(Uint32Array.of(9, 9, 9, 4, 0, 2), 3)).toEqual({ a: 12, b: 0, c: 6 })
  })
})
