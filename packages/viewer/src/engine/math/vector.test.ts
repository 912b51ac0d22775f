import { describe, expect, it } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import type { Point } from '../types.js'
import { movedPoint } from './moved-point.js'
import { computeLength, cross, dot, formatPointKey, mix, normalize, subtract } from './vector.js'

describe('vectors', () => {
  const random = testRandom(3)
  const next = (): Point => [random() * 4 - 2, random() * 4 - 2, random() * 4 - 2]

  it('have a right-handed cross product perpendicular to both (seed 3)', () => {
    expect(cross([1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1])
    for (let round = 0; round < 20; round++) {
      const [a, b] = [next(), next()]
      const product = cross(a, b)
      expect([dot(product, a), dot(product, b)]).toEqual([expect.closeTo(0, 9), expect.closeTo(0, 9)])
      const area = dot(a, a) * dot(b, b) - dot(a, b) ** 2
      expect(dot(product, product)).toBeCloseTo(area, 9)
    }
  })

  it('have length 1 after normalisation, except the zero vector', () => {
    expect(computeLength(normalize([3, 4, 12]))).toBeCloseTo(1, 12)
    expect(normalize([0, 0, 0])).toEqual([0, 0, 0])
  })

  it('are interpolated from the first to the second', () => {
    const [a, b] = [next(), next()]
    expect([mix(a, b, 0), mix(a, b, 1).map((value, axis) => value - b[axis])]).toEqual([
      a,
      [0, 0, 0].map((value) => expect.closeTo(value, 12)),
    ])
    expect(computeLength(subtract(mix(a, b, 0.25), a))).toBeCloseTo(computeLength(subtract(b, a)) / 4, 12)
  })

  it('have the same key within ten micrometres', () => {
    expect(formatPointKey([1, 2, 3])).toBe(formatPointKey([1.000001, 2, 3]))
    expect(formatPointKey([1, 2, 3])).not.toBe(formatPointKey([1.00002, 2, 3]))
  })

  it('move with a model, directions without its shift', () => {
    const matrix = [0, -1, 0, 5, 1, 0, 0, 6, 0, 0, 1, 7]
    expect(movedPoint([1, 2, 3], matrix)).toEqual([3, 7, 10])
    expect(movedPoint([1, 2, 3], matrix, 0)).toEqual([-2, 1, 3])
  })
})
