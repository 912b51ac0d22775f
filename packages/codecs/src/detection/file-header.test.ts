import { describe, expect, it } from 'vitest'
import { compoundStreamNames, isCompoundFile, isZip, zipEntryNames } from './containers.js'
import { byteOrderMark, matchesAt, decodeHeaderText } from './file-header.js'

const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16 = (text: string, littleEndian: boolean): number[] =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((unit) =>
    littleEndian ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255],
  )

describe('file header bytes', () => {
  it('are matched at an offset, never beyond their end', () => {
    const header = Uint8Array.of(0x41, 0x42, 0xff)
    expect(matchesAt(header, 1, 'B\u00ff')).toBe(true)
    expect(matchesAt(header, 1, 'B\u00fe')).toBe(false)
    expect(matchesAt(header, 2, '\u00ff\u0000')).toBe(false)
    expect(matchesAt(header, 9, '')).toBe(false)
  })

  it.each([
    ['utf-8', 3, [0xef, 0xbb, 0xbf, 0x41]],
    ['utf-16le', 2, [0xff, 0xfe, 0x41, 0]],
    ['utf-16be', 2, [0xfe, 0xff, 0, 0x41]],
  ] as const)('identify %s by a byte order mark of %s bytes', (encoding, length, bytes) => {
    expect(byteOrderMark(Uint8Array.from(bytes))).toEqual({ encoding, length })
    expect(decodeHeaderText(Uint8Array.from(bytes))).toBe('A')
  })

  it('identify no encoding without a complete byte order mark', () => {
    expect(byteOrderMark(encodeText('AB'))).toBeNull()
    expect(byteOrderMark(Uint8Array.of(0xef, 0xbb))).toBeNull()
    expect(byteOrderMark(new Uint8Array())).toBeNull()
  })

  it('are decoded as text in every script, including truncated characters and form feeds', () => {
    for (const text of ['plain\r\n\ttext\f', 'Կամար', 'Стена', '壁'])
      expect(decodeHeaderText(encodeText(text))).toBe(text)
    expect(decodeHeaderText(encodeText('Կ').slice(0, 1))).not.toBeNull()
    expect(decodeHeaderText(Uint8Array.of(0x57, 0xe4, 0x6e, 0x64, 0x65))).toContain('nde')
    expect(decodeHeaderText(Uint8Array.from([0xfe, 0xff, ...utf16('Կամար', false)]))).toBe('Կամար')
  })

  it('are not decoded as text with zero bytes or many control characters', () => {
    expect(decodeHeaderText(Uint8Array.of(0x41, 0, 0x42))).toBeNull()
    expect(decodeHeaderText(Uint8Array.from({ length: 100 }, (_, at) => (at % 10 === 0 ? 1 : 0x41)))).toBeNull()
    expect(decodeHeaderText(Uint8Array.from([...encodeText('x'.repeat(200)), 1]))).not.toBeNull()
    expect(decodeHeaderText(Uint8Array.of(0xff, 0xfe, 0x41, 0, 0, 0))).toBeNull()
  })
})

describe('ZIP file header', () => {
  const header = [0x50, 0x4b, 3, 4, ...Array<number>(26).fill(0)]
  const entry = (name: string): number[] => [...header.with(26, name.length), ...encodeText(name)]

  it('is detected by a first entry or an empty directory', () => {
    expect(isZip(Uint8Array.from(entry('a')))).toBe(true)
    expect(isZip(encodeText('PK\u0005\u0006'))).toBe(true)
    expect(isZip(encodeText('PKZIP'))).toBe(false)
  })

  it('lists the names of the entries within the header bytes', () => {
    const header = Uint8Array.from([...entry('_rels/.rels'), 1, 2, 3, ...entry('dwf/a.fdseq'), ...entry('cut name')])
    expect(zipEntryNames(header)).toEqual(['_rels/.rels', 'dwf/a.fdseq', 'cut name'])
    expect(zipEntryNames(header.slice(0, 29))).toEqual([])
    expect(zipEntryNames(header.slice(0, 33))).toEqual(['_re'])
  })

  it('is read at any offset of a larger buffer', () => {
    const larger = Uint8Array.from([9, 9, 9, ...entry('wall.ifc')])
    expect(zipEntryNames(larger.subarray(3))).toEqual(['wall.ifc'])
  })
})

describe('compound file header', () => {
  function compound(directorySector: number, nameBytes: number): Uint8Array {
    const bytes = new Uint8Array(2048)
    const view = new DataView(bytes.buffer)
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
    view.setUint16(30, 9, true)
    view.setUint32(48, directorySector, true)
    bytes.set(utf16('BasicFileInfo', true), 1024)
    view.setUint16(1024 + 64, nameBytes, true)
    return bytes
  }

  it('lists the stream names of the first directory sector', () => {
    const bytes = compound(1, 28)
    expect(isCompoundFile(bytes)).toBe(true)
    expect(compoundStreamNames(bytes)).toEqual(['BasicFileInfo'])
  })

  it('lists no names when the directory is out of range or its numbers are invalid', () => {
    expect(compoundStreamNames(compound(40, 28))).toEqual([])
    expect(compoundStreamNames(compound(0xfffffffe, 28))).toEqual([])
    expect(compoundStreamNames(compound(1, 28).slice(0, 500))).toEqual([])
    expect(compoundStreamNames(compound(1, 0))).toEqual([])
    expect(compoundStreamNames(compound(1, 0xffff)).every((name) => name.length <= 32)).toBe(true)
    const wideSectors = compound(1, 28)
    new DataView(wideSectors.buffer).setUint16(30, 0xffff, true)
    expect(compoundStreamNames(wideSectors)).toEqual([])
  })
})
