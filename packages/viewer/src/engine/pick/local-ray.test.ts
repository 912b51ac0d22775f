import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { add, cross, dot, normalize, scale } from '../math/vector.js'
import { placementStride } from '../store/gpu-chunk.js'
import type { GeometryShape } from '../store/geometry-store.js'
import type { Point } from '../types.js'
import { normalToModel, toLocal } from './local-ray.js'
import { hitTriangles, readVertices } from './shape-hit.js'

/** Creates placements of random matrices; the second of them is mirrored. */
function createPlacements(random: () => number, count: number): Float32Array {
  const placements = new Float32Array(count * placementStride)
  for (let instance = 0; instance < count; instance++)
    for (let at = 0; at < 12; at++) placements[instance * placementStride + at] = random() * 4 - 2
  return placements
}

const transform = (m: Float32Array, instance: number, [x, y, z]: Point, share = 1): Point => {
  const row = (at: number): number => {
    const from = instance * placementStride + at
    return m[from] * x + m[from + 1] * y + m[from + 2] * z + share * m[from + 3]
  }
  return [row(0), row(4), row(8)]
}

describe('toLocal', () => {
  it('maps points of the ray to points at the same distance (seed 3)', () => {
    const random = testRandom(3)
    const placements = createPlacements(random, 20)
    const next = (): number => random() * 6 - 3
    for (let instance = 0; instance < 20; instance++) {
      const ray = {
        origin: [next(), next(), next()] as Point,
        direction: normalize([next(), next(), next()]),
        pixelSize: 0,
        pixelGrowth: 0,
      }
      const local = toLocal(ray, placements, instance)
      if (local === null) throw new Error('a regular matrix has an inverse')
      for (const along of [0, 0.7, 12]) {
        const back = transform(placements, instance, add(local.origin, scale(local.direction, along)))
        back.forEach((value, axis) => expect(value).toBeCloseTo(ray.origin[axis] + ray.direction[axis] * along, 4))
      }
    }
  })

  it('is null for a transform that flattens, and for one without numbers', () => {
    const ray = { origin: [0, 0, 0], direction: [0, 1, 0], pixelSize: 0, pixelGrowth: 0 } as const
    const placements = new Float32Array(placementStride * 2)
    placements.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 5])
    placements.set([1, 0, 0, 0, 0, Number.NaN, 0, 0, 0, 0, 1, 5], placementStride)
    expect([toLocal(ray, placements, 0), toLocal(ray, placements, 1)]).toEqual([null, null])
  })
})

describe('normalToModel', () => {
  it('stays perpendicular to a transformed face (seed 5)', () => {
    const random = testRandom(5)
    const placements = createPlacements(random, 30)
    const next = (): number => random() * 2 - 1
    for (let instance = 0; instance < 30; instance++) {
      const ray = { origin: [0, 0, 0], direction: [1, 0, 0], pixelSize: 0, pixelGrowth: 0 } as const
      const local = toLocal(ray, placements, instance)
      if (local === null) throw new Error('a regular matrix has an inverse')
      const [u, v]: [Point, Point] = [
        [next(), next(), next()],
        [next(), next(), next()],
      ]
      const normal = normalize(normalToModel(local.inverse, cross(u, v) as [number, number, number]))
      expect(dot(normal, normalize(transform(placements, instance, u, 0)))).toBeCloseTo(0, 4)
      expect(dot(normal, normalize(transform(placements, instance, v, 0)))).toBeCloseTo(0, 4)
    }
  })
})

/** A triangle with corners (10, 0, 0), (0, 10, 0), (0, 0, 10), after another one of the same mesh. */
const shape: GeometryShape = {
  vertices: Uint16Array.of(...[99, 99, 99, 0], ...[10, 0, 0, 0], ...[0, 10, 0, 0], ...[0, 0, 10, 0]),
  firstVertex: 1,
  indices: Uint16Array.of(7, 7, 7, 0, 1, 2),
  indexStart: 3,
  indexCount: 3,
  kind: 'triangles',
  vertexCount: 3,
}

