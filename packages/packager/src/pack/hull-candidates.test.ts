import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { listHullCandidates } from './hull-candidates.js'

const cube = [0, 0, 0, 9, 0, 0, 0, 9, 0, 9, 9, 0, 0, 0, 9, 9, 0, 9, 0, 9, 9, 9, 9, 9]

/** Computes the greatest value of a linear function over vertices, as a box is computed. */
function computeMax(positions: Uint16Array, [x, y, z]: readonly [number, number, number]): number {
  let max = -Infinity
  for (let at = 0; at < positions.length; at += 3) {
    const value = x * (positions[at] ?? 0) + y * (positions[at + 1] ?? 0) + z * (positions[at + 2] ?? 0)
    if (value > max) max = value
  }
  return max
}

describe('listHullCandidates', () => {
  it('omits vertices inside the hull and keeps those on it', () => {
    expect([...listHullCandidates(Uint16Array.of(...cube, 4, 4, 4, 4, 4, 9, 1, 8, 8))]).toEqual([...cube, 4, 4, 9])
  })

  it('keeps vertices outside the hull of the extremes', () => {
    const ball = Array.from({ length: 400 }, (_, at) => {
      const [u, v] = [at * 2.4, Math.acos(1 - (2 * at + 1) / 400)]
      return [Math.cos(u) * Math.sin(v), Math.sin(u) * Math.sin(v), Math.cos(v)].map((value) => 30000 + 30000 * value)
    })
    const positions = Uint16Array.from(ball.flat())
    expect(listHullCandidates(positions).length).toBeGreaterThan(0.9 * positions.length)
  })

  it('lists positions that several vertices share once', () => {
    expect([...listHullCandidates(Uint16Array.of(...cube, ...cube))]).toEqual(cube)
  })

  it.each([
    ['no vertices', []],
    ['one point', [5, 6, 7]],
    ['a line', [0, 0, 0, 5, 5, 5, 9, 9, 9]],
    ['a plane', [0, 0, 3, 9, 0, 3, 0, 9, 3, 9, 9, 3, 4, 4, 3]],
  ])('keeps all vertices of %s', (_, positions) => {
    expect([...listHullCandidates(Uint16Array.from(positions))]).toEqual(positions)
  })

  it('has the same extremes as all vertices, to the last bit (seed 7)', () => {
    const random = seededRandom(7)
    for (let round = 0; round < 40; round++) {
      const size = 10 ** (1 + (round % 4)) * 6
      const positions = Uint16Array.from({ length: 900 }, (_, at) => random() ** (at % 2 ? 1 : 2) * size)
      const candidates = listHullCandidates(positions)
      expect(candidates.length).toBeLessThan(positions.length)
      for (let direction = 0; direction < 200; direction++) {
        const [x = 0, y = 0, z = 0] = Float32Array.from({ length: 3 }, () => random() - 0.5)
        expect(computeMax(candidates, [x, y, z])).toBe(computeMax(positions, [x, y, z]))
      }
    }
  })
})
