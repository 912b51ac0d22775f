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

  test('measures from the centre of the free area under a panel', () => {
    // The free area is centred at (550, 410).
    expect(computeCoveredOffset({ x: 900, y: 410 }, size, insets)).toEqual({ x: 350, y: 0 })
    expect(computeCoveredOffset({ x: 550, y: 20 }, size, insets)).toEqual({ x: 0, y: -390 })
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
