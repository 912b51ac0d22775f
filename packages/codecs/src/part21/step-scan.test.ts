import { describe, expect, it } from 'vitest'
import { encodeText } from './testing/exchange.js'
import { endOfStatement, isBlank, noEnd, skipBlanks, skipString } from './step-scan.js'

const end = (text: string, from = 0): number => endOfStatement(encodeText(text), from, text.length)
const afterBlanks = (text: string): number => skipBlanks(encodeText(text), 0, text.length)
const afterString = (text: string): number => skipString(encodeText(text), 0, text.length)

describe('STEP blanks', () => {
  it('are spaces, tabs and ends of lines', () => {
    expect([9, 10, 13, 32].every(isBlank)).toBe(true)
    expect([0, 33, 39, 59, 160].some(isBlank)).toBe(false)
  })

  it.each([
    ['x', 0],
    ['  \t\r\n x', 6],
    ['/* a comment */x', 15],
    ['/* one *//* two */ x', 19],
    ['/* stars ** and / in it **/x', 27],
    ['/* #1=IFCWALL(); */\nx', 20],
    ['/x', 0],
    ['/**/x', 4],
  ])('end in %j at %i', (text, position) => {
    expect(afterBlanks(text)).toBe(position)
  })

  it('extend to the end of the data', () => {
    expect(afterBlanks('   ')).toBe(3)
    expect(afterBlanks('  /* never closed')).toBe(17)
    expect(afterBlanks('/*')).toBe(2)
  })
})

describe('STEP string', () => {
  it.each([
    ["'a'", 3],
    ["''", 2],
    ["'it''s',2", 7],
    ["'a;b',", 5],
    ["'''',", 4],
    ["'a\nb',", 5],
  ])('%j ends at %i', (text, position) => {
    expect(afterString(text)).toBe(position)
  })

  it('has no end when it is never closed', () => {
    expect(afterString("'abc")).toBe(-1)
    expect(afterString("'abc''")).toBe(-1)
  })

  it('ends before the next statement when it is never closed', () => {
    const text = "'abc);\n#2=IFCWALL('x');"
    expect(afterString(text)).toBe(text.indexOf(';'))
    const windows = "'abc);\r\n#2=IFCWALL('x');"
    expect(afterString(windows)).toBe(windows.indexOf(';'))
  })
})

describe('STEP statement end', () => {
  it.each([
    ['#1=A();', 6],
    ["#1=A('x;y');", 11],
    ["#1=A('it''s;');", 14],
    ['#1=A(/* ; */);', 13],
    ["#1=A('/* ',1);/* ' */", 13],
    [';', 0],
  ])('is found in %j at %i', (text, position) => {
    expect(end(text)).toBe(position)
  })

  it('is found in long statements', () => {
    const numbers = '1.5,'.repeat(200)
    const plain = `#1=A((${numbers}2.));#2=B();`
    expect(end(plain)).toBe(plain.indexOf(';'))
    const withText = `#1=A((${numbers}2.),'a;b','c''d;e',/* ; */3);#2=B();`
    expect(end(withText)).toBe(withText.indexOf(';#2'))
  })

  it('is missing when the data ends first', () => {
    expect(end('#1=A(')).toBe(noEnd)
    expect(end("#1=A('x;")).toBe(noEnd)
    expect(end(`#1=A(${'1.,'.repeat(100)}`)).toBe(noEnd)
    expect(end(`#1=A(${'1.,'.repeat(100)}'x;`)).toBe(noEnd)
    expect(end('#1=A(/* ;')).toBe(noEnd)
  })

  it('is not searched beyond the limit', () => {
    expect(endOfStatement(encodeText(`${'1.,'.repeat(60)};`), 0, 150)).toBe(noEnd)
  })

  it('is negative within an unclosed string', () => {
    const short = "#1=A('x);\n#2=B('y');"
    expect(end(short)).toBe(-short.indexOf(';'))
    const long = `#1=A((${'1.,'.repeat(60)}2.),'x);\n#2=B('y');`
    expect(end(long)).toBe(-long.indexOf(';'))
  })
})
