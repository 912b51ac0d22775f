import { describe, expect, it } from 'vitest'
import { listIds, parseIfc } from '../testing/step-file.js'
import { encodeText, indexOf, listNumbers, stepFile } from '@kamar/codecs/part21/testing'
import { maxStatementNumber, latin1 } from '@kamar/codecs/part21'

const index = (rows: string, sliceBytes = Infinity) => indexOf(encodeText(stepFile({ rows })), { sliceBytes })

describe('STEP index', () => {
  it('records number, type and byte range of every statement', () => {
    const text = stepFile({ rows: "#10=IFCWALL('a',$);\n#2 = IFCDOOR ( #10 , 'x' ) ;\n#7=IFCWALL();" })
    const bytes = encodeText(text)
    const read = indexOf(bytes)
    expect(read.count).toBe(3)
    expect(listNumbers(read)).toEqual([10, 2, 7])
    expect([0, 1, 2].map((row) => read.typeNames[read.getType(row)])).toEqual(['IFCWALL', 'IFCDOOR', 'IFCWALL'])
    const statements = [0, 1, 2].map((row) => latin1(bytes, read.getStart(row), read.getEnd(row)))
    expect(statements).toEqual(["#10=IFCWALL('a',$)", "#2 = IFCDOOR ( #10 , 'x' ) ", '#7=IFCWALL()'])
    expect(latin1(bytes, read.getBody(0), read.getEnd(0))).toBe("'a',$)")
    expect(read).toMatchObject({ ended: true, unreadable: 0 })
  })

  it('finds rows by statement number and by type', () => {
    const read = index('#10=IFCWALL();\n#2=IFCDOOR();\n#7=IFCWALL();')
    expect([10, 2, 7, 1, 11, 0].map((id) => read.findRow(id))).toEqual([0, 1, 2, -1, -1, -1])
    expect([...read.listRows('IFCWALL')]).toEqual([0, 2])
    expect([...read.listRows('IFCROOF')]).toEqual([])
  })

  it('keeps the header entries', () => {
    const read = indexOf(encodeText(stepFile({ rows: '#1=IFCWALL();', schema: 'IFC2X3' })))
    expect(read.header.get('FILE_SCHEMA')).toBe("(('IFC2X3'))")
    expect([...read.header.keys()]).toEqual(['FILE_DESCRIPTION', 'FILE_NAME', 'FILE_SCHEMA'])
  })

  it.each([
    ['a letter', 'c'],
    ['a quote', "'"],
    ['a byte order mark', '\ufeff'],
    ['a zero byte', '\0'],
    ['a comment', '/* HEADER; #1=IFCROOF(); */'],
  ])('ignores %s before the file', (_, prefix) => {
    const read = indexOf(encodeText(prefix + stepFile({ rows: "#1=IFCWALL('it''s');", schema: 'IFC2X3' })))
    expect(read).toMatchObject({ count: 1, ended: true, unreadable: 0, typeNames: ['IFCWALL'] })
    expect(read.header.get('FILE_SCHEMA')).toBe("(('IFC2X3'))")
  })

  it('matches type names regardless of case', () => {
    const read = index('#1=IFCWALL();\n#2=IfcWall();\n#3=ifcwall();')
    expect(read.typeNames).toEqual(['IFCWALL'])
    expect([...read.listRows('IFCWALL')]).toEqual([0, 1, 2])
  })

  it('ignores delimiters within strings, comments and line breaks', () => {
    const file = parseIfc(`
/* #90=IFCWALL('not a statement'); */
#1=IFCWALL('semi;colon','it''s; #99=IFCDOOR()',$); #2=IFCDOOR(
  'over
lines', /* ; */ #1
);
#3=IFCSLAB('/* no comment ',2.);/* ' */#4=IFCROOF();`)
    expect(listIds(file, [0, 1, 2, 3])).toEqual([1, 2, 3, 4])
    expect(file.index).toMatchObject({ count: 4, unreadable: 0, ended: true })
  })

  it('is independent of the slice size', () => {
    const rows = Array.from({ length: 300 }, (_, at) => `#${at * 3 + 1}=IFCWALL('w;${at}',(1.,2.));`).join('\n')
    const reference = index(rows)
    const allRows = [...listNumbers(reference).keys()]
    for (const slice of [1, 7, 1000]) {
      const sliced = index(rows, slice)
      expect(listNumbers(sliced)).toEqual(listNumbers(reference))
      expect(allRows.map((row) => sliced.getEnd(row))).toEqual(allRows.map((row) => reference.getEnd(row)))
    }
  })

  it('grows to 20,000 statements', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => `#${at + 1}=A();`).join('')
    const read = index(rows)
    expect(read.count).toBe(20_000)
    expect(read.findRow(20_000)).toBe(19_999)
    expect(read.listRows('A')).toHaveLength(20_000)
  })

  it('distinguishes 3000 types', () => {
    const names = Array.from({ length: 3000 }, (_, at) => `IFCT${at.toString(36).toUpperCase()}`)
    const read = index(names.map((name, at) => `#${at + 1}=${name}();`).join('\n'))
    expect(read.typeNames).toEqual(names)
    expect(names.every((name, at) => read.listRows(name)[0] === at)).toBe(true)
  })
})

