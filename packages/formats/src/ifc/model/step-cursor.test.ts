import { describe, expect, it } from 'vitest'
import { parseIfc, requireRow } from '../testing/step-file.js'
import { maxNestingDepth, type StepCursor, type StepValue } from '@kamar/codecs/part21'

/** Returns a cursor before the first attribute of a statement with these attributes. */
const before = (attributes: string, others = ''): StepCursor => parseIfc(`#1=IFCTHING(${attributes});\n${others}`).at(0)

const valueOf = (attribute: string): StepValue => before(attribute).value()

describe('STEP attributes', () => {
  it('are read by kind', () => {
    const file = parseIfc("#5=IFCOTHER();\n#1=IFCTHING('text',#5,3.5,.ELEMENT.,$,*,(1.,2.),(#5,#5),.T.);")
    const cursor = file.at(requireRow(file, 1))
    expect(cursor.text()).toBe('text')
    expect(cursor.row()).toBe(0)
    expect(cursor.number()).toBe(3.5)
    expect(cursor.enumeration()).toBe('ELEMENT')
    expect(cursor.text()).toBeNull()
    expect(cursor.number()).toBeNull()
    expect(cursor.numbers()).toEqual([1, 2])
    expect(cursor.rows()).toEqual([0, 0])
    expect(cursor.hasMore).toBe(true)
    expect(cursor.enumeration()).toBe('T')
    expect(cursor.hasMore).toBe(false)
  })

  it('are skipped when they have another kind than requested', () => {
    const cursor = before("'text',#9,(1,(2,3)),.X.,7")
    expect([cursor.number(), cursor.text(), cursor.enumeration(), cursor.reference(), cursor.number()]).toEqual([
      null,
      null,
      null,
      0,
      7,
    ])
  })

  it.each([
    ["'a,b','c'", 'c'],
    ["'it''s, (so','c'", 'c'],
    ["(1,2,('x,y',(3))),'c'", 'c'],
    ["IFCLABEL('a,b'),'c'", 'c'],
    ["'a' , 'c' ", 'c'],
    ["/* one, two */ 'a',/* , */'c'", 'c'],
    ["$,'c'", 'c'],
    ["'','c'", 'c'],
  ])('are separated at top-level commas: %j', (attributes, second) => {
    const file = parseIfc(`#1=IFCTHING(${attributes});`)
    expect(file.textAt(0, 1)).toBe(second)
  })

  it('are missing beyond the last one', () => {
    const file = parseIfc("#1=IFCTHING('only');")
    expect([file.textAt(0, 1), file.numberAt(0, 5), file.rowAt(0, 2), file.rowsAt(0, 3)]).toEqual([null, null, -1, []])
    expect(file.at(0, 4).hasMore).toBe(false)
    expect(file.at(0, 4).value()).toBeNull()
  })

  it('are missing in an empty statement', () => {
    const cursor = before('')
    expect(cursor.hasMore).toBe(false)
    expect([cursor.text(), cursor.number(), cursor.row(), cursor.value()]).toEqual([null, null, -1, null])
  })

  it('never continue into the next statement', () => {
    const file = parseIfc("#1=IFCTHING('a';\n#2=IFCTHING('b','c');")
    expect(file.textAt(0, 1)).toBeNull()
    expect(file.textAt(0, 0)).toBe('a')
  })
})

describe('STEP reference', () => {
  it('is ignored within a comment', () => {
    const file = parseIfc("#1=IFCTHING((/* was #8 */ #1,/*#8*/#1),'next');")
    expect(file.rowsAt(0, 0)).toEqual([0, 0])
    expect(file.textAt(0, 1)).toBe('next')
    expect(file.missingReferences).toBe(0)
  })

  it('yields no row for a missing statement and is counted', () => {
    const file = parseIfc('#1=IFCTHING(#7,(#1,#8,#1),#1);')
    expect(file.rowAt(0, 0)).toBe(-1)
    expect(file.rowsAt(0, 1)).toEqual([0, 0])
    expect(file.rowAt(0, 2)).toBe(0)
    expect(file.missingReferences).toBe(2)
  })

  it('is not counted when it is omitted', () => {
    const file = parseIfc("#1=IFCTHING($,*,'#7',());")
    expect([0, 1, 2, 3].map((attribute) => file.rowAt(0, attribute))).toEqual([-1, -1, -1, -1])
    expect(file.rowsAt(0, 2)).toEqual([])
    expect(file.missingReferences).toBe(0)
  })

  it('yields a list of one, and is flattened from nested lists', () => {
    const file = parseIfc('#1=A();\n#2=A();\n#3=IFCTHING(#2,((#1,#2),(#2)),( #1 , #2 ));')
    expect(file.rowsAt(2, 0)).toEqual([1])
    expect(file.rowsAt(2, 1)).toEqual([0, 1, 1])
    expect(file.rowsAt(2, 2)).toEqual([0, 1])
  })

  it('states its number', () => {
    expect(before('#4294967000').reference()).toBe(4_294_967_000)
    expect(before('4').reference()).toBe(0)
  })
})

