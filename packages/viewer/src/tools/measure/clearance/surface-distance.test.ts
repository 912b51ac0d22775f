import { describe, expect, it } from 'vitest'
import type { MeshInput } from '@kamar/core'
import type { Point } from '../../../engine/types.js'
import { rounded } from '../../../testing/rounded.js'
import { ballMesh, boxMesh, stoneMesh } from '../../../testing/shapes.js'
import { searchShortestSegment } from './surface-distance.js'
import { computeTriangleDistance, type ShortestSegment } from './triangle-distance.js'

type Move = (point: Point) => Point

const shift =
  (x: number, y: number, z: number): Move =>
  (point) => [point[0] + x, point[1] + y, point[2] + z]

/** Rotates by 45 degrees in the plane of two axes. */
const rotate =
  (first: 0 | 1 | 2, second: 0 | 1 | 2): Move =>
  (point) => {
    const rotated: [number, number, number] = [...point]
    rotated[first] = (point[first] - point[second]) * Math.SQRT1_2
    rotated[second] = (point[first] + point[second]) * Math.SQRT1_2
    return rotated
  }

/** Returns the triangles of a mesh after these moves. */
function listTriangles({ positions, indices }: MeshInput, ...moves: readonly Move[]): Float64Array {
  const vertices = [...indices].map((index) =>
    moves.reduce<Point>(
      (point, move) => move(point),
      [positions[index * 3], positions[index * 3 + 1], positions[index * 3 + 2]],
    ),
  )
  return Float64Array.from(vertices.flat())
}

function run(one: Float64Array, other: Float64Array): { segment: ShortestSegment | null; steps: number } {
  const search = searchShortestSegment(one, other)
  for (let steps = 1; ; steps++) {
    const { done, value } = search.next()
    if (done === true) return { segment: value, steps }
  }
}

const findLength = (one: Float64Array, other: Float64Array): number => run(one, other).segment?.length ?? NaN

const cube = boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5])
const still = listTriangles(cube)

describe('shortest distance between two surfaces', () => {
  it('is the gap of parallel faces, with a segment across it', () => {
    const { segment } = run(still, listTriangles(cube, shift(1.25, 0.25, 0)))
    expect(segment?.length).toBe(0.25)
    expect([segment?.from[0], segment?.to[0]]).toEqual([0.5, 0.75])
    expect(segment?.from.slice(1)).toEqual(segment?.to.slice(1))
  })

  it('is exact between a face and an edge, two edges, and two vertices', () => {
    const edgeToFace = listTriangles(cube, rotate(0, 1), shift(1 + Math.SQRT1_2, 0, 0))
    expect(findLength(still, edgeToFace)).toBeCloseTo(0.5, 12)
    const [ridge, keel] = [listTriangles(cube, rotate(0, 2)), listTriangles(cube, rotate(1, 2), shift(0, 0, 2))]
    const { segment } = run(ridge, keel)
    expect(segment?.length).toBeCloseTo(2 - Math.SQRT2, 12)
    expect(rounded(segment?.from ?? [])).toEqual(rounded([0, 0, Math.SQRT1_2]))
    expect(findLength(still, listTriangles(cube, shift(2, 2, 2)))).toBeCloseTo(Math.sqrt(3), 12)
  })

  it('is 0 where faces touch, share a plane in part, or pass through each other', () => {
    expect(findLength(still, listTriangles(cube, shift(1, 0.3, 0.2)))).toBe(0)
    expect(findLength(still, listTriangles(cube, shift(0.3, 0, 0)))).toBe(0)
    const bar = listTriangles(boxMesh([-3, -0.1, -0.1], [3, 0.1, 0.1]), rotate(1, 2), shift(0, 0.07, 0.03))
    const { segment } = run(still, bar)
    expect(segment?.length).toBe(0)
    expect(Math.abs(segment?.from[0] ?? 0)).toBeCloseTo(0.5, 12)
  })

  it('is that of the surfaces where one body encloses the other, as the cover of a bar in concrete', () => {
    const bar = listTriangles(boxMesh([-0.4, -0.1, -0.1], [0.4, 0.1, 0.1]))
    expect(findLength(still, bar)).toBeCloseTo(0.1, 7)
  })

  it('equals that of all pairs of triangles of irregular bodies', () => {
    for (const seed of [1, 2, 3]) {
      const one = listTriangles(stoneMesh(1, 12, seed))
      const other = listTriangles(stoneMesh(0.7, 10, seed + 7), rotate(0, 2), shift(1.4, 1.1, 0.6))
      let expected = Infinity
      for (let first = 0; first < one.length; first += 9)
        for (let second = 0; second < other.length; second += 9) {
          const pair = computeTriangleDistance({ triangles: one, at: first }, { triangles: other, at: second })
          expected = Math.min(expected, pair.length)
        }
      expect(findLength(one, other)).toBe(expected)
      expect(findLength(other, one)).toBeCloseTo(expected, 12)
    }
  })

  it('is exact far from the origin, and yields on large surfaces', () => {
    const far = shift(4000, -2500, 300)
    const ball = listTriangles(ballMesh(1, 160), far)
    const { segment, steps } = run(ball, listTriangles(ballMesh(1, 160), shift(0, 0, 2.125), far))
    expect(ball.length / 9).toBeGreaterThan(20_000)
    expect(segment?.length).toBeCloseTo(0.125, 9)
    expect(steps).toBeGreaterThan(100)
  })

  it('is null without triangles', () => {
    expect(run(still, new Float64Array(0)).segment).toBeNull()
  })
})
