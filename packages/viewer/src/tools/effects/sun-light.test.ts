import { describe, expect, it } from 'vitest'
import { getBoxCorners } from '../../engine/camera/bounds.js'
import { dot, subtract } from '../../engine/math/vector.js'
import { sunDirection, computeSunFrame } from './sun-light.js'

describe('computeSunFrame', () => {
  it.each([
    { min: [-3, 2, 0], max: [40, 9, 12] },
    { min: [100_000, -5, -2], max: [100_001, 5, 90] },
    { min: [1, 1, 1], max: [1, 1, 1] },
  ] as const)('encloses the model tightly: %j', ({ min, max }) => {
    const box = { min, max }
    const frame = computeSunFrame(box)
    const sides = [
      [frame.right, frame.halfWidth],
      [frame.up, frame.halfHeight],
      [sunDirection, frame.halfDepth],
    ] as const
    for (const [axis, half] of sides) {
      const extent = Math.max(
        ...getBoxCorners(box).map((boxCorner) => Math.abs(dot(axis, subtract(boxCorner, frame.center)))),
      )
      expect(half).toBeGreaterThan(extent)
      expect(half).toBeLessThanOrEqual(extent * 1.05 + 1e-5)
    }
    expect(dot(frame.right, frame.up)).toBeCloseTo(0)
    expect(dot(frame.up, sunDirection)).toBeCloseTo(0)
  })
})
