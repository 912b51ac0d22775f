import { describe, expect, it } from 'vitest'
import { rowOf, parseStep } from '../testing/parse-step.js'
import { readMeasure, Units } from './units.js'

const context = (length: string): string => `
#1=(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNIT_ASSIGNED_CONTEXT((#2,#3))REPRESENTATION_CONTEXT('',''));
#2=${length};
#3=(CONVERSION_BASED_UNIT('DEGREE',#4)NAMED_UNIT(#9)PLANE_ANGLE_UNIT());
#4=PLANE_ANGLE_MEASURE_WITH_UNIT(PLANE_ANGLE_MEASURE(0.0174532925),#5);
#5=(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.));
#6=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
#7=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),#6);
#8=(LENGTH_MEASURE_WITH_UNIT()MEASURE_WITH_UNIT(LENGTH_MEASURE(0.3048),#10));
#9=DIMENSIONAL_EXPONENTS(0.,0.,0.,0.,0.,0.,0.);
#10=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.));
#11=LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(1.),#6);
`
const readLengthUnit = (length: string) => {
  const file = parseStep(context(length))
  return new Units(file).getLengthUnit(rowOf(file, 1))
}

describe('STEP length unit', () => {
  it.each([
    ['(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.))', 'mm', 0.001],
    ['(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT($,.METRE.))', 'm', 1],
    ['(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.CENTI.,.METRE.))', 'cm', 0.01],
    ["(CONVERSION_BASED_UNIT('INCH',#7)LENGTH_UNIT()NAMED_UNIT(#9))", 'in', 0.0254],
    ["(CONVERSION_BASED_UNIT('FOOT',#8)LENGTH_UNIT()NAMED_UNIT(#9))", 'ft', 0.3048],
    ["(CONVERSION_BASED_UNIT('MILLIMETRE',#11)LENGTH_UNIT()NAMED_UNIT(#9))", 'mm', 0.001],
  ])('is read from %s', (unit, name, metres) => {
    expect(readLengthUnit(unit)).toEqual({ name, metres })
  })

  it('is millimetres by default, with no stated unit', () => {
    expect(readLengthUnit('PLANE()')).toEqual({ name: 'mm', metres: 0.001 })
    expect(readLengthUnit("(CONVERSION_BASED_UNIT('X',#99)LENGTH_UNIT())")).toEqual({ name: 'mm', metres: 0.001 })
    const file = parseStep(context('PLANE()'))
    expect(new Units(file).statedLength(rowOf(file, 1))).toBeNull()
    expect(new Units(file).statedLength(-1)).toBeNull()
  })
})

describe('STEP angle and derived units', () => {
  it('convert angles to radians', () => {
    const file = parseStep(context('PLANE()'))
    expect(new Units(file).getAngleUnit(rowOf(file, 1))).toBeCloseTo(Math.PI / 180, 9)
    expect(new Units(file).getAngleUnit(-1)).toBe(1)
  })

  it('have common symbols, also for products of powers', () => {
    const file = parseStep(`
      #1=(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT(.MILLI.,.METRE.));
      #2=(MASS_UNIT()NAMED_UNIT(*)SI_UNIT(.KILO.,.GRAM.));
      #3=DERIVED_UNIT_ELEMENT(#1,-3.);
      #4=DERIVED_UNIT_ELEMENT(#2,1.);
      #5=DERIVED_UNIT((#4,#3));
      #6=DERIVED_UNIT_ELEMENT(#5,1.);
      #7=DERIVED_UNIT((#8));
      #8=DERIVED_UNIT_ELEMENT(#7,1.);`)
    const units = new Units(file)
    expect(units.unit(rowOf(file, 5))?.symbol).toBe('kg/mm³')
    expect(units.unit(rowOf(file, 5))?.factor).toBeCloseTo(1e9, 0)
    expect(units.unit(rowOf(file, 7))).toBeNull()
    expect(units.unit(-1)).toBeNull()
  })
})

describe('STEP measure', () => {
  it('is read in each of its entity forms', () => {
    const file = parseStep(`${context('PLANE()')}
      #20=MEASURE_REPRESENTATION_ITEM('area',AREA_MEASURE(4.),#6);
      #21=PRODUCT('a','b','',());`)
    expect(readMeasure(file, rowOf(file, 7))).toEqual({ value: 25.4, unit: rowOf(file, 6) })
    expect(readMeasure(file, rowOf(file, 8))).toEqual({ value: 0.3048, unit: rowOf(file, 10) })
    expect(readMeasure(file, rowOf(file, 20))).toEqual({ value: 4, unit: rowOf(file, 6) })
    expect(readMeasure(file, rowOf(file, 21))).toBeNull()
  })
})
