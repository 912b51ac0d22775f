import { describe, expect, it } from 'vitest'
import { cornersOf } from '../camera/bounds.js'
import { dot, subtract } from '../camera/vector.js'
import { sunDirection, sunFrameOf } from './sun-light.js'

describe('the picture that the sun has of a model', () => {
  it.each([
    { min: [-3, 2, 0], max: [40, 9, 12] },
    { min: [100_000, -5, -2], max: [100_001, 5, 90] },
    { min: [1, 1, 1], max: [1, 1, 1] },
  ] as const)('holds all of it and little more: %j', ({ min, max }) => {
    const box = { min, max }
    const frame = sunFrameOf(box)
    const sides = [
      [frame.right, frame.halfWidth],
      [frame.up, frame.halfHeight],
      [sunDirection, frame.halfDepth],
    ] as const
    for (const [axis, half] of sides) {
      const reach = Math.max(...cornersOf(box).map((corner) => Math.abs(dot(axis, subtract(corner, frame.centre)))))
      expect(half).toBeGreaterThan(reach)
      expect(half).toBeLessThanOrEqual(reach * 1.05 + 1e-5)
    }
    expect(dot(frame.right, frame.up)).toBeCloseTo(0)
    expect(dot(frame.up, sunDirection)).toBeCloseTo(0)
  })
})
