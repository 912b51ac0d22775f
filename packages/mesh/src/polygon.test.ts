import { seededRandom, stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { maxConcaveVertices, newClipBudget, triangulate as triangulateWithin } from './polygon.js'

type Point = readonly [number, number, number]

const triangulate = (points: Float64Array) => triangulateWithin(points, newClipBudget())
const flat = (points: readonly Point[]): Float64Array => Float64Array.from(points.flat())

/** Sums the triangles' areas and normals, to compare with the polygon's own. */
function measure(points: readonly Point[], triangles: readonly number[]): { area: number; normal: Point } {
  let area = 0
  const normal: [number, number, number] = [0, 0, 0]
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((index) => points[triangles[at + index] ?? 0] ?? [0, 0, 0])
    const [u, v] = [b, c].map((point) => [0, 1, 2].map((axis) => (point?.[axis] ?? 0) - (a?.[axis] ?? 0)))
    const [ux = 0, uy = 0, uz = 0] = u ?? []
    const [vx = 0, vy = 0, vz = 0] = v ?? []
    const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    area += Math.hypot(...cross) / 2
    cross.forEach((value, axis) => (normal[axis] = (normal[axis] ?? 0) + value / 2))
  }
  return { area, normal }
}

const onPlane = (outline: readonly (readonly [number, number])[], toPoint: (u: number, v: number) => Point): Point[] =>
  outline.map(([u, v]) => toPoint(u, v))

const lShape = [
  [0, 0],
  [4, 0],
  [4, 1],
  [1, 1],
  [1, 3],
  [0, 3],
] as const
const planes: readonly (readonly [string, (u: number, v: number) => Point])[] = [
  ['floor', (u, v) => [u, v, 7]],
  ['wall', (u, v) => [u, 5, v]],
  ['slope', (u, v) => [u, v, u + 2 * v]],
  ['steep back-facing slope', (u, v) => [v, u, -3 * u]],
]

describe.each(planes)('polygon triangulation on a %s', (_, toPoint) => {
  it('covers a concave outline exactly and keeps its orientation', () => {
    const points = onPlane(lShape, toPoint)
    const triangles = triangulate(flat(points))
    expect(triangles).toHaveLength(3 * (lShape.length - 2))
    const forward = measure(points, triangles as number[])
    const reversed = points.toReversed()
    const backward = measure(reversed, triangulate(flat(reversed)) as number[])
    expect(forward.area).toBeCloseTo(Math.hypot(...forward.normal), 9)
    expect(backward.normal.map((value) => -value)).toEqual(forward.normal.map((value) => expect.closeTo(value, 9)))
  })

  it.each([
    [
      'at the second',
      [
        [0, 0],
        [1, 0.2],
        [4, 0],
        [1, 3],
      ],
      [1, 2, 3, 1, 3, 0],
    ],
    [
      'at the first',
      [
        [1, 0.2],
        [4, 0],
        [1, 3],
        [0, 0],
      ],
      [0, 1, 2, 0, 2, 3],
    ],
  ] as const)('cuts a quad with a reflex vertex %s from that vertex', (__, outline, expected) => {
    const points = onPlane(
      outline.map(([u, v]) => [u, u === 1 && v < 1 ? 0.9 : v] as const),
      toPoint,
    )
    expect(triangulate(flat(points))).toEqual(expected)
  })
})

describe('polygon triangulation', () => {
  it('fans convex outlines but not a self-intersecting star', () => {
    const round = (step: number): Point[] =>
      [0, 1, 2, 3, 4].map((index) => [Math.cos(index * step), Math.sin(index * step), 0])
    expect(triangulate(flat(round((2 * Math.PI) / 5)))).toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4])
    expect(triangulate(flat(round((4 * Math.PI) / 5)))).not.toEqual([0, 1, 2, 0, 2, 3, 0, 3, 4])
  })

  it('bridges to a hole without covering it', () => {
    const points: Point[] = [
      [0, 0, 0],
      [4, 0, 0],
      [4, 4, 0],
      [0, 4, 0],
      [0, 0, 0],
      [1, 1, 0],
      [1, 3, 0],
      [3, 3, 0],
      [3, 1, 0],
      [1, 1, 0],
    ]
    const { area } = measure(points, triangulate(flat(points)) as number[])
    expect(area).toBeCloseTo(12)
  })

  it('returns the reason when there are no triangles', () => {
    const line = flat([
      [0, 0, 0],
      [1, 1, 1],
      [2, 2, 2],
      [3, 3, 3],
    ])
    expect(triangulate(line)).toBe('no-area')
    const jagged = Array.from({ length: maxConcaveVertices + 2 }, (_, index): Point => {
      const [angle, radius] = [(2 * Math.PI * index) / (maxConcaveVertices + 2), 1 + (index % 2)]
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0]
    })
    expect(triangulate(flat(jagged))).toBe('polygon-too-complex')
  })

  it('takes less than ten seconds of CPU time for the largest outlines', () => {
    const spiral = Array.from({ length: maxConcaveVertices }, (_, index): Point => {
      const half = maxConcaveVertices / 2
      const revolution = index < half ? index : maxConcaveVertices - 1 - index
      const [angle, radius] = [revolution * 0.05, 10 + revolution * 0.02 + (index < half ? 0 : 0.9)]
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0]
    })
    const random = seededRandom(11)
    const scribble = Array.from({ length: maxConcaveVertices }, (): Point => [random(), random(), 0])
    for (const outline of [spiral, scribble]) {
      const processorMilliseconds = stopwatch()
      triangulate(flat(outline))
      expect(processorMilliseconds()).toBeLessThan(10_000)
    }
  })

  it('stops when the budget of the file is spent', () => {
    const budget = { left: 100 }
    const outline = flat(onPlane(lShape, (u, v) => [u, v, 0]))
    expect([1, 2, 3].map(() => triangulateWithin(outline, budget)).map((result) => typeof result)).toEqual([
      'object',
      'object',
      'string',
    ])
    expect(triangulateWithin(outline.slice(0, 9), budget)).toEqual([0, 1, 2])
  })

  it('keeps the area of random star-shaped outlines', () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = seededRandom(seed)
      const count = 5 + Math.floor(random() * 60)
      const points = Array.from({ length: count }, (_, index): Point => {
        const [angle, radius] = [(2 * Math.PI * index) / count, 0.2 + random()]
        return [radius * Math.cos(angle), radius * Math.sin(angle), radius * Math.cos(angle) * 0.5]
      })
      const { area, normal } = measure(points, triangulate(flat(points)) as number[])
      expect(area, `seed ${seed}`).toBeCloseTo(Math.hypot(...normal), 6)
    }
  })
})