function computeHit(origin: Point, direction: Point, limits: { from?: number; distance?: number } = {}): number | null {
  const hit = { distance: limits.distance ?? Infinity, index: -1, from: limits.from ?? 0 }
  hitTriangles({ shape, ray: { origin, direction, inverse: [] }, hit }, 3, 6)
  return hit.index < 0 ? null : hit.distance
}

describe('hitTriangles', () => {
  it('hits from both sides', () => {
    expect(computeHit([0, 0, 0], [1, 1, 1])).toBeCloseTo(10 / 3, 9)
    expect(computeHit([9, 9, 9], [-1, -1, -1])).toBeCloseTo(9 - 10 / 3, 9)
  })

  it('hits its vertices and sides, and nothing beside them', () => {
    expect(computeHit([10, 0, -5], [0, 0, 1])).toBeCloseTo(5, 9)
    expect(computeHit([5, 5, -5], [0, 0, 1])).toBeCloseTo(5, 9)
    for (const outside of [
      [-0.01, 4, -5],
      [4, -0.01, -5],
      [5.01, 5, -5],
    ] as Point[])
      expect(computeHit(outside, [0, 0, 1])).toBeNull()
  })

  it('ignores hits behind the ray, before its start, and beyond the nearest so far', () => {
    expect(computeHit([9, 9, 9], [1, 1, 1])).toBeNull()
    expect(computeHit([0, 0, 0], [1, 1, 1], { from: 3.4 })).toBeNull()
    expect(computeHit([0, 0, 0], [1, 1, 1], { from: 3.3 })).toBeCloseTo(10 / 3, 9)
    expect(computeHit([0, 0, 0], [1, 1, 1], { distance: 3.3 })).toBeNull()
  })

  it('ignores a triangle parallel to the ray', () => {
    expect(computeHit([1, 1, 0], normalize([1, -1, 0]))).toBeNull()
  })

  it('agrees with the plane and the half-planes of random triangles (seed 13)', () => {
    const random = testRandom(13)
    let hits = 0
    for (let round = 0; round < 400; round++) {
      const vertices = Uint16Array.from({ length: 12 }, () => Math.floor(random() * 20))
      const one: GeometryShape = { ...shape, vertices, firstVertex: 0, indices: Uint16Array.of(0, 1, 2), indexStart: 0 }
      const ray = {
        origin: [random() * 20, random() * 20, -10] as Point,
        direction: normalize([random() - 0.5, random() - 0.5, 1]),
        inverse: [],
      }
      const hit = { distance: Infinity, index: -1, from: 0 }
      hitTriangles({ shape: one, ray, hit }, 0, 3)
      const [a, b, c] = readVertices(one, 0, 3) as unknown as [Point, Point, Point]
      const normal = cross([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]])
      const slope = dot(normal, ray.direction)
      if (Math.abs(slope) < 1e-6) continue
      const along = (dot(normal, a) - dot(normal, ray.origin)) / slope
      const point = add(ray.origin, scale(ray.direction, along))
      const sides = [
        [a, b],
        [b, c],
        [c, a],
      ].map(([from, to]) =>
        dot(
          normal,
          cross(
            [to[0] - from[0], to[1] - from[1], to[2] - from[2]],
            [point[0] - from[0], point[1] - from[1], point[2] - from[2]],
          ),
        ),
      )
      if (sides.some((side) => Math.abs(side) < 1e-6)) continue
      const isHit = along > 0 && sides.every((side) => side > 0)
      expect(hit.index >= 0).toBe(isHit)
      expect(hit.distance).toBeCloseTo(isHit ? along : Infinity, 6)
      hits += isHit ? 1 : 0
    }
    expect(hits).toBeGreaterThan(20)
  })
})

describe('readVertices', () => {
  it('reads the corners of a triangle and the ends of a segment', () => {
    expect(readVertices(shape, 3, 3)).toEqual([
      [10, 0, 0],
      [0, 10, 0],
      [0, 0, 10],
    ])
    expect(readVertices(shape, 4, 2)).toEqual([
      [0, 10, 0],
      [0, 0, 10],
    ])
  })
})