describe('STEP number', () => {
  it.each([
    ['3', 3],
    ['-1.5E-3', -0.0015],
    ['+2.', 2],
    ['IFCLENGTHMEASURE(3.25)', 3.25],
    ['IFCLENGTHMEASURE( -3.25 )', -3.25],
    ["'3'", null],
    ['.T.', null],
    ['(3)', null],
    ['$', null],
  ])('reads %s as %s', (literal, read) => {
    expect(before(literal).number()).toBe(read)
  })

  it.each([
    ['(1.,2.,3.)', [1, 2, 3]],
    ['((1.,2.),(3.,4.))', [1, 2, 3, 4]],
    ['(IFCLENGTHMEASURE(1.),IFCREAL(2.))', [1, 2]],
    ["(1.,$,'x',#3,2.)", [1, 2]],
    ['5.', [5]],
    ['()', []],
    ['$', []],
  ])('reads the list %s as %j', (literal, read) => {
    expect(before(literal).numbers()).toEqual(read)
  })
})

describe('STEP value', () => {
  it.each<[string, StepValue]>([
    ['$', null],
    ['*', null],
    ["'a'", 'a'],
    ['-2', -2],
    ['.T.', true],
    ['.F.', false],
    ['.true.', true],
    ['.FALSE.', false],
    ['.U.', { enumeration: 'U' }],
    ['.NotDefined.', { enumeration: 'NOTDEFINED' }],
    ['#12', { reference: 12 }],
    ["IFCLABEL('Wall')", { type: 'IFCLABEL', value: 'Wall' }],
    ['IfcBoolean(.T.)', { type: 'IFCBOOLEAN', value: true }],
    ['IFCLABEL($)', { type: 'IFCLABEL', value: null }],
    ['()', []],
    ["(1,'a',$,#2,(.F.))", [1, 'a', null, { reference: 2 }, [false]]],
    ['IFCCOMPLEXNUMBER((1.,2.))', { type: 'IFCCOMPLEXNUMBER', value: [1, 2] }],
    ['"0F"', '0F'],
    ["IFCLABEL ('spaced')", { type: 'IFCLABEL', value: 'spaced' }],
    [String.raw`'\X2\0416\X0\ '`, 'Ж '],
  ])('is parsed from %s up to the next attribute', (literal, value) => {
    expect(valueOf(literal)).toEqual(value)
    const cursor = before(`${literal},'next'`)
    cursor.value()
    expect(cursor.text()).toBe('next')
  })

  it('ends where the statement is truncated', () => {
    expect(valueOf('(1,2')).toEqual([1, 2])
    expect(before("'abc", '#2=A();').value()).toBe('abc')
    expect(valueOf('.ABC')).toBeNull()
    expect(valueOf('IFCLABEL')).toBeNull()
    expect(valueOf('?')).toBeNull()
  })

  it('nests lists only to the maximum depth', () => {
    const deep = 200_000
    const cursor = before(`${'('.repeat(deep)}1${')'.repeat(deep)},'next'`)
    let value = cursor.value()
    let depth = 0
    for (; Array.isArray(value) && value.length > 0; value = value[0] as StepValue) depth++
    expect(depth).toBe(maxNestingDepth)
    expect(cursor.text()).toBe('next')
  })

  it('skips types nested 1000 levels deep and reads the next attribute', () => {
    const cursor = before(`${'A('.repeat(1000)}1${')'.repeat(1000)},'next'`)
    expect(cursor.value()).toMatchObject({ type: 'A', value: { type: 'A' } })
    expect(cursor.text()).toBe('next')
  })

  it('skips extra tokens before the next comma', () => {
    const cursor = before("1 2,'next'")
    expect(cursor.value()).toBe(1)
    expect(cursor.text()).toBe('next')
  })
})

describe('STEP enumeration', () => {
  it('is read without dots and in capitals', () => {
    expect(before('.notdefined.').enumeration()).toBe('NOTDEFINED')
    expect(before('.F.').enumeration()).toBe('F')
    expect(before('.OPEN').enumeration()).toBeNull()
    expect(before("'ELEMENT'").enumeration()).toBeNull()
  })
})
