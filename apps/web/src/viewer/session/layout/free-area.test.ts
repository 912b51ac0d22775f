import type { CameraView } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { computeCoveredOffset, shiftView } from './free-area.js'

const size = { width: 1000, height: 800 }
const insets = { left: 300, right: 200, top: 60, bottom: 40 }

describe('computeCoveredOffset', () => {
  test('is null in the free area and outside of the canvas', () => {
    expect(computeCoveredOffset({ x: 500, y: 400 }, size, insets)).toBeNull()
    expect(computeCoveredOffset({ x: 1200, y: 400 }, size, insets)).toBeNull()
  })

  test('leads from under a panel to a distance from it, and no farther', () => {
    // The free area is from 300 to 800, and from 60 to 760.
    expect(computeCoveredOffset({ x: 900, y: 410 }, size, insets)).toEqual({ x: 220, y: 0 })
    expect(computeCoveredOffset({ x: 550, y: 20 }, size, insets)).toEqual({ x: 0, y: -160 })
  })

  test('leads to the centre of a free area that is narrower than the distances', () => {
    expect(computeCoveredOffset({ x: 900, y: 410 }, size, { ...insets, left: 700 })).toEqual({ x: 150, y: 0 })
  })
})

describe('shiftView', () => {
  const view: CameraView = {
    eye: [0, -10, 2],
    target: [0, 0, 2],
    projection: 'perspective',
    fieldOfViewDegrees: 60,
    height: 10,
  }

  test('moves eye and target to the right and down without turning', () => {
    expect(shiftView(view, 3, 1)).toMatchObject({ eye: [3, -10, 1], target: [3, 0, 1] })
  })

  test('uses the up axis of a view from above', () => {
    const plan: CameraView = { ...view, eye: [0, 0, 20], target: [0, 0, 0], up: [0, 1, 0] }
    expect(shiftView(plan, 2, 5)).toMatchObject({ eye: [2, -5, 20], target: [2, -5, 0] })
  })
})
