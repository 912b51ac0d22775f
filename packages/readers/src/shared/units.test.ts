import { describe, expect, it } from 'vitest'
import { unitInText, unitOfLength } from './units.js'

describe('a unit by its length', () => {
  it.each([
    [0.001, 'mm'],
    [0.01, 'cm'],
    [1, 'm'],
    [1000, 'km'],
    [1e-6, 'µm'],
    [0.0254, 'in'],
    [0.3048, 'ft'],
    [0.9144, 'yd'],
    [0.0254000001, 'in'],
  ])('of %d metres is called %s', (metres, name) => {
    expect(unitOfLength(metres)?.name).toBe(name)
  })

  it.each([0.0255, 0, -1, Number.NaN, Infinity])('of %d metres has no name', (metres) => {
    expect(unitOfLength(metres)).toBeNull()
  })
})

describe('a unit in a text', () => {
  it('is the first that a phrase names; words that only look like one are none', () => {
    expect(unitInText('units = Millimetres')?.name).toBe('mm')
    expect(unitInText('This file uses feet as units')?.name).toBe('ft')
    expect([unitInText('units = parsecs'), unitInText('reunites m'), unitInText('')]).toEqual([null, null, null])
  })
})