describe('STEP statement number', () => {
  it('can be large and sparse', () => {
    const read = index('#1=A();\n#4000000000=B();\n#3999999999=C();\n#17=D();')
    expect([1, 4_000_000_000, 3_999_999_999, 17].map((id) => read.findRow(id))).toEqual([0, 1, 2, 3])
    expect([2, 18, 4_000_000_001].map((id) => read.findRow(id))).toEqual([-1, -1, -1])
  })

  it('is found among 5000 sparse numbers', () => {
    const ids = Array.from({ length: 5000 }, (_, at) => 1 + at * 800_000)
    const read = index(ids.map((id) => `#${id}=A();`).join('\n'))
    expect(ids.every((id, row) => read.findRow(id) === row)).toBe(true)
    expect(read.findRow(2)).toBe(-1)
  })

  it('is omitted and counted when it is zero, missing or beyond 32 bits', () => {
    const read = index(`#0=A();\n#=B();\n#${maxStatementNumber + 1}=C();\n#99999999999999=D();\n#5=E();`)
    expect(listNumbers(read)).toEqual([5])
    expect(read.unreadable).toBe(4)
  })

  it('refers to the last statement when it is repeated', () => {
    const read = index("#1=IFCWALL('first');\n#1=IFCWALL('second');")
    expect(read.count).toBe(2)
    expect(read.findRow(1)).toBe(1)
  })
})

describe('damaged STEP file', () => {
  it.each([
    ['a statement without a type', '#1=();\n#2=A();', [2], 1],
    ['a statement without parentheses', '#1=IFCWALL;\n#2=A();', [2], 1],
    ['a statement that is not closed', '#1=IFCWALL(1.;\n#2=A();', [1, 2], 1],
    ['stray text in the data section', 'JUNK();\n#2=A();', [2], 1],
    ['an unterminated string', "#1=IFCWALL('x);\n#2=A('y');", [1, 2], 2],
  ])('has unreadable statements counted: %s', (_, rows, ids, unreadable) => {
    const read = index(rows)
    expect(listNumbers(read)).toEqual(ids)
    expect(read.unreadable).toBeGreaterThanOrEqual(1)
    expect(read.unreadable).toBeLessThanOrEqual(unreadable)
    expect(read.ended).toBe(true)
  })

  it('is marked as not ended when truncated in data, statement or string', () => {
    const text = stepFile({ rows: "#1=IFCWALL('one');\n#2=IFCWALL('two');" })
    const cut = (marker: string) => indexOf(encodeText(text.slice(0, text.indexOf(marker))))
    expect(cut('ENDSEC;\nEND-ISO')).toMatchObject({ ended: false, count: 2 })
    expect(cut("two');")).toMatchObject({ ended: false, count: 1 })
    expect(cut('#2')).toMatchObject({ ended: false, count: 1 })
    expect(cut('END-ISO')).toMatchObject({ ended: true, count: 2 })
  })

  it('has an empty index when it is empty', () => {
    const read = indexOf(new Uint8Array(0))
    expect(read).toMatchObject({ count: 0, ended: false })
    expect(read.findRow(1)).toBe(-1)
    expect(read.listRows('IFCWALL')).toHaveLength(0)
  })
})
