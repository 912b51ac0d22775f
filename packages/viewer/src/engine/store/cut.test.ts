import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { dot, normalize } from '../math/vector.js'
import type { Point } from '../types.js'
import { Cut, cutThrough, maxCutPlanes } from './cut.js'

describe('cutThrough', () => {
  it('has height 0 at its point and the distance to the plane elsewhere (seed 1)', () => {
    const random = testRandom(1)
    for (let round = 0; round < 30; round++) {
      const next = (): number => random() * 20 - 10
      const point: Point = [next(), next(), next()]
      const { normal, offset } = cutThrough(point, normalize([next(), next(), next() + 0.1]))
      expect(dot(normal, point) + offset).toBeCloseTo(0, 9)
      const above: Point = [point[0] + 3 * normal[0], point[1] + 3 * normal[1], point[2] + 3 * normal[2]]
      expect(dot(normal, above) + offset).toBeCloseTo(3, 9)
    }
  })
})

describe('Cut', () => {
  const plane = cutThrough([0, 0, 2], [0, 0, 1])
  const other = cutThrough([5, 0, 0], [-1, 0, 0])

  it('writes normal and offset of each plane as four numbers', () => {
    const cut = new Cut(() => undefined)
    cut.set([plane, other])
    expect([...cut.numbers]).toEqual([0, 0, 1, -2, -1, -0, -0, 5].map((value) => expect.closeTo(value, 12)))
    expect(cut.planes).toEqual([plane, other])
  })

  it('reports each change after it was made, also the removal of the last plane', () => {
    const counts: number[] = []
    const cut: Cut = new Cut(() => counts.push(cut.numbers.length / 4))
    cut.set([plane])
    cut.set([plane, other])
    cut.set([])
    expect(counts).toEqual([1, 2, 0])
    expect([cut.planes, cut.numbers.length]).toEqual([[], 0])
  })

  it('reports nothing when there is still no plane', () => {
    let changes = 0
    const cut = new Cut(() => changes++)
    cut.set([])
    expect(changes).toBe(0)
  })

  it('accepts exactly as many planes as the shaders hold and keeps its planes when more are refused', () => {
    let changes = 0
    const cut = new Cut(() => changes++)
    const maxPlanes = Array.from({ length: maxCutPlanes }, () => plane)
    cut.set(maxPlanes)
    expect(() => cut.set([...maxPlanes, other])).toThrow(RangeError)
    expect([cut.planes.length, cut.numbers.length, changes]).toEqual([32, 128, 1])
  })
})
