import { describe, expect, it } from 'vitest'
import { colorOfClass } from './class-colors.js'

const isGrey = ([red, green, blue]: readonly number[]): boolean =>
  Math.max(red, green, blue) - Math.min(red, green, blue) <= 6

describe('colorOfClass', () => {
  it('returns a stone grey for classes without an entry', () => {
    expect(colorOfClass('IfcProxy')).toEqual([192, 190, 186, 1])
    expect(colorOfClass('')).toEqual([192, 190, 186, 1])
    expect(colorOfClass('Walls')).toEqual([192, 190, 186, 1])
  })

  it.each(['IfcWallStandardCase', 'IfcWallElementedCase'])('gives %s the colour of a wall', (name) => {
    expect(colorOfClass(name)).toEqual(colorOfClass('IfcWall'))
    expect(colorOfClass(name)).not.toEqual(colorOfClass('IfcProxy'))
  })

  it.each([
    ['IfcStair', 'IfcRamp', 'IfcStairFlight', 'IfcRampFlight'],
    ['IfcReinforcingBar', 'IfcReinforcingMesh'],
    ['IfcFurnishingElement', 'IfcFurniture', 'IfcSystemFurnitureElement'],
    ['IfcDuctSegment', 'IfcDuctFitting'],
    ['IfcPipeSegment', 'IfcPipeFitting'],
    ['IfcValve', 'IfcFlowController'],
    ['IfcCableCarrierSegment', 'IfcCableSegment'],
  ])('gives parts of one system the same colour: %s', (first, ...names) => {
    expect(isGrey(colorOfClass(first))).toBe(false)
    for (const name of names) expect(colorOfClass(name)).toEqual(colorOfClass(first))
  })

  it('makes windows, glass plates, spaces and openings transparent, and nothing else', () => {
    const opacities = ['IfcWindow', 'IfcPlate', 'IfcSpace', 'IfcOpeningElement'].map((name) => colorOfClass(name)[3])
    expect(opacities).toEqual([0.42, 0.55, 0.25, 0.25])
    for (const name of ['IfcWall', 'IfcSlab', 'IfcDoor', 'IfcRoof', 'IfcSite', 'IfcLightFixture', 'IfcCurtainWall'])
      expect(colorOfClass(name)[3], name).toBe(1)
  })

  it.each([
    ['IfcSpace', 2],
    ['IfcWindow', 2],
    ['IfcAirTerminal', 2],
    ['IfcDuctSegment', 2],
    ['IfcPipeSegment', 1],
    ['IfcSite', 1],
    ['IfcGeographicElement', 1],
    ['IfcRoof', 0],
    ['IfcReinforcingBar', 0],
    ['IfcFireSuppressionTerminal', 0],
    ['IfcFurniture', 0],
    ['IfcDoor', 0],
  ])('gives %s its customary hue', (name, strongest) => {
    const [red, green, blue] = colorOfClass(name)
    expect([red, green, blue].indexOf(Math.max(red, green, blue))).toBe(strongest)
    expect(isGrey([red, green, blue])).toBe(false)
  })
})
