import { mutate } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { parseSabBinary } from './sab-binary.js'
import { writeSab, type FixtureRecord } from './testing/acis-writer.js'

const encodeText = (text: string): number[] => [...new TextEncoder().encode(text)]
const int32 = (value: number): number[] => [...new Uint8Array(Int32Array.of(value).buffer)]
const int64 = (value: bigint): number[] => [...new Uint8Array(BigInt64Array.of(value).buffer)]
const float64 = (value: number): number[] => [...new Uint8Array(Float64Array.of(value).buffer)]
const counted = (tag: number, text: string): number[] => [tag, text.length, ...encodeText(text)]
const endOfRecord = 17
const endOfData = [...counted(14, 'End'), ...counted(14, 'of'), ...counted(14, 'ACIS'), ...counted(13, 'data')]

/** Builds header values: version 223, no counts, program, kernel, date, unit and tolerances. */
const start = (unit = 10): number[] => [
  ...encodeText('ASM BinaryFile4'),
  ...[22_300, 0, 1, 0].flatMap(int32),
  ...['Tests', 'ASM', 'now'].flatMap((text) => counted(7, text)),
  ...[unit, 1e-6, 1e-10].flatMap((value) => [6, ...float64(value)]),
]
const createFile = (...records: readonly (readonly number[])[]): Uint8Array =>
  Uint8Array.from([...start(), ...records.flat(), ...endOfData])

/** Parses the tokens of a record from these bytes. */
const parseTokens = (bytes: readonly number[]): unknown =>
  parseSabBinary(createFile([...counted(13, 'thing'), ...bytes, endOfRecord])).records[0]?.tokens

describe('SAB header', () => {
  it('states the version, the program and the unit', () => {
    expect(parseSabBinary(createFile())).toEqual({
      version: 22_300,
      product: 'Tests',
      unitMillimetres: 10,
      records: [],
      isCut: false,
    })
  })

  it('has a null unit for an invalid number', () => {
    expect(parseSabBinary(Uint8Array.from([...start(-1), ...endOfData])).unitMillimetres).toBeNull()
  })

  it('selects 8-byte integers by the signature, for records as well', () => {
    const records: readonly FixtureRecord[] = [['body', '$7', -1, '@name', 2.5, true, 'forward', '{', 'nubs', '}']]
    const [short, long] = [4, 8].map((bytes) => parseSabBinary(writeSab(records, 22_300, bytes as 4 | 8)))
    expect(long).toEqual(short)
    expect(long?.records[0]).toEqual({
      index: 0,
      name: 'body',
      tokens: [{ pointer: 7 }, -1, { text: 'name' }, 2.5, true, false, '{', 'nubs', '}'],
    })
  })

  it.each([0, 14, 15, 20, 31, 40])('is empty when cut to %d bytes', (length) => {
    expect(parseSabBinary(createFile().slice(0, length))).toEqual({
      version: 0,
      product: '',
      unitMillimetres: null,
      records: [],
      isCut: true,
    })
  })
})

describe('SAB values', () => {
  it.each<[string, number[], unknown[]]>([
    ['a character', [2, 0xff], [-1]],
    ['a short number', [3, 0x00, 0x80], [-32_768]],
    ['an integer', [4, ...int32(-5)], [-5]],
    ['a float', [5, 0, 0, 0x20, 0x40], [2.5]],
    ['a double', [6, ...float64(Math.PI)], [Math.PI]],
    ['a string', counted(7, 'Lid'), [{ text: 'Lid' }]],
    ['a string with a two-byte length', [8, 3, 0, ...encodeText('Lid')], [{ text: 'Lid' }]],
    ['a string with a four-byte length', [9, 3, 0, 0, 0, ...encodeText('Lid')], [{ text: 'Lid' }]],
    ['an empty string', [7, 0], [{ text: '' }]],
    ['booleans', [10, 11], [true, false]],
    ['a pointer', [12, ...int32(42)], [{ pointer: 42 }]],
    ['an identifier', counted(13, 'nurbs'), ['nurbs']],
    ['a compound identifier', [...counted(14, 'law'), ...counted(13, 'int_cur')], ['law-int_cur']],
    ['braces', [15, 16], ['{', '}']],
    ['a position', [19, ...[1, 2, 3].flatMap(float64)], [1, 2, 3]],
    ['a direction', [20, ...[0, 0, 1].flatMap(float64)], [0, 0, 1]],
    ['an enumeration', [21, ...int32(1)], [{ enumeration: 1 }]],
    ['a parameter pair', [22, ...[0.5, 1].flatMap(float64)], [0.5, 1]],
    ['a long number', [23, ...int64(-7n)], [-7]],
    ['a numeric string', [18, 14, 0, 0, 0, ...encodeText(' 1 0  -2.5 T\n ')], [1, 0, -2.5, 'T']],
    ['an empty literal', [18, 2, 0, 0, 0, ...encodeText('  ')], []],
  ])('are decoded from %s', (_, bytes, tokens) => {
    expect(parseTokens(bytes)).toEqual(tokens)
  })
})

describe('SAB records', () => {
  const body = [...counted(13, 'body'), 12, ...int32(-1), endOfRecord]

  it('count from zero, with names of several parts', () => {
    const plane = [...counted(14, 'plane'), ...counted(13, 'surface'), endOfRecord]
    const { records } = parseSabBinary(createFile(body, plane))
    expect(records.map(({ index, name }) => `${index} ${name}`)).toEqual(['0 body', '1 plane-surface'])
  })

  it.each<[string, number[]]>([
    ['an unknown tag', [...counted(13, 'face'), 99, endOfRecord]],
    ['a tag of zero', [...counted(13, 'face'), 0, endOfRecord]],
    ['a value in place of an identifier', [4, ...int32(1), endOfRecord]],
    ['a string longer than the file', [...counted(13, 'face'), 9, 255, 255, 255, 127, endOfRecord]],
  ])('end at %s and keep the complete ones before', (_, broken) => {
    const { records, isCut } = parseSabBinary(createFile(body, broken))
    expect([isCut, records]).toEqual([true, [{ index: 0, name: 'body', tokens: [{ pointer: -1 }] }]])
  })

  it('are never partial when the file is truncated', () => {
    const complete = createFile(body, body)
    const { records: all } = parseSabBinary(complete)
    for (let length = start().length; length < complete.length; length++) {
      const { records, isCut } = parseSabBinary(complete.slice(0, length))
      expect([isCut, records], `${length} bytes`).toEqual([true, all.slice(0, records.length)])
    }
  })

  it('never fail on mutated files', () => {
    const complete = createFile(body, [
      ...counted(13, 'a'),
      ...counted(7, 'text'),
      19,
      ...[1, 2, 3].flatMap(float64),
      endOfRecord,
    ])
    for (let copy = 1; copy <= 300; copy++) {
      const { records } = parseSabBinary(mutate(complete, copy))
      expect(records.length, `copy ${copy}`).toBeLessThanOrEqual(complete.length)
    }
  })
})
