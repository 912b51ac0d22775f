import { describe, expect, it } from 'vitest'
import { computeBoxCenter, mapAxes } from './vector.js'

describe('mapAxes', () => {
  it('calls the function for x, y and z in this order', () => {
    expect(mapAxes((axis) => axis * 10)).toEqual([0, 10, 20])
  })
})

describe('computeBoxCenter', () => {
  it('returns the mean of both vertices on each axis, also far from the origin', () => {
    expect(computeBoxCenter({ min: [-1, 0, 4_000_000], max: [3, 5, 4_000_001] })).toEqual([1, 2.5, 4_000_000.5])
  })
})
