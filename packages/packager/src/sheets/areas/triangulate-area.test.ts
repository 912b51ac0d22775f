import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { Triangles } from './sweep-area.js'
import { ringContains, triangulateArea } from './triangulate-area.js'

const rectangle = (left: number, bottom: number, right: number, top: number): number[] => [
  left,
  bottom,
  right,
  bottom,
  right,
  top,
  left,
  top,
]

/** Counts the triangles around a point. */
function countAround({ points, indices }: Triangles, x: number, y: number): number {
  let count = 0
  for (let at = 0; at < indices.length; at += 3)
    if (
      ringContains(
        [0, 1, 2].flatMap((vertex) => [points[indices[at + vertex] * 2], points[indices[at + vertex] * 2 + 1]]),
        x,
        y,
      )
    )
      count++
  return count
}

function triangulate(rings: readonly (readonly number[])[], isLetter = false): Triangles {
  const triangles = triangulateArea(rings, isLetter)
  if (triangles === null) throw new Error('too many vertices')
  return triangles
}

/** Draws a grid of sample points from 0 to 10 as text: how many triangles cover each. */
const draw = (triangles: Triangles): string[] =>
  Array.from({ length: 10 }, (_, row) =>
    Array.from({ length: 10 }, (_, column) => `${countAround(triangles, column + 0.51, 9.49 - row)}`).join(''),
  )

