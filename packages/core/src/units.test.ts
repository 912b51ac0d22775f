import { describe, expect, it } from 'vitest'
import { unitInText, unitOfLength } from './units.js'

describe('unit of length', () => {
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
  ])('has at %d metres the name %s', (metres, name) => {
    expect(unitOfLength(metres)?.name).toBe(name)
  })

  it.each([0.0255, 0, -1, Number.NaN, Infinity])('has no name at %d metres', (metres) => {
    expect(unitOfLength(metres)).toBeNull()
  })
})

describe('unit in a text', () => {
  it('is the one named in a phrase about units', () => {
    expect(unitInText('units = Millimetres')?.name).toBe('mm')
    expect(unitInText('This file uses feet as units')?.name).toBe('ft')
    expect([unitInText('units = parsecs'), unitInText('reunites m'), unitInText('')]).toEqual([null, null, null])
  })
})
