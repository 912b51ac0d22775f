import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { placedInstances } from '../../testing/test-instances.js'
import { computeLength, cross, dot, normalize, subtract } from '../math/vector.js'
import type { Ray } from '../math/ray.js'
import type { GeometryShape } from '../store/geometry-store.js'
import { instanceFlag } from '../store/gpu-chunk.js'
import { InstanceStore } from '../store/instance-store.js'
import type { Point } from '../types.js'
import { nearestPoint } from './point-hit.js'

/** Creates a cloud of quantised points in a cube of 20 m about `center`, behind one point of another geometry. */
function createCloud(points: readonly Point[], center: Point) {
  const instances = new InstanceStore()
  instances.append(placedInstances([{ center, radius: 10 * Math.sqrt(3), flags: instanceFlag.points }]))
  const vertices = Uint16Array.from([9, 9, 9, 9, ...points.flatMap((point) => [...point, 0])])
  const shape: GeometryShape = {
    vertices,
    firstVertex: 1,
    indices: new Uint16Array(0),
    indexStart: 0,
    indexCount: 0,
    kind: 'points',
    vertexCount: points.length,
  }
  const toModel = (point: Point): Point =>
    point.map((value, axis) => center[axis] - 10 + value * 0.02) as unknown as Point
  return { instances, shape, toModel }
}

const ray = (origin: Point, direction: Point, pixelSize = 0.01): Ray => ({
  origin,
  direction: normalize(direction),
  pixelSize,
  pixelGrowth: 0,
})

describe('nearestPoint', () => {
  it('finds the point whose dot begins first on the ray (seed 19)', () => {
    const random = testRandom(19)
    const points = Array.from({ length: 300 }, () =>
      [0, 1, 2].map(() => Math.floor(random() * 1000)),
    ) as unknown as Point[]
    const { instances, shape, toModel } = createCloud(points, [5, 40, -3])
    let hits = 0
    for (let round = 0; round < 200; round++) {
      const aim: Point = [5 + random() * 24 - 12, 40, -3 + random() * 24 - 12]
      const one = {
        ...ray([random() * 30 - 15, -20, random() * 30 - 15], [0, 1, 0]),
        pixelGrowth: 0.002,
      }
      const aimed = { ...one, direction: normalize(subtract(aim, one.origin)) }
      // A dot has a radius of 6 pixels at the distance of its centre.
      const candidates = points.flatMap((point) => {
        const offset = subtract(toModel(point), aimed.origin)
        const along = dot(offset, aimed.direction)
        const radius = 6 * (0.01 + Math.max(0, along) * 0.002)
        const offAxis = computeLength(cross(offset, aimed.direction))
        return offAxis <= radius && along > 0 ? [{ along, start: along - radius, point: toModel(point) }] : []
      })
      const [expected] = candidates.sort((a, b) => a.start - b.start)
      const hit = nearestPoint({ ray: aimed, instances, instance: 0, shape, from: 0, farthest: Infinity })
      expect(hit === null).toBe(expected === undefined)
      if (hit === null || expected === undefined) continue
      hits++
      expect(hit.along).toBeCloseTo(expected.along, 3)
      hit.point.forEach((value, axis) => expect(value).toBeCloseTo(expected.point[axis], 3))
    }
    expect(hits).toBeGreaterThan(40)
  })

  const { instances, shape } = createCloud([[500, 500, 500]], [0, 0, 0])
  const hitWith = (one: Ray, limits: { from?: number; farthest?: number } = {}): number | null =>
    nearestPoint({
      ray: one,
      instances,
      instance: 0,
      shape,
      from: limits.from ?? 0,
      farthest: limits.farthest ?? Infinity,
    })?.along ?? null

  it('accepts a distance of six pixels and no more', () => {
    expect(hitWith(ray([0.0599, -10, 0], [0, 1, 0]))).toBeCloseTo(10, 3)
    expect(hitWith(ray([0.0601, -10, 0], [0, 1, 0]))).toBeNull()
  })

  it('wins over a surface that lies up to its radius in front of it', () => {
    expect(hitWith(ray([0, -10, 0], [0, 1, 0]), { farthest: 9.95 })).toBeCloseTo(10, 3)
    expect(hitWith(ray([0, -10, 0], [0, 1, 0]), { farthest: 9.93 })).toBeNull()
  })

  it('is not hit behind the origin or before the start of the span', () => {
    expect(hitWith(ray([0, 10, 0], [0, 1, 0]))).toBeNull()
    expect(hitWith(ray([0, -10, 0], [0, 1, 0]), { from: 9.99 })).toBeCloseTo(10, 3)
    expect(hitWith(ray([0, -10, 0], [0, 1, 0]), { from: 10.01 })).toBeNull()
    // Far behind the whole cloud.
    expect(hitWith(ray([0, 100, 0], [0, 1, 0]))).toBeNull()
  })

  it('is hit from within the cloud', () => {
    expect(hitWith(ray([0, -1, 0], [0, 1, 0]))).toBeCloseTo(1, 3)
  })
})
