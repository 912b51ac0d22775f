import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { normalize } from '../math/vector.js'
import type { Point } from '../types.js'
import { spanWithin } from './ray-span.js'

const createRay = (origin: Point, direction: Point) => ({ origin, direction, pixelSize: 0, pixelGrowth: 0 })

describe('spanWithin', () => {
  it('leaves the whole ray without planes', () => {
    expect(spanWithin(createRay([1, 2, 3], [0, 1, 0]), new Float64Array(0))).toEqual({
      from: 0,
      to: Infinity,
      entry: null,
    })
  })

  it('begins at the plane through which the ray enters, with the normal towards its origin', () => {
    const ray = createRay([0, -10, 0], [0, 1, 0])
    // The side y ≥ 2 stays.
    expect(spanWithin(ray, Float64Array.of(0, 1, 0, -2))).toEqual({ from: 12, to: Infinity, entry: [-0, -1, -0] })
    // The side y ≤ 2 stays.
    expect(spanWithin(ray, Float64Array.of(0, -1, 0, 2))).toEqual({ from: 0, to: 12, entry: null })
  })

  it('begins at the last of several entries and ends at the first exit', () => {
    const ray = createRay([0, 0, 0], [0, 1, 0])
    const planes = Float64Array.of(0, 1, 0, -2, 0, 0.6, 0.8, -3, 0, -1, 0, 9, 0, -1, 0, 7)
    expect(spanWithin(ray, planes)).toEqual({ from: 5, to: 7, entry: [-0, -0.6, -0.8] })
    const reversed = Float64Array.of(0, -1, 0, 7, 0, -1, 0, 9, 0, 0.6, 0.8, -3, 0, 1, 0, -2)
    expect(spanWithin(ray, reversed)).toEqual({ from: 5, to: 7, entry: [-0, -0.6, -0.8] })
  })

  it('is null where nothing remains: beyond all of it, between two planes, or behind the origin', () => {
    const ray = createRay([0, 0, 0], [0, 1, 0])
    expect(spanWithin(ray, Float64Array.of(0, 1, 0, -8, 0, -1, 0, 7))).toBeNull()
    expect(spanWithin(ray, Float64Array.of(0, 1, 0, -7, 0, -1, 0, 7))).toBeNull()
    expect(spanWithin(ray, Float64Array.of(0, -1, 0, -1))).toBeNull()
  })

  it('keeps or loses a parallel ray as a whole', () => {
    const ray = createRay([0, 0, 3], [0, 1, 0])
    expect(spanWithin(ray, Float64Array.of(0, 0, 1, -2))).toEqual({ from: 0, to: Infinity, entry: null })
    expect(spanWithin(ray, Float64Array.of(0, 0, 1, -3))).toEqual({ from: 0, to: Infinity, entry: null })
    expect(spanWithin(ray, Float64Array.of(0, 0, 1, -4))).toBeNull()
  })

  it('has no entry when the origin lies on the kept side', () => {
    expect(spanWithin(createRay([0, 3, 0], [0, 1, 0]), Float64Array.of(0, 1, 0, -2))?.entry).toBeNull()
  })

  it('contains exactly the points of the ray in front of all planes (seed 8)', () => {
    const random = testRandom(8)
    const next = (): number => random() * 2 - 1
    const wrong: number[] = []
    for (let round = 0; round < 80; round++) {
      const ray = createRay([next() * 5, next() * 5, next() * 5], normalize([next(), next(), next()]))
      const planes = Float64Array.from(
        Array.from({ length: 1 + (round % 4) }, () => [...normalize([next(), next(), next()]), next() * 4]).flat(),
      )
      const span = spanWithin(ray, planes)
      for (let along = 0.013; along < 12; along += 0.05) {
        const point = ray.origin.map((value, axis) => value + ray.direction[axis] * along)
        const heights = Array.from(
          { length: planes.length / 4 },
          (_, at) =>
            planes[at * 4] * point[0] +
            planes[at * 4 + 1] * point[1] +
            planes[at * 4 + 2] * point[2] +
            planes[at * 4 + 3],
        )
        if (heights.some((height) => Math.abs(height) < 1e-9)) continue
        const isInside = span !== null && along > span.from && along < span.to
        if (isInside !== heights.every((height) => height > 0)) wrong.push(round)
      }
    }
    expect(wrong).toEqual([])
  })
})