describe('triangulateArea', () => {
  it('covers each point of an area once, and no point of a hole', () => {
    expect(draw(triangulate([rectangle(1, 1, 9, 9), rectangle(3, 3, 7, 7)]))).toEqual([
      '0000000000',
      '0111111110',
      '0111111110',
      '0110000110',
      '0110000110',
      '0110000110',
      '0110000110',
      '0111111110',
      '0111111110',
      '0000000000',
    ])
  })

  it('assigns holes to the smallest ring around them, whatever the order of the rings', () => {
    const rings = [
      rectangle(0, 0, 10, 10),
      rectangle(1, 1, 9, 9),
      rectangle(2, 2, 5, 8),
      rectangle(3, 3, 4, 7),
      rectangle(6, 2, 8, 8),
    ]
    const expected = [
      '1111111111',
      '1000000001',
      '1011101101',
      '1010101101',
      '1010101101',
      '1010101101',
      '1010101101',
      '1011101101',
      '1000000001',
      '1111111111',
    ]
    expect(draw(triangulate(rings))).toEqual(expected)
    expect(draw(triangulate(rings.toReversed()))).toEqual(expected)
    expect(draw(triangulate(rings.map((ring) => [...ring.slice(2), ...ring.slice(0, 2)])))).toEqual(expected)
  })

  it('joins separate areas with indices of their own points', () => {
    const { points, indices } = triangulate([rectangle(0, 0, 2, 2), rectangle(5, 5, 8, 8), [6, 0, 9, 0, 9, 3]])
    expect([points.length, indices.length]).toEqual([22, 15])
    expect([Math.max(...indices.subarray(0, 6)), Math.min(...indices.subarray(6, 12)), Math.max(...indices)]).toEqual([
      3, 4, 10,
    ])
    expect(draw({ points, indices }).slice(-3)).toEqual(['0000000010', '1100000110', '1100001110'])
  })

  it('fills crossing rings by the even-odd rule, but overlapping strokes of a glyph completely', () => {
    const cross = [[0, 4, 10, 4, 10, 6, 0, 6, 4, 0, 6, 0, 6, 10, 4, 10]]
    const selfIntersecting = [[0, 0, 10, 10, 10, 0, 0, 10]]
    expect(countAround(triangulate(selfIntersecting), 2, 5)).toBe(1)
    expect(countAround(triangulate(selfIntersecting), 5, 2)).toBe(0)
    expect(triangulate(cross, true).points).toHaveLength(16)
    const overlapping = [rectangle(0, 4, 10, 6), rectangle(4, 0, 6, 10)]
    expect(countAround(triangulate(overlapping, true), 5, 5)).toBe(2)
    expect(countAround(triangulate(overlapping, true), 1, 5)).toBe(1)
  })

  it('leaves the overlap of two rings empty, whether their sides cross or lie on each other', () => {
    const crossing = triangulate([rectangle(0, 0, 6, 6), rectangle(4, 4, 10, 10)])
    expect([countAround(crossing, 5, 5), countAround(crossing, 2, 2), countAround(crossing, 8, 8)]).toEqual([0, 1, 1])
    const aligned = triangulate([rectangle(0, 0, 6, 2), rectangle(4, 0, 10, 2)])
    expect([countAround(aligned, 5, 1), countAround(aligned, 2, 1), countAround(aligned, 8, 1)]).toEqual([0, 1, 1])
  })

  it('fills what a ring has outside another one although its box is inside', () => {
    const triangles = triangulate([
      [0.06, 1.55, 9.33, 9.87, 2.81, 1.29],
      [5.29, 4.46, 4.21, 1.73, 3.13, 4.82, 5.97, 7.75],
    ])
    expect(countAround(triangles, 4.17, 3.36)).toBe(0)
    expect(countAround(triangles, 5.9, 7.5)).toBe(1)
    expect(countAround(triangles, 2, 2)).toBe(1)
  })

  it('clips ears of rings whose boxes overlap but that do not cross', () => {
    // Two right triangles in opposite corners of a square: 3 points each, where a sweep writes trapezoids.
    const { points, indices } = triangulate([
      [0, 0, 8, 0, 0, 8],
      [10, 10, 2, 10, 10, 2],
    ])
    expect([points.length, indices.length]).toEqual([12, 6])
  })

  it('ignores rings without area or with fewer than three points', () => {
    const ring = rectangle(1, 1, 9, 9)
    const degenerate = [[3, 3, 5, 5], [2, 2, 8, 2, 5, 2], [4, 2, 4, 8, 4, 5], []]
    expect(triangulate([...degenerate, ring])).toEqual(triangulate([ring]))
    expect(triangulate(degenerate)).toEqual({ points: new Float64Array(0), indices: new Uint32Array(0) })
  })

  it('gives the same area as the even-odd rule at random points of random polygons (seed 31)', () => {
    const random = seededRandom(31)
    for (let round = 0; round < 60; round++) {
      const rings = Array.from({ length: 1 + Math.floor(random() * 3) }, () =>
        Array.from({ length: 2 * (3 + Math.floor(random() * 5)) }, () => Math.floor(random() * 1000) / 100),
      )
      const triangles = triangulate(rings)
      for (let sample = 0; sample < 20; sample++) {
        const [x, y] = [random() * 10, random() * 10]
        const around = rings.filter((ring) => ringContains(ring, x, y)).length % 2
        expect(countAround(triangles, x, y), `round ${round} at ${x} ${y}`).toBe(around)
      }
    }
  })
})

describe('ringContains', () => {
  it('tells points inside a concave ring from those outside', () => {
    const ring = [0, 0, 10, 0, 10, 10, 5, 4, 0, 10]
    const inside = [
      [5, 3],
      [1, 8],
      [9, 8],
      [5, 0.1],
    ] as const
    const outside = [
      [5, 5],
      [5, 9],
      [-1, 5],
      [11, 5],
      [5, -1],
      [5, 11],
    ] as const
    expect(inside.map(([x, y]) => ringContains(ring, x, y))).toEqual(inside.map(() => true))
    expect(outside.map(([x, y]) => ringContains(ring, x, y))).toEqual(outside.map(() => false))
  })

  it('does not depend on the first point or the direction of the ring', () => {
    const ring = [0, 0, 10, 0, 10, 10, 5, 4, 0, 10]
    const reversed = [0, 10, 5, 4, 10, 10, 10, 0, 0, 0]
    for (const own of [ring, reversed, [...ring.slice(4), ...ring.slice(0, 4)]]) {
      expect([ringContains(own, 1, 8), ringContains(own, 5, 5)]).toEqual([true, false])
    }
  })
})
