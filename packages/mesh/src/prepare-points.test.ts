import { describe, expect, it } from 'vitest'
import { preparePoints } from './index.js'

/** Formats x y z of all points in metres, with the colour if present, sorted. */
function formatPoints({ positions, origin, step, colors }: ReturnType<typeof preparePoints>): string[] {
  return Array.from({ length: positions.length / 3 }, (_, row) => {
    const point = [0, 1, 2].map((axis) => (origin[axis] + step * positions[row * 3 + axis]).toFixed(3))
    return [...point, ...(colors?.subarray(row * 4, row * 4 + 4) ?? [])].join(' ')
  }).toSorted()
}

describe('preparePoints', () => {
  it('retains colours, and positions to one quantisation step', () => {
    const colors = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 128)
    const points = preparePoints({ positions: Float32Array.of(5, 5, 5, 1, 2, 3, -1, 0, 4), colors })
    expect(points.step).toBeCloseTo(1e-4, 9)
    expect(points.origin).toEqual([-1, 0, 3])
    expect(formatPoints(points)).toEqual([
      '-1.000 0.000 4.000 0 0 255 128',
      '1.000 2.000 3.000 0 255 0 255',
      '5.000 5.000 5.000 255 0 0 255',
    ])
  })

  it('uses a single point as the origin', () => {
    const one = preparePoints({ positions: Float32Array.of(3, 4, 5) })
    expect(one).toMatchObject({ origin: [3, 4, 5], step: 1, colors: null })
    expect([...one.positions]).toEqual([0, 0, 0])
  })

  it('sorts points by spatial proximity', () => {
    const positions = Float32Array.from({ length: 3000 }, (_, at) => ((at * 7919) % 1009) / 100)
    const sorted = preparePoints({ positions })
    const computePathLength = (values: ArrayLike<number>, scale: number): number => {
      let sum = 0
      for (let at = 3; at < values.length; at++) sum += Math.abs(values[at] - values[at - 3]) * scale
      return sum
    }
    expect(computePathLength(sorted.positions, sorted.step)).toBeLessThan(computePathLength(positions, 1) / 3)
  })

  it('drops points without valid coordinates', () => {
    const points = preparePoints({ positions: Float32Array.of(NaN, 0, 0, 1, 1, 1, 0, 1e9, 0) })
    expect([...points.positions]).toEqual([0, 0, 0])
    expect(preparePoints({ positions: new Float32Array(0) }).positions.length).toBe(0)
  })
})
