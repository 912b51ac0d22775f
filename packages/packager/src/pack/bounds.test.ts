import { describe, expect, it } from 'vitest'
import { sceneOfBoxes } from '../test-support/scene-stores.js'
import { computeBounds, computeExtent } from './bounds.js'

describe('computeBounds', () => {
  const boxes = [
    [0, 1, 2, 3, 4, 5],
    [-9, -8, -7, -6, -5, -4],
    [10, 11, 12, 13, 14, 15],
  ]

  it('contains all visible instances', () => {
    expect(computeBounds(sceneOfBoxes(boxes))).toEqual({ min: [-9, -8, -7], max: [13, 14, 15] })
    expect(computeBounds(sceneOfBoxes(boxes, { hidden: [1] }))).toEqual({ min: [0, 1, 2], max: [13, 14, 15] })
  })

  it('contains hidden instances only when all are hidden', () => {
    expect(computeBounds(sceneOfBoxes(boxes, { hidden: [0, 1, 2] }))).toEqual({ min: [-9, -8, -7], max: [13, 14, 15] })
  })

  it('extends an initial box by the visible instances alone', () => {
    const initialBox = { min: [-1, 2, 0], max: [20, 3, 1] } as const
    expect(computeBounds(sceneOfBoxes(boxes, { hidden: [1, 2] }), initialBox)).toEqual({
      min: [-1, 1, 0],
      max: [20, 4, 5],
    })
    expect(computeBounds(sceneOfBoxes(boxes, { hidden: [0, 1, 2] }), initialBox)).toEqual({
      min: [-1, 2, 0],
      max: [20, 3, 1],
    })
    expect(initialBox).toEqual({ min: [-1, 2, 0], max: [20, 3, 1] })
  })

  it('is null without instances and for coordinates that are not finite', () => {
    expect(computeBounds(sceneOfBoxes([]))).toBeNull()
    expect(computeBounds(sceneOfBoxes([[0, 0, 0, 1, Infinity, 1]]))).toBeNull()
    expect(computeBounds(sceneOfBoxes([[0, 0, -Infinity, 1, 1, 1]]))).toBeNull()
  })
})

describe('computeExtent', () => {
  it('is the longest side, 0 without a box', () => {
    expect(computeExtent({ min: [1, 1, 1], max: [3, 2, 2] })).toBe(2)
    expect(computeExtent({ min: [1, 1, 1], max: [2, 4, 2] })).toBe(3)
    expect(computeExtent({ min: [1, 1, -5], max: [2, 2, 2] })).toBe(7)
    expect(computeExtent(null)).toBe(0)
  })
})
