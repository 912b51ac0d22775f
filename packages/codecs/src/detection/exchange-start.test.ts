import { describe, expect, it } from 'vitest'
import { exchangeStart } from './exchange-start.js'

const findStart = (text: string): number => exchangeStart(Buffer.from(text, 'latin1'))
const header = 'ISO-10303-21;\nHEADER;\n'

describe('exchangeStart', () => {
  it.each([
    ['at once', header, 0],
    ['behind a byte order mark', `\u00ef\u00bb\u00bf${header}`, 3],
    ['behind a stray byte', `?${header}`, 1],
    ['behind blank lines', `\r\n\r\n${header}`, 4],
    ['behind a short remark', `/* made by hand */ ${header}`, 19],
    ['in small letters and with blanks', 'x iso-10303-21 ;\t\r\n header ;', 2],
  ])('finds the header %s', (_, text, start) => {
    expect(findStart(text)).toBe(start)
  })

  it.each([
    ['is missing', 'xx ISO-10303-21; DATA;'],
    ['is quoted far within another text', `${'x'.repeat(256)}${header}`],
    ['was cut', 'xx ISO-10303-21;\nHEAD'],
    ['is nowhere', ''],
  ])('returns 0 when the header %s', (_, text) => {
    expect(findStart(text)).toBe(0)
  })
})
