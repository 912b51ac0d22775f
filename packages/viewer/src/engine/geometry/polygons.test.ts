import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { areaWithin, segmentsAlong, signedArea, straightened, triangulate, type HalfPlane } from './polygons.js'

const rectangle = (left: number, bottom: number, width: number, height: number): Float64Array =>
  Float64Array.of(left, bottom, left + width, bottom, left + width, bottom + height, left, bottom + height)

/** The same outline in the other direction: a hole. */
function reversed(loop: Float64Array): Float64Array {
  const points = Array.from({ length: loop.length / 2 }, (_, at) => [loop[at * 2], loop[at * 2 + 1]])
  return Float64Array.from(points.toReversed().flat())
}

/** A counter-clockwise outline about a point whose corners are at random distances. */
function star(random: () => number, vertexCount: number, [x, y]: readonly [number, number] = [0, 0]): Float64Array {
  return Float64Array.from(
    Array.from({ length: vertexCount }, (_, at) => {
      const angle = (at / vertexCount) * 2 * Math.PI
      const distance = 1 + random() * 2
      return [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance]
    }).flat(),
  )
}

const filledArea = (loops: readonly Float64Array[]): number => areaWithin(triangulate(loops), [])

describe('signed area', () => {
  it('is positive counter-clockwise, negative clockwise and 0 without extent', () => {
    expect(signedArea(rectangle(3, 4, 5, 2))).toBe(10)
    expect(signedArea(reversed(rectangle(3, 4, 5, 2)))).toBe(-10)
    expect(signedArea(Float64Array.of(0, 0, 5, 5, 10, 10))).toBe(0)
    expect(signedArea(new Float64Array(0))).toBe(0)
  })

  it('keeps its precision ten thousand kilometres from the origin', () => {
    expect(signedArea(rectangle(1e7, -1e7, 0.25, 0.5))).toBe(0.125)
  })
})

describe('triangulation', () => {
  it.each([1, 2, 3])('covers the area of any simple outline (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 40; round++) {
      const loop = star(random, 3 + Math.floor(random() * 40), [random() * 100, random() * 100])
      const triangles = triangulate([loop])
      expect(triangles.length / 6).toBe(loop.length / 2 - 2)
      expect(areaWithin(triangles, [])).toBeCloseTo(signedArea(loop), 9)
    }
  })

  it('leaves holes open and fills an island within a hole', () => {
    const outer = rectangle(0, 0, 10, 10)
    const hole = reversed(rectangle(2, 2, 6, 6))
    const island = rectangle(4, 4, 2, 2)
    const inIsland = reversed(rectangle(4.5, 4.5, 1, 1))
    expect(filledArea([outer, hole])).toBeCloseTo(64, 9)
    expect(filledArea([hole, island, outer])).toBeCloseTo(68, 9)
    // The innermost hole belongs to the island, the smallest outline around it.
    expect(filledArea([inIsland, outer, island, hole])).toBeCloseTo(67, 9)
  })

  it('fills outlines beside each other, each with its own holes', () => {
    const loops = [
      rectangle(0, 0, 4, 4),
      rectangle(10, 0, 4, 4),
      reversed(rectangle(11, 1, 1, 1)),
      reversed(rectangle(12.5, 1, 1, 1)),
    ]
    expect(filledArea(loops)).toBeCloseTo(30, 9)
  })

  it('ignores a hole without an outline around it and an outline without area', () => {
    expect(triangulate([reversed(rectangle(0, 0, 1, 1))])).toHaveLength(0)
    expect(triangulate([Float64Array.of(0, 0, 5, 5, 10, 10)])).toHaveLength(0)
    expect(triangulate([])).toHaveLength(0)
  })
})

describe('collinear vertices of an outline', () => {
  it.each([4, 5, 6])('are removed however many were inserted, and the area stays (seed %d)', (seed) => {
    const random = testRandom(seed)
    for (let round = 0; round < 20; round++) {
      const loop = star(random, 5 + Math.floor(random() * 10))
      const divided: number[] = []
      for (let at = 0; at < loop.length; at += 2) {
        const next = (at + 2) % loop.length
        const parts = 1 + Math.floor(random() * 4)
        for (let part = 0; part < parts; part++) {
          const share = part / parts
          divided.push(
            loop[at] + (loop[next] - loop[at]) * share,
            loop[at + 1] + (loop[next + 1] - loop[at + 1]) * share,
          )
        }
      }
      const straight = straightened(Float64Array.from(divided))
      expect(straight.length).toBe(loop.length)
      expect(signedArea(straight)).toBeCloseTo(signedArea(loop), 6)
    }
  })

  it('keep a bend of a tenth of a degree', () => {
    const bend = Math.tan((0.1 * Math.PI) / 180)
    const loop = Float64Array.of(0, 0, 5, -5 * bend, 10, 0, 10, 4, 0, 4)
    expect(straightened(loop)).toEqual(loop)
  })
})

describe('segments along outlines', () => {
  it('close each outline and are four numbers each', () => {
    const triangle = Float64Array.of(0, 0, 1, 0, 0, 1)
    expect([...segmentsAlong([triangle, Float64Array.of(5, 5, 6, 5, 6, 6)])]).toEqual([
      ...[0, 0, 1, 0, 1, 0, 0, 1, 0, 1, 0, 0],
      ...[5, 5, 6, 5, 6, 5, 6, 6, 6, 6, 5, 5],
    ])
    expect(segmentsAlong([])).toHaveLength(0)
  })
})

describe('area within half planes', () => {
  it('is complementary on the two sides of a plane (seed 9)', () => {
    const random = testRandom(9)
    for (let round = 0; round < 60; round++) {
      const triangles = triangulate([star(random, 12)])
      const angle = random() * 2 * Math.PI
      const side: HalfPlane = [Math.cos(angle), Math.sin(angle), random() * 2 - 1]
      const other = side.map((value) => -value) as unknown as HalfPlane
      const total = areaWithin(triangles, [])
      expect(areaWithin(triangles, [side]) + areaWithin(triangles, [other])).toBeCloseTo(total, 9)
      expect(areaWithin(triangles, [side, other])).toBeCloseTo(0, 9)
      expect(areaWithin(triangles, [side, side])).toBeCloseTo(areaWithin(triangles, [side]), 9)
    }
  })

  it('does not depend on the order of the half planes', () => {
    const triangles = triangulate([rectangle(0, 0, 4, 4)])
    const sides: HalfPlane[] = [
      [1, 0, -1],
      [-1, 0, 3],
      [0, 1, -0.5],
    ]
    // Two metres wide, three and a half high.
    expect(areaWithin(triangles, sides)).toBeCloseTo(7, 9)
    expect(areaWithin(triangles, sides.toReversed())).toBeCloseTo(7, 9)
  })
})
