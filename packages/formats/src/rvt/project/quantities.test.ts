import { describe, expect, it } from 'vitest'
import { inUnit, quantityOfSpec, quantityOfUnitType } from './quantities.js'

describe('Revit specification id', () => {
  it.each([
    ['autodesk.spec.aec:length-1.0.0', 'length'],
    ['autodesk.spec.aec:number-1.0.1', 'number'],
    ['autodesk.spec.aec.hvac:ductSize-1.0.0', 'length'],
    ['autodesk.spec.aec.piping:pipeSize-2.0.0', 'length'],
    ['autodesk.spec.aec.hvac:airFlow-2.0.0', 'flow'],
    ['autodesk.spec.aec.hvac:airflow-1.0.0', 'flow'],
    ['autodesk.spec.aec.piping:pressure', 'pressure'],
    ['autodesk.spec.aec.hvac:temperature-1.0.0', 'temperature'],
    ['autodesk.spec.aec.electrical:potential-1.0.0', 'potential'],
    ['autodesk.spec.measurable:currency-1.0.0', 'number'],
    ['autodesk.spec.aec.structural:forceScale-2.0.0', 'other'],
    ['autodesk.spec:spec.bool-1.0.0', 'other'],
    ['length', 'other'],
    ['', 'other'],
  ])('%s measures %s', (spec, quantity) => {
    expect(quantityOfSpec(spec)).toBe(quantity)
  })
})

describe('Revit unit type until 2020', () => {
  it.each([
    [0, 'length'],
    [1, 'area'],
    [2, 'volume'],
    [3, 'angle'],
    [4, 'number'],
    [19, 'current'],
    [34, 'apparent-power'],
    [86, 'number'],
    [15, 'other'],
    [-1, 'other'],
    [0.5, 'other'],
  ])('%d measures %s', (unitType, quantity) => {
    expect(quantityOfUnitType(unitType)).toBe(quantity)
  })
})

describe('Revit internal units', () => {
  const newton = 1 / 0.3048
  it.each([
    ['flow', 35.3146667214886, 1, 'm³/s'],
    ['temperature', 293.15, 20, '°C'],
    ['kelvin', 20, 20, 'K'],
    ['force', newton, 1, 'N'],
    ['power', 10.7639104167097, 1, 'W'],
    ['potential', 120 / 0.3048 ** 2, 120, 'V'],
    ['pressure', 101_325 * 0.3048, 101_325, 'Pa'],
    ['illuminance', 500 * 0.3048 ** 2, 500, 'lx'],
    ['density', 1000 * 0.3048 ** 3, 1000, 'kg/m³'],
    ['thermal-resistance', 2.5, 2.5, 'm²·K/W'],
    ['current', 16, 16, 'A'],
    ['moment-of-inertia', 1, 0.00863097481359, 'm⁴'],
  ] as const)('convert a %s of %d to %d %s', (quantity, stored, value, unit) => {
    expect(inUnit(stored, quantity)?.value).toBeCloseTo(value, 9)
    expect(inUnit(stored, quantity)?.unit).toBe(unit)
  })

  it.each(['number', 'other', 'yes-no'] as const)('have no display unit for the quantity %s', (quantity) => {
    expect(inUnit(1, quantity)).toBeNull()
  })
})
