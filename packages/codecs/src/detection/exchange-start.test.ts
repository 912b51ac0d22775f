import { describe, expect, it } from 'vitest'
import { exchangeStart } from './exchange-start.js'

const findStart = (text: string): number => exchangeStart(Buffer.from(text, 'latin1'))
const header = 'ISO-10303-21;\nHEADER;\n'

describe('exchangeStart', () => {
  it.each([
    ['at offset 0', header, 0],
    ['after a byte order mark', `\u00ef\u00bb\u00bf${header}`, 3],
    ['after a stray byte', `?${header}`, 1],
    ['after blank lines', `\r\n\r\n${header}`, 4],
    ['after a short comment', `/* made by hand */ ${header}`, 19],
    ['in lower case with blanks', 'x iso-10303-21 ;\t\r\n header ;', 2],
  ])('finds the header %s', (_, text, start) => {
    expect(findStart(text)).toBe(start)
  })

  it.each([
    ['is missing', 'xx ISO-10303-21; DATA;'],
    ['is quoted deep in another text', `${'x'.repeat(256)}${header}`],
    ['is truncated', 'xx ISO-10303-21;\nHEAD'],
    ['is absent from an empty file', ''],
  ])('returns 0 when the header %s', (_, text) => {
    expect(findStart(text)).toBe(0)
  })
})
