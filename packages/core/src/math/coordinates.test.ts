import { describe, expect, it } from 'vitest'
import { isCoordinate } from './coordinates.js'

describe('isCoordinate', () => {
  it.each([0, -0, 1e-300, -123.5, 9.9e11])('accepts %d', (value) => {
    expect(isCoordinate(value)).toBe(true)
  })

  it.each([1e12, -1e13, Infinity, -Infinity, Number.NaN])('rejects %d', (value) => {
    expect(isCoordinate(value)).toBe(false)
  })
})
