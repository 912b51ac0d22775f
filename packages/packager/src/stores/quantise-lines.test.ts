import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { quantiseLines } from './quantise-lines.js'

const quantise = (positions: readonly number[], indices: readonly number[]) =>
  quantiseLines({ positions: Float32Array.from(positions), indices: Uint32Array.from(indices) })

describe('quantiseLines', () => {
  it('begins at the minimum of each axis', () => {
    const { origin, positions, edges } = quantise([5, 1, -2, 1, 2, -4, 3, 0, 8], [0, 1, 1, 2])
    expect(origin).toEqual([1, 0, -4])
    expect([...edges]).toEqual([0, 1, 1, 2])
    expect([0, 1, 2].map((axis) => Math.min(positions[axis], positions[3 + axis], positions[6 + axis]))).toEqual([
      0, 0, 0,
    ])
  })

  it('has steps of a tenth of a millimetre, up to the range of the grid', () => {
    expect(quantise([0, 0, 0, 2, 0, 0], [0, 1]).step).toBe(1e-4)
    expect(quantise([0, 0, 0, 2, 0, 0], [0, 1]).positions[3]).toBe(20_000)
    expect(quantise([0, 0, 0, 0, 655.35, 0], [0, 1]).step).toBeCloseTo(0.01, 6)
    expect(quantise([0, 0, 0, 0, 655.35, 0], [0, 1]).positions[4]).toBe(65_535)
  })

  it('has at least 4096 steps over a small extent', () => {
    const { step, positions } = quantise([0, 0, 0, 0, 0, 0.04096], [0, 1])
    expect(step).toBeCloseTo(1e-5, 10)
    expect(positions[5]).toBe(4096)
  })

  it('keeps every end within half a step, in the order of its first use (seed 6)', () => {
    const random = seededRandom(6)
    const input = Array.from({ length: 300 }, () => random() * 900 - 300)
    const indices = Array.from({ length: 120 }, () => Math.floor(random() * 100))
    const { origin, step, positions, edges } = quantise(input, indices)
    expect(positions).toHaveLength(new Set(indices).size * 3)
    expect(edges).toHaveLength(120)
    edges.forEach((vertex, at) => {
      for (let axis = 0; axis < 3; axis++) {
        const value = origin[axis] + step * positions[vertex * 3 + axis]
        expect(Math.abs(value - (input[(indices[at] ?? 0) * 3 + axis] ?? NaN))).toBeLessThan(step * 0.51)
      }
    })
    expect([...new Set(edges)]).toEqual([...new Set(edges)].toSorted((a, b) => a - b))
  })

  it('omits segments whose ends are missing or not finite, and an incomplete pair', () => {
    const positions = [0, 0, 0, 1, 1, 1, Number.NaN, 0, 0, 0, Infinity, 0, 0, 0, Number.NaN, 2, 2, 2]
    const { edges, positions: quantised } = quantise(positions, [0, 1, 1, 2, 3, 1, 1, 4, 1, 9, 1, 5, 0])
    expect([...edges]).toEqual([0, 1, 1, 2])
    expect(quantised).toHaveLength(9)
  })

  it('is empty without usable segments, and accepts one without extent', () => {
    expect(quantise([1, 1, 1], [0, 7])).toEqual({
      positions: new Uint16Array(0),
      edges: new Uint32Array(0),
      origin: [0, 0, 0],
      step: 1e-4,
    })
    expect(quantise([1, 2, 3], [0, 0])).toEqual({
      positions: Uint16Array.of(0, 0, 0),
      edges: Uint32Array.of(0, 0),
      origin: [1, 2, 3],
      step: 1e-4,
    })
  })
})
