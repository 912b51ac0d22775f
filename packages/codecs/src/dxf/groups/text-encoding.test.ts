import { describe, expect, it } from 'vitest'
import { getEncoding, resolveCarets, TextDecoding } from './text-encoding.js'

const raw = (bytes: Uint8Array): string => String.fromCharCode(...bytes)
const utf8 = (text: string): string => raw(new TextEncoder().encode(text))
/** Encodes Cyrillic as Windows-1251. */
const cyrillic = (text: string): string =>
  [...text].map((character) => String.fromCharCode(character.charCodeAt(0) - 0x0410 + 0xc0)).join('')

describe('text of a DXF', () => {
  it.each([
    ['AC1021', 'ANSI_1252', utf8],
    ['AC1032', '', utf8],
    ['', '', utf8],
    ['AC1027', 'ANSI_1251', cyrillic],
    ['AC1015', 'ANSI_1251', cyrillic],
    ['AC1009', 'dos1251', cyrillic],
  ])('is decoded in release %j with the code page %j', (release, codePage, encode) => {
    expect(new TextDecoding({ release, codePage }).decode(encode('Стена'))).toBe('Стена')
  })

  it('is in its code page before release 2007 although it could be UTF-8', () => {
    expect(new TextDecoding({ release: 'AC1018', codePage: 'ANSI_1252' }).decode(utf8('é'))).toBe('Ã©')
  })

  it('resolves characters by number and of Asian code pages', () => {
    const decoding = new TextDecoding({ release: 'AC1015', codePage: 'ANSI_1252' })
    expect(decoding.decode('\\U+0531\\U+0580 \\M+5C4E3 \\U+00')).toBe('Ար 你 \\U+00')
  })

  it('resolves control characters after carets, and a caret before a space', () => {
    expect(resolveCarets('a^Jb^Ic^ d^M^')).toBe('a\nb\tc^d\r^')
  })
})

describe('code page', () => {
  it.each([
    ['ANSI_936', 'gbk'],
    ['ansi_1257', 'windows-1257'],
    ['ANSI_949', 'euc-kr'],
    ['unknown', 'windows-1252'],
    ['', 'windows-1252'],
  ])('%j is an encoding of the web', (codePage, encoding) => {
    expect(getEncoding(codePage)).toBe(encoding)
  })
})
