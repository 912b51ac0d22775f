import { describe, expect, it } from 'vitest'
import { exchangeStart } from './exchange-start.js'

const startOf = (text: string): number => exchangeStart(Buffer.from(text, 'latin1'))
const head = 'ISO-10303-21;\nHEADER;\n'

describe('the start of an exchange file', () => {
  it.each([
    ['at once', head, 0],
    ['behind a byte order mark', `\u00ef\u00bb\u00bf${head}`, 3],
    ['behind a stray byte', `?${head}`, 1],
    ['behind blank lines', `\r\n\r\n${head}`, 4],
    ['behind a short remark', `/* made by hand */ ${head}`, 19],
    ['in small letters and with blanks', 'x iso-10303-21 ;\t\r\n header ;', 2],
  ])('is found %s', (_, text, start) => {
    expect(startOf(text)).toBe(start)
  })

  it.each([
    ['is missing', 'xx ISO-10303-21; DATA;'],
    ['is quoted far within another text', `${'x'.repeat(256)}${head}`],
    ['was cut', 'xx ISO-10303-21;\nHEAD'],
    ['is nowhere', ''],
  ])('is the beginning where a header %s', (_, text) => {
    expect(startOf(text)).toBe(0)
  })
})
