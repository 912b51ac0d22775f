import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { listLines, readW2d, type W2dRecord } from '../testing/read-w2d.js'
import { braced, imageHeader } from '../testing/write-w2d.js'
import { inflateHistory, inflateZlib } from './inflate.js'

const bytes = (): ByteWriter => new ByteWriter()
const text = (content: string): Uint8Array => bytes().text(content).bytes
const line = 'L 0,0 9,9 '
const first = [0, 0, 9, 9]
const second = [1, 2, 3, 4]

/** Builds a record that marks the following data as compressed. */
const packedRun = (opcode: number, packed: Uint8Array): Uint8Array =>
  bytes().byte(0x7b).long(0).short(opcode).raw(packed).byte(0x7d).bytes

/** Encodes bytes as literals of the older coding. */
const literal = (content: Uint8Array): Uint8Array =>
  bytes()
    .byte(15, content.length - 15)
    .raw(content)
    .byte(0).bytes

describe('W2D extended binary opcode', () => {
  it.each([0x12, 0x13, 0x20, 0x122, 0x400])('is ignored when it draws nothing: %d', async (opcode) => {
    const read = await readW2d(line, braced(opcode, text('anything } here {')), 'L 1,2 3,4 ')
    expect([listLines(read), read.skipped]).toEqual([[first, second], []])
  })

  it.each([0, 0x0e, 0x0f, 0x401, 0xffff])('is counted by its number when it is unknown: %d', async (opcode) => {
    const read = await readW2d(line, braced(opcode, Uint8Array.of(1, 2)), braced(opcode, Uint8Array.of()), 'L 1,2 3,4 ')
    expect([listLines(read), read.skipped]).toEqual([[first, second], [`record ${opcode} not-read ×2`]])
  })

  it.each<[string, W2dRecord, string]>([
    ['shorter than its own header', bytes().byte(0x7b).long(2).short(0x20).byte(0x7d).bytes, 'damaged'],
    ['zero', bytes().byte(0x7b).long(0).short(0x20).bytes, 'damaged'],
    ['longer than the stream', bytes().byte(0x7b).long(5000).short(0x20).bytes, 'file-ends-early'],
    ['maximum length', bytes().byte(0x7b).long(-1).short(1).bytes, 'file-ends-early'],
  ])('ends the stream and keeps earlier primitives when its length is wrong: %s', async (_, record, reason) => {
    const read = await readW2d(line, record, 'L 1,2 3,4 ')
    expect([listLines(read)[0], read.skipped]).toEqual([first, [`W2D ${reason} ×1`]])
  })
})

describe('W2D compressed block', () => {
  it.each<[string, Uint8Array]>([
    ['zlib', packedRun(0x11, deflateSync(text('L 1,2 3,4 ')))],
    ['legacy coding', packedRun(0x10, literal(text('L 1,2 3,4       ')))],
    ['legacy coding by its other opcode', packedRun(0x123, literal(text('L 1,2 3,4       ')))],
  ])('is decompressed in place: %s', async (_, record) => {
    const read = await readW2d(line, record, line)
    expect([listLines(read), read.skipped]).toEqual([[first, second, first], []])
  })

  it('shares color and current point with the surrounding stream', async () => {
    const inner = bytes().text('(Color 1,2,3,255)').byte(0x0c).short(1, 1, 1, 1).bytes
    const read = await readW2d(
      bytes().text('O').long(10, 20).bytes,
      packedRun(0x11, deflateSync(inner)),
      bytes().byte(0x0c).short(1, 1, 1, 1).bytes,
    )
    expect(listLines(read)).toEqual([
      [11, 21, 12, 22],
      [13, 23, 14, 24],
    ])
    expect(read.sheet.styles.map(({ color }) => color)).toEqual([0x010203])
  })

  it('nests up to eight levels', async () => {
    const nested = (levels: number): Uint8Array => {
      let record = text('L 1,2 3,4 ')
      for (let level = 0; level < levels; level++) record = packedRun(0x11, deflateSync(record))
      return record
    }
    expect(listLines(await readW2d(line, nested(8)))).toEqual([first, second])
    const deeper = await readW2d(line, nested(9))
    expect([listLines(deeper), deeper.skipped]).toEqual([[first], ['W2D damaged ×1']])
  })

  it('can contain the end of the drawing', async () => {
    const read = await readW2d(line, packedRun(0x11, deflateSync(text('(EndOfDWF)'))), 'L 1,2 3,4 ')
    expect([listLines(read), read.skipped]).toEqual([[first], []])
  })

  it.each([0x10, 0x11, 0x123])('is reported as damaged or truncated when its data are invalid: %d', async (opcode) => {
    const read = await readW2d(line, bytes().byte(0x7b).long(0).short(opcode).byte(0xff, 0xff).bytes)
    expect(listLines(read)).toEqual([first])
    expect(read.skipped.join()).toMatch(/^W2D (damaged|file-ends-early) ×1$/)
  })
})

