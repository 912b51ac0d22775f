import { describe, expect, it } from 'vitest'
import { encodeText, latin1Bytes } from './testing/exchange.js'
import { decodeStepText, maxTextBytes, unescapeStepText } from './step-text.js'

const decode = (bytes: Uint8Array): string => decodeStepText(bytes, 0, bytes.length)

describe('decodeStepText', () => {
  it.each([
    ['an empty string', '', ''],
    ['plain ASCII', 'Wall 200 mm', 'Wall 200 mm'],
    ['a doubled quote', "Kamar''s wall", "Kamar's wall"],
    ['two doubled quotes', "''a''", "'a'"],
    ['a lone quote', "it's", "it's"],
    ['a doubled backslash', 'C:\\\\temp', 'C:\\temp'],
    ['a lone backslash', 'C:\\temp', 'C:\\temp'],
    ['a backslash at the end', 'end\\', 'end\\'],
    [String.raw`\S\ without a page`, String.raw`M\S\|rz`, 'Mürz'],
    [String.raw`\S\ of the page of Central Europe`, String.raw`\PB\\S\h`, 'č'],
    [String.raw`\S\ of the Cyrillic page`, String.raw`\PE\\S\4\S\>\S\<`, 'ДОМ'],
    [String.raw`\S\ of the Greek page`, String.raw`\PG\\S\a`, 'α'],
    [String.raw`\X\ of one byte`, String.raw`Stra\X\DFe`, 'Straße'],
    [String.raw`\X\ in small letters`, String.raw`\X\e9t\X\e9`, 'été'],
    [String.raw`\X2\ of one word`, String.raw`\X2\053F0561057405610580\X0\ `, 'Կամար '],
    [String.raw`\X2\ in small letters`, String.raw`\X2\00e9\X0\ `, 'é '],
    [String.raw`\X2\ twice`, String.raw`\X2\0416\X0\-\X2\0416\X0\ `, 'Ж-Ж '],
    [String.raw`\X2\ with a surrogate pair`, String.raw`\X2\D83CDFE0\X0\.`, '🏠.'],
    [String.raw`\X4\ outside the basic plane`, String.raw`\X4\0001F3E0\X0\.`, '🏠.'],
    [String.raw`\X4\ of two characters`, String.raw`\X4\0000004100000416\X0\.`, 'AЖ.'],
  ])('decodes %s', (_, encoded, read) => {
    expect(decode(encodeText(encoded))).toBe(read)
  })

  it.each([
    [String.raw`\X\ with no hexadecimal digits`, String.raw`\X\ZZ`, String.raw`\X\ZZ`],
    [String.raw`\X\ cut off`, String.raw`\X\4`, String.raw`\X\4`],
    [String.raw`\X3\ , which there is not`, String.raw`\X3\0041`, String.raw`\X3\0041`],
    [String.raw`\X2\ never closed`, String.raw`\X2\00410042 rest`, 'AB rest'],
    [String.raw`\X2\ with half a character`, String.raw`\X2\004100\X0\.`, 'A.'],
    [String.raw`\X4\ beyond Unicode`, String.raw`\X4\00110000\X0\.`, '\ufffd.'],
    [String.raw`\S\ at the end`, String.raw`a\S` + '\\', 'a'],
    [String.raw`a page that there is not`, String.raw`\PZ\\S\d`, 'ä'],
  ])('keeps or repairs %s', (_, encoded, read) => {
    expect(decode(encodeText(encoded))).toBe(read)
  })

  it('resets the code page for the next string', () => {
    expect(unescapeStepText(String.raw`\PG\\S\a`)).toBe('α')
    expect(unescapeStepText(String.raw`\S\a`)).toBe('á')
  })

  it('reads bytes above ASCII as UTF-8 when they are valid, else as Latin-1', () => {
    expect(decode(encodeText('Կամար'))).toBe('Կամար')
    expect(decode(latin1Bytes('Fenêtre'))).toBe('Fenêtre')
    expect(decode(encodeText("d''où"))).toBe("d'où")
  })

  it('reads a SharedArrayBuffer', () => {
    const bytes = encodeText('Կամար')
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length))
    shared.set(bytes)
    expect(decode(shared)).toBe('Կամար')
  })

  it('reads a range of a larger buffer', () => {
    const bytes = encodeText("xx'inner'yy")
    expect(decodeStepText(bytes, 3, 8)).toBe('inner')
    expect(decodeStepText(bytes.subarray(3), 0, 5)).toBe('inner')
    expect(decodeStepText(bytes, 5, 5)).toBe('')
  })

  it('limits the length of a string', () => {
    expect(decode(new Uint8Array(maxTextBytes + 100).fill(65))).toHaveLength(maxTextBytes)
  })
})
