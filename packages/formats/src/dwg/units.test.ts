import { describe, expect, it } from 'vitest'
import { unitOfDrawing } from './units.js'

const detectUnit = (insertionUnits: number): ReturnType<typeof unitOfDrawing> => unitOfDrawing({ insertionUnits })

describe('DWG INSUNITS', () => {
  it.each([
    [1, 'in', 0.0254],
    [2, 'ft', 0.3048],
    [3, '1609340 mm', 1609.344],
    [4, 'mm', 0.001],
    [5, 'cm', 0.01],
    [6, 'm', 1],
    [7, 'km', 1000],
    [8, '0.0000254 mm', 2.54e-8],
    [9, '0.0254 mm', 2.54e-5],
    [10, 'yd', 0.9144],
    [11, '1e-7 mm', 1e-10],
    [12, '0.000001 mm', 1e-9],
    [13, 'µm', 1e-6],
    [14, '100 mm', 0.1],
    [15, '10000 mm', 10],
    [16, '100000 mm', 100],
    [17, '1000000000000 mm', 1e9],
    [18, '149598000000000 mm', 149_597_870_700],
    [19, '9460730000000000000 mm', 9.4607e15],
    [20, '30856800000000000000 mm', 3.08568e16],
  ])('maps %i to %s', (number, name, metres) => {
    const { unit, isStated } = detectUnit(number)
    expect(isStated).toBe(true)
    expect(unit.metres / metres).toBeCloseTo(1, 5)
    expect(unit.name).toBe(name)
  })

  it.each([
    [21, 1200 / 3937],
    [22, 100 / 3937],
    [23, 3600 / 3937],
  ])('maps %i to a US survey unit', (number, metres) => {
    expect(detectUnit(number).unit.metres / metres).toBeCloseTo(1, 5)
  })

  it.each([0, -1, 24, 255, Number.NaN])('treats %d as unstated and uses millimetres', (number) => {
    expect(detectUnit(number)).toEqual({ unit: { name: 'mm', metres: 0.001 }, isStated: false })
  })
})