describe('W2D LZ decompressor', () => {
  it.each<[string, readonly number[], string]>([
    ['three bytes', [3, 97, 98, 99, 0], 'abc'],
    ['bytes of two literal codes', [1, 97, 2, 98, 99, 0], 'abc'],
    ['sixteen bytes', [15, 1, ...Array.from({ length: 16 }, () => 97), 0], 'a'.repeat(16)],
    ['a byte, repeated four times', [0x11, 97, 0, 0, 0], 'aaaaa'],
    ['two bytes, repeated', [0x32, 97, 98, 1, 0, 0], 'abababab'],
    ['a repetition without a literal prefix', [2, 97, 98, 0x10, 1, 0, 0], 'ababab'],
    ['a long repetition', [0xf1, 97, 2, 0, 0, 0], 'a'.repeat(21)],
    ['an empty block', [0], ''],
  ])('decodes %s', (_, packed, expected) => {
    const inflated = inflateHistory(Uint8Array.from(packed), 1000)
    expect(new TextDecoder().decode(inflated?.bytes)).toBe(expected)
    expect(inflated).toMatchObject({ isComplete: true, consumedBytes: packed.length })
  })

  it('marks the output of truncated data as incomplete', () => {
    const inflated = inflateHistory(Uint8Array.of(3, 97, 98, 99), 1000)
    expect(inflated).toMatchObject({ isComplete: false, bytes: Uint8Array.of(97, 98, 99) })
    expect(inflateHistory(Uint8Array.of(0x11, 97, 0), 1000)).toBeNull()
  })

  it('returns null beyond the size limit', () => {
    const packed = Uint8Array.from([
      0xf1,
      97,
      255,
      0,
      0,
      ...Array.from({ length: 50 }, () => [0xf0, 255, 0, 0]).flat(),
      0,
    ])
    expect(inflateHistory(packed, 100_000)?.bytes).toHaveLength(1 + 51 * 273)
    expect(inflateHistory(packed, 51 * 273)).toBeNull()
  })
})

describe('W2D zlib decompressor', () => {
  it('reports how many bytes it consumed when other data follow', () => {
    const packed = deflateSync(text('abc'))
    const inflated = inflateZlib(bytes().raw(packed).text('} and more').bytes, 100)
    expect(new TextDecoder().decode(inflated?.bytes)).toBe('abc')
    expect(inflated).toMatchObject({ consumedBytes: packed.length, isComplete: true })
  })

  it('accepts output up to the size limit only', () => {
    const packed = deflateSync(new Uint8Array(1000))
    expect(inflateZlib(packed, 1000)?.bytes).toHaveLength(1000)
    expect(inflateZlib(packed, 999)).toBeNull()
  })
})

describe('W2D image', () => {
  const bounds = [0, 0, 20, 10] as const
  const readImage = async (...records: readonly W2dRecord[]): Promise<readonly string[]> =>
    (await readW2d(line, ...records)).skipped

  it.each<[string, W2dRecord, string]>([
    ['without columns', braced(6, imageHeader(0, 1, bounds).long(0).bytes), 'damaged'],
    ['with more columns than bytes', braced(6, imageHeader(2, 2, bounds).long(3).byte(1, 2, 3).bytes), 'damaged'],
    ['whose length is wrong', braced(6, imageHeader(1, 1, bounds).long(4).byte(1, 2, 3).bytes), 'damaged'],
    ['without a header', braced(6, Uint8Array.of(1, 2, 3)), 'damaged'],
    ['with too many pixels', braced(6, imageHeader(65_535, 65_535, bounds).long(0).bytes), 'too-much-memory'],
    ['with an invalid embedded file', braced(12, imageHeader(1, 1, bounds).long(0, 3).byte(1, 2, 3).bytes), 'damaged'],
    ['with an unknown coding', braced(10, imageHeader(1, 1, bounds).long(0).bytes), 'coding'],
    ['in ASCII with an inherited property name as coding', "(Image 'constructor' 0 1,1 0,0 9,9 (3 FF0000))", 'coding'],
    ['in ASCII without data', "(Image 'RGB' 0 1,1 0,0 9,9)", 'damaged'],
    ['in ASCII without corners', "(Image 'RGB' 0 1,1 (3 FF0000))", 'damaged'],
    ['in ASCII with invalid characters', "(Image 'RGB' 0 1,1 0,0 9,9 (3 XYZ))", 'damaged'],
  ])('is counted as skipped: %s', async (_, record, reason) => {
    expect(await readImage(record)).toEqual([`image ${reason} ×1`])
  })

  it('spans its two corners and is mirrored when they are swapped', async () => {
    const record = imageHeader(1, 1, [400, 800, 0, 0]).long(3).byte(1, 2, 3)
    const [image] = (await readW2d(line, braced(6, record.bytes))).sheet.images
    expect(image).toMatchObject({ origin: [1, 2], xAxis: [-1, 0] })
    expect(image?.yAxis[1]).toBe(-2)
  })
})
