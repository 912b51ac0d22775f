import { describe, expect, it } from 'vitest'
import { FaxBits } from './fax-codes.js'
import { decodeGroup3X } from './group3.js'
import { decodeGroup4, decodeGroup4Tiff } from './group4.js'
import { ByteWriter } from '@kamar/codecs/zip/testing'

/** Packs bits given as text, most significant bit first. */
const bits = (...codes: readonly string[]): Uint8Array => {
  const all = codes.join('').replaceAll(' ', '')
  return Uint8Array.from(all.match(/.{1,8}/g) ?? [], (byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

const formatPixels = (pixels: Uint8Array | null): string | null => pixels && Array.from(pixels).join('')

describe('T.4 run-length decoder', () => {
  it.each<[string, boolean, number]>([
    ['00110101', false, 0],
    ['000111', false, 1],
    ['10011', false, 8],
    ['00110100', false, 63],
    ['11011 00110101', false, 64],
    ['10010 000111', false, 129],
    ['010011011 00110101', false, 1728],
    ['00000001000 00110101', false, 1792],
    ['000000011111 000000011111 0111', false, 5122],
    ['0000110111', true, 0],
    ['010', true, 1],
    ['000001100111', true, 63],
    ['0000001111 0000110111', true, 64],
    ['0000001100101 010', true, 1729],
    ['000000011111 11', true, 2562],
  ])('decodes %s (black: %s) as %d pixels', (codes, isBlack, length) => {
    const reader = new FaxBits(bits(codes))
    expect(reader.run(isBlack)).toBe(length)
    expect(reader.position).toBe(codes.replaceAll(' ', '').length)
  })

  it.each([false, true])('returns null for an invalid, missing or endless code (black: %s)', (isBlack) => {
    expect(new FaxBits(bits('0000000000000000')).run(isBlack)).toBeNull()
    expect(new FaxBits(new Uint8Array(0)).run(isBlack)).toBeNull()
    expect(new FaxBits(bits('000000011111'.repeat(3))).run(isBlack)).toBeNull()
  })

  it('reads zero bits beyond the end', () => {
    const reader = new FaxBits(Uint8Array.of(0b1010_0000))
    expect([reader.bits(3), reader.isAtEnd, reader.bits(5), reader.isAtEnd, reader.bits(9)]).toEqual([
      5,
      false,
      0,
      true,
      0,
    ])
  })
})

describe('Group 3X decoder', () => {
  it('joins make-up and terminating codes in wide rows', () => {
    // 64 and 36 white, then 100 black.
    const packed = bits('00', '11011 00010101', '0000001111 000011010100')
    expect(formatPixels(decodeGroup3X(packed, 200, 1))).toBe('0'.repeat(100) + '1'.repeat(100))
  })

  it('compares the first row with a white row', () => {
    const same = ['01', '10011'].join('')
    expect(formatPixels(decodeGroup3X(bits(`01 0111 011 0111`), 8, 1))).toBe('00111100')
    expect(formatPixels(decodeGroup3X(bits('00 0111 011 0111', same), 8, 2))).toBe('0011110000111100')
  })

  it('returns null for data truncated anywhere', () => {
    const packed = bits('00 0111 011 0111', '01 1000 11 1000', '10 10101010')
    expect(decodeGroup3X(packed, 8, 3)).not.toBeNull()
    for (let length = 0; length < packed.length - 1; length++)
      expect(decodeGroup3X(packed.subarray(0, length), 8, 3)).toBeNull()
  })
})

describe('Group 4 decoder', () => {
  const same = '1'
  const runs = '001'
  const pass = '0001'
  const row = [runs, '0111', '011', same].join('')

  it.each<[string, string, string]>([
    ['vertical mode 0', [same, same, same].join(''), '00111100'],
    ['vertical mode right 3', ['0000011', same, same].join(''), '00000100'],
    ['vertical mode right 2', ['000011', same, same].join(''), '00001100'],
    ['vertical mode right 1', ['011', same, same].join(''), '00011100'],
    ['vertical mode left 1', ['010', same, same].join(''), '01111100'],
    ['vertical mode left 2', ['000010', same, same].join(''), '11111100'],
    ['vertical mode left 1 at the second change', [same, '0000010', same].join(''), '00100000'],
    ['pass mode', [pass, same].join(''), '00000000'],
    ['pass mode followed by horizontal mode', [pass, runs, '000111', '010'].join(''), '00000001'],
    ['horizontal mode at the start', [runs, '00110101', '10', runs, '000111', '011'].join(''), '11101111'],
  ])('decodes a row relative to the row above: %s', (_, codes, expected) => {
    expect(formatPixels(decodeGroup4(bits(row, codes), 8, 2))).toBe(`00111100${expected}`)
  })

  it.each<[string, string]>([
    ['change before the start of the row', ['0000010', same, same].join('')],
    ['change beyond the end of the row', [same, same, '011'].join('')],
    ['invalid code', '00000000000'],
    ['runs beyond the end of the row', [runs, '10011', '010'].join('')],
  ])('returns null for an invalid row: %s', (_, codes) => {
    expect(decodeGroup4(bits(row, codes), 8, 2)).toBeNull()
  })

  it('rejects a vertical mode that moves back before a pass mode', () => {
    const stripes = [runs, '000111', '010', runs, '000111', '010', same].join('')
    expect(formatPixels(decodeGroup4(bits(stripes, pass, same, same, same), 8, 2))).toBe('0101000000010000')
    expect(formatPixels(decodeGroup4(bits(stripes, pass, '010', same, same), 8, 2))).toBe('0101000000110000')
    expect(decodeGroup4(bits(stripes, pass, '000010', same, same), 8, 2)).toBeNull()
  })

  it('returns null for more rows than the data has bits', () => {
    expect(decodeGroup4(bits(row), 8, 2_000_000_000)).toBeNull()
  })
})

describe('Group 4 TIFF decoder', () => {
  type Tag = readonly [tag: number, type: number, count: number, value: number]
  const packed = bits('001 0111 011 1')
  const defaultTags: readonly Tag[] = [
    [256, 3, 1, 8],
    [257, 3, 1, 1],
    [259, 3, 1, 4],
    [262, 3, 1, 0],
    [273, 4, 1, 8],
    [279, 4, 1, packed.length],
  ]
  const writeTiff = (tags: readonly Tag[]): Uint8Array => {
    const writer = new ByteWriter()
      .text('II')
      .short(42)
      .long(8 + packed.length)
      .raw(packed)
      .short(tags.length)
    for (const [tag, type, count, value] of tags) writer.short(tag, type).long(count, value)
    return writer.long(0).bytes
  }
  const without = (tag: number): readonly Tag[] => defaultTags.filter(([number]) => number !== tag)
  const none = new Uint8Array(0)
  const decode = (...tags: readonly Tag[]): ReturnType<typeof decodeGroup4Tiff> =>
    decodeGroup4Tiff(writeTiff(tags), none)

  it('reads a big-endian file', () => {
    const high = (value: number, size: number): number[] =>
      Array.from({ length: size }, (_, at) => value >> (8 * (size - 1 - at)))
    const writer = new ByteWriter()
      .text('MM')
      .byte(0, 42, ...high(8 + packed.length, 4))
      .raw(packed)
      .byte(...high(defaultTags.length, 2))
    for (const [tag, type, count, value] of defaultTags)
      writer.byte(
        ...high(tag, 2),
        ...high(type, 2),
        ...high(count, 4),
        ...(type === 3 ? [...high(value, 2), 0, 0] : high(value, 4)),
      )
    const image = decodeGroup4Tiff(writer.long(0).bytes, none)
    expect(Array.from(image?.data ?? []).filter((_, at) => at % 4 === 0)).toEqual([255, 255, 0, 0, 0, 0, 255, 255])
  })

  it('needs no StripByteCounts tag', () => {
    expect(decode(...without(279))).toMatchObject({ width: 8, height: 1 })
  })

  it.each<[string, readonly Tag[]]>([
    ['without a width', without(256)],
    ['without a height', without(257)],
    ['without a compression', without(259)],
    ['without strip offsets', without(273)],
    ['with several strips', [...without(273), [273, 4, 2, 8]]],
    ['with reversed bit order', [...defaultTags, [266, 3, 1, 2]]],
    ['of an oversized image', [...without(256), [256, 4, 1, 0xffff_ffff]]],
    ['with rows beyond the end of the file', [...without(273), [273, 4, 1, 100_000]]],
    ['without tags', []],
  ])('returns null for a TIFF %s', (_, tags) => {
    expect(decode(...tags)).toBeNull()
  })

  it('returns null for a file truncated anywhere', () => {
    const completeTiff = writeTiff(defaultTags)
    for (let length = 0; length < completeTiff.length - 4; length++)
      expect(decodeGroup4Tiff(completeTiff.subarray(0, length), none)).toBeNull()
  })
})
