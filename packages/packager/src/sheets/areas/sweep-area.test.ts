import { describe, expect, it } from 'vitest'
import { sweepArea } from './sweep-area.js'
import { triangulateArea } from './triangulate-area.js'
import type { Triangles } from './sweep-area.js'

function computeArea(triangles: Triangles | null): number {
  let area = 0
  const { points, indices } = triangles ?? { points: [], indices: [] }
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((vertex) => (indices[at + vertex] ?? 0) * 2)
    const [ux, uy] = [points[b ?? 0]! - points[a ?? 0]!, points[(b ?? 0) + 1]! - points[(a ?? 0) + 1]!]
    const [vx, vy] = [points[c ?? 0]! - points[a ?? 0]!, points[(c ?? 0) + 1]! - points[(a ?? 0) + 1]!]
    area += Math.abs(ux * vy - uy * vx) / 2
  }
  return area
}

const square = (x: number, y: number, side: number): number[] => [x, y, x + side, y, x + side, y + side, x, y + side]
const circle = (vertexCount: number, radius: number): number[] =>
  Array.from({ length: vertexCount }, (_, at) => (at / vertexCount) * 2 * Math.PI).flatMap((angle) => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
  ])

describe('sweepArea', () => {
  it.each([
    ['a square', [square(0, 0, 10)], 100],
    ['a clockwise square', [square(0, 0, 10).toReversed()], 100],
    ['a hole', [square(0, 0, 10), square(2, 2, 3)], 91],
    ['an island in a hole', [square(0, 0, 10), square(2, 2, 6), square(4, 4, 1)], 65],
    ['overlapping squares by the even-odd rule', [square(0, 0, 10), square(5, 5, 10)], 150],
    ['a bow tie', [[0, 0, 10, 10, 10, 0, 0, 10]], 50],
    ['a bow tie on its side', [[0, 0, 10, 0, 0, 10, 10, 10]], 50],
    ['a five-pointed star whose center is crossed twice', [[0, 3, 2, -3, -3, 1, 3, 1, -2, -3]], 8.4772],
    ['a duplicate ring', [square(0, 0, 10), square(0, 0, 10)], 0],
    ['an empty outline', [], 0],
  ])('fills %s', (_, rings, area) => {
    expect(computeArea(sweepArea(rings))).toBeCloseTo(area, 3)
  })

  it('writes one trapezoid for sides that stay adjacent', () => {
    expect(sweepArea([square(0, 0, 10), square(20, 3, 4)])?.indices.length).toBe(12)
  })

  it('fills an area too large for ear clipping', () => {
    const vertexCount = 120_000
    const area = computeArea(triangulateArea([circle(vertexCount, 10), circle(vertexCount, 5).toReversed()]))
    expect(area / (75 * Math.PI)).toBeCloseTo(1, 6)
  })
})

describe('triangulateArea', () => {
  it('fills a self-intersecting polygon between its intersections', () => {
    expect(computeArea(triangulateArea([[0, 0, 10, 10, 10, 0, 0, 10]]))).toBeCloseTo(50)
    expect(computeArea(triangulateArea([[0, 0, 12, 10, 12, 0, 0, 6]]))).toBeCloseTo(13.5 + 37.5)
  })

  it('fills a simple polygon, with or without a hole', () => {
    expect(triangulateArea([square(0, 0, 10)])?.indices.length).toBe(6)
    expect(computeArea(triangulateArea([square(0, 0, 10), square(2, 2, 3)]))).toBeCloseTo(91)
  })

  it('returns no triangles for a degenerate polygon', () => {
    expect(triangulateArea([[0, 0, 5, 0, 9, 0]])?.indices.length).toBe(0)
  })
})
