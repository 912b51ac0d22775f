import { stopwatch } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { descriptor, isDxf } from './descriptor.js'

const encodeLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
const detect = (text: string): string => descriptor.detect(encodeLatin1(text), text.length)

describe('DWG detection', () => {
  it.each([
    'AC1012',
    'AC1014',
    'AC1015',
    'AC1018',
    'AC1021',
    'AC1024',
    'AC1027',
    'AC1032',
    'AC1009',
    'AC2.10',
    'AC1.40',
  ])('recognises the version %s', (version) => {
    expect(detect(`${version}\0\0\0\0\0`)).toBe('yes')
    expect(isDxf(encodeLatin1(version))).toBe(false)
  })

  it.each(['AC10', 'ac1015', 'AC2000', 'AC1x15', ' AC1015', 'PK\u0003\u0004', '', 'ISO-10303-21;'])(
    'rejects the header %j',
    (header) => {
      expect(detect(header)).toBe('no')
    },
  )
})

describe('DXF detection', () => {
  it.each([
    ['in standard form', '  0\nSECTION\n  2\nHEADER\n'],
    ['with carriage returns', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n'],
    ['without indentation', '0\nSECTION\n2\nHEADER\n'],
    ['after empty lines', '\r\n\n0\nSECTION\n'],
    ['after a comment', '999\nmade by a program\n0\nSECTION\n'],
    ['after an empty comment', '999\n\n0\nSECTION\n'],
    ['after several comments', '999\r\na\r\n  999\r\nb 999\r\n  0\r\nSECTION\r\n'],
    ['after a comment in Armenian', '999\n\u00d5\u00ac\n0\nSECTION\n'],
    ['after a byte order mark', '\u00ef\u00bb\u00bf0\nSECTION\n'],
    ['in binary form', 'AutoCAD Binary DXF\r\n\u001a\0\0\0SECTION\0'],
  ])('recognises a DXF header, %s', (_name, header) => {
    expect(detect(header)).toBe('yes')
    expect(isDxf(encodeLatin1(header))).toBe(true)
  })

  it.each([
    ['a different keyword', '0\nTABLE\n'],
    ['a longer keyword', '0\nSECTIONS\n'],
    ['a different group code', '10\nSECTION\n'],
    ['a comment only', '999\nSECTION\n'],
    ['a truncated header', '0\nSECTI'],
    ['binary content without the signature', 'AutoCAD Binary DXF\n'],
    ['bytes that are not text', '0\nSECTION\n\0\u0001\u0002'],
    ['an empty file', ''],
  ])('rejects a header that is not DXF: %s', (_name, header) => {
    expect(isDxf(encodeLatin1(header))).toBe(false)
  })

  it.each(['999\n\n\n', '999\n\n\n\n999\n\n', '999\n', '\n', ' 999 \n 999', '999\r\n\r\n\r\n'])(
    'rejects many repetitions of %j in bounded time',
    (fragment) => {
      const processorMilliseconds = stopwatch()
      expect(isDxf(encodeLatin1(fragment.repeat(2000)))).toBe(false)
      expect(processorMilliseconds()).toBeLessThan(10_000)
    },
  )
})
