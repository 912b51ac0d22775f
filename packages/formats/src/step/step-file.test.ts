import { describe, expect, it } from 'vitest'
import { isReference, toNumber, toText, toEnumeration } from './step-file.js'
import { rowOf, parseStep } from './testing/parse-step.js'

const file = parseStep(`
#1=PRODUCT('id','it''s a (name)','',(#2,#3));
#2=PRODUCT_CONTEXT('',$,'mechanical');
#3=(LENGTH_UNIT()NAMED_UNIT(*) SI_UNIT( .MILLI. , .METRE. ));
#4=(CONVERSION_BASED_UNIT('IN)CH',#9)LENGTH_UNIT()NAMED_UNIT(#2));
#5=CARTESIAN_POINT('',(1.,-2.5E1,3.));
#6=MEASURE_REPRESENTATION_ITEM('area',AREA_MEASURE(12.5),#3);
`)

describe('StepFile', () => {
  it('returns the attributes of a simple instance', () => {
    const row = rowOf(file, 1)
    expect(file.typeOf(row)).toBe('PRODUCT')
    expect(toText(file.attributes(row)[1])).toBe("it's a (name)")
    expect(file.rowsIn(file.attributes(row)[3])).toEqual([rowOf(file, 2), rowOf(file, 3)])
    expect([file.textAt(row, 0), file.rowAt(row, 0), file.rowAt(-1, 0), file.textAt(-1, 0)]).toEqual([
      'id',
      -1,
      -1,
      null,
    ])
    expect(file.numbersAt(rowOf(file, 5), 1)).toEqual([1, -25, 3])
    expect(file.label(row)).toBe('#1')
  })

  it('returns the parts of a complex instance', () => {
    const row = rowOf(file, 3)
    expect(file.typeOf(row)).toBe('')
    expect(file.listTypes(row)).toEqual(['LENGTH_UNIT', 'NAMED_UNIT', 'SI_UNIT'])
    expect(file.part(row, 'SI_UNIT')?.map(toEnumeration)).toEqual(['MILLI', 'METRE'])
    expect(file.part(row, 'MASS_UNIT')).toBeNull()
    expect(file.is(row, 'LENGTH_UNIT')).toBe(true)
    expect(file.attributes(row)).toHaveLength(3)
  })

  it('ignores parentheses within strings', () => {
    expect(toText(file.part(rowOf(file, 4), 'CONVERSION_BASED_UNIT')?.[0])).toBe('IN)CH')
    expect(file.listTypes(rowOf(file, 4))).toEqual(['CONVERSION_BASED_UNIT', 'LENGTH_UNIT', 'NAMED_UNIT'])
  })

  it('finds simple and complex instances by type, in file order', () => {
    expect(file.rowsWith('LENGTH_UNIT')).toEqual([rowOf(file, 3), rowOf(file, 4)])
    expect(file.rowsWith('PRODUCT')).toEqual([rowOf(file, 1)])
    expect(file.listRows('PRODUCT_CONTEXT', 'PRODUCT')).toEqual([rowOf(file, 2), rowOf(file, 1)])
    expect(file.rowsWith('NOTHING')).toEqual([])
  })

  it('returns nothing for references to missing statements', () => {
    const [, reference] = file.part(rowOf(file, 4), 'CONVERSION_BASED_UNIT') ?? []
    expect(isReference(reference)).toBe(true)
    expect(file.rowOf(reference)).toBe(-1)
    expect(file.rowsIn([{ reference: 99 }, null, 'a'])).toEqual([])
    expect(file.attributes(-1)).toEqual([])
    expect(file.listTypes(-1)).toEqual([])
  })

  it('reads numbers with and without a type name', () => {
    expect(toNumber(file.attributes(rowOf(file, 6))[1])).toBe(12.5)
    expect([toNumber('1'), toNumber(undefined), toNumber(Infinity), toEnumeration('a'), toText(3)]).toEqual([
      null,
      null,
      null,
      '',
      '',
    ])
  })
})
