import { describe, expect, it } from 'vitest'
import { reader } from '../../../dwf/reader.js'
import { runReader, type RecordingScene } from '@kamar/test-kit'
import { braced, imageHeader, smallPng, w2dStream } from '../testing/write-w2d.js'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { decodeGroup3X } from './group3.js'
import { decodeGroup4, decodeGroup4Tiff } from './group4.js'

/** Packs bits given as text, most significant bit first. */
const bits = (...codes: readonly string[]): Uint8Array => {
  const all = codes.join('').replaceAll(' ', '')
  const padded = all.padEnd(Math.ceil(all.length / 8) * 8, '0')
  return Uint8Array.from(padded.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2))
}

const formatRows = (pixels: Uint8Array | null, columns: number): string[] =>
  pixels === null
    ? []
    : (Array.from(pixels)
        .join('')
        .match(new RegExp(`.{${columns}}`, 'g')) ?? [])

/** Codes of T.4: white and black runs of the lengths used here. */
const white = { 0: '00110101', 2: '0111', 3: '1000', 4: '1011', 8: '10011' } as const
const black = { 0: '0000110111', 1: '010', 2: '11', 3: '10', 4: '011' } as const

describe('Group 3X decoder', () => {
  it('decodes run-length, difference and uncompressed rows', () => {
    const packed = bits(
      ...['00', white[2], black[4], white[2]],
      ...['01', white[3], black[2], white[3]],
      ...['10', '10101010'],
    )
    expect(formatRows(decodeGroup3X(packed, 8, 3), 8)).toEqual(['00111100', '00100100', '10101010'])
  })

  it('starts a black row with a white run of zero length', () => {
    expect(formatRows(decodeGroup3X(bits('00', white[0], black[4], white[4]), 8, 1), 8)).toEqual(['11110000'])
  })

  it('returns null for truncated, overlong and unknown rows', () => {
    expect(decodeGroup3X(bits('00', white[2]), 8, 4)).toBeNull()
    expect(decodeGroup3X(bits('00', white[8], black[4], white[8]), 8, 1)).not.toBeNull()
    expect(decodeGroup3X(bits('00', white[4], black[4], white[8]), 7, 1)).toBeNull()
    expect(decodeGroup3X(bits('11', white[8], '00000000'), 8, 1)).toBeNull()
    expect(decodeGroup3X(Uint8Array.of(0), 60_000, 60_000)).toBeNull()
  })
})

describe('Group 4 decoder', () => {
  const mode = { same: '1', right1: '011', left1: '010', right2: '000011', pass: '0001', runs: '001' } as const

  it('decodes horizontal, vertical and pass modes', () => {
    const packed = bits(
      ...[mode.runs, white[2], black[4], mode.same],
      ...[mode.same, mode.same, mode.same],
      ...[mode.right1, mode.left1, mode.same],
      ...[mode.pass, mode.same],
    )
    expect(formatRows(decodeGroup4(packed, 8, 4), 8)).toEqual(['00111100', '00111100', '00011000', '00000000'])
  })

  it('decodes vertical mode by more than one pixel', () => {
    const packed = bits(...[mode.runs, white[2], black[4], mode.same], ...[mode.right2, mode.same, mode.same])
    expect(formatRows(decodeGroup4(packed, 8, 2), 8)).toEqual(['00111100', '00001100'])
  })

  it('returns null for invalid codes, missing data and overlong runs', () => {
    expect(decodeGroup4(bits('0000000000000000'), 8, 1)).toBeNull()
    expect(decodeGroup4(bits(mode.left1), 8, 1)).not.toEqual(new Uint8Array(8).fill(1))
    expect(decodeGroup4(new Uint8Array(0), 8, 1)).toBeNull()
    expect(decodeGroup4(bits(mode.runs, white[8], black[4]), 8, 1)).toBeNull()
  })

  const tiff = (packed: Uint8Array, { photometric = 0, compression = 4 } = {}): Uint8Array => {
    const tags = [
      [256, 4, 8],
      [257, 4, 1],
      [259, 3, compression],
      [262, 3, photometric],
      [273, 4, 8],
      [279, 4, packed.length],
    ]
    const writer = new ByteWriter()
      .text('II')
      .short(42)
      .long(8 + packed.length)
      .raw(packed)
      .short(tags.length)
    for (const [tag = 0, type = 0, value = 0] of tags) writer.short(tag, type).long(1, value)
    return writer.long(0).bytes
  }
  const row = bits(mode.runs, white[2], black[4], mode.same)

  it('reads a TIFF in its photometric interpretation or in two given colors', () => {
    const plain = decodeGroup4Tiff(tiff(row), new Uint8Array(0))
    expect(plain).toMatchObject({ width: 8, height: 1 })
    expect(Array.from(plain?.data.subarray(0, 12) ?? [])).toEqual([
      255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255,
    ])
    const inverted = decodeGroup4Tiff(tiff(row, { photometric: 1 }), new Uint8Array(0))
    expect(Array.from(inverted?.data.subarray(0, 4) ?? [])).toEqual([0, 0, 0, 255])
    const colored = decodeGroup4Tiff(tiff(row), Uint8Array.of(1, 2, 3, 0, 9, 8, 7, 255))
    expect(Array.from(colored?.data.subarray(4, 12) ?? [])).toEqual([1, 2, 3, 0, 9, 8, 7, 255])
  })

  it('returns null for a TIFF that is truncated or of another compression', () => {
    expect(decodeGroup4Tiff(tiff(row, { compression: 5 }), new Uint8Array(0))).toBeNull()
    expect(decodeGroup4Tiff(tiff(row).slice(0, 20), new Uint8Array(0))).toBeNull()
    expect(decodeGroup4Tiff(new Uint8Array(4), new Uint8Array(0))).toBeNull()
  })

  it('draws an image opcode with the color map of the opcode', async () => {
    const file = tiff(row)
    const body = imageHeader(8, 1, [0, 0, 80, 10])
      .long(2)
      .byte(255, 255, 255, 0, 0, 0, 255, 255)
      .long(file.length)
      .raw(file)
    const { textures } = await readScene(braced(0x000d, body.bytes))
    expect(Array.from(textures[0]?.pixels.subarray(4, 12) ?? [])).toEqual([255, 255, 255, 0, 0, 0, 255, 255])
  })
})

async function readScene(...records: readonly (Uint8Array | string)[]): Promise<RecordingScene> {
  const { scene, failure } = await runReader(reader, w2dStream('L 0,0 10,10 ', ...records), { name: 'a.dwf' })
  expect(failure).toBeNull()
  return scene
}

const readPixels = ({ textures }: RecordingScene): number[] => Array.from(textures[0]?.pixels ?? [])
const bounds = [0, 0, 20, 10] as const
const map = [255, 0, 0, 255, 0, 255, 0, 255]
const red = [255, 0, 0, 255]
const green = [0, 255, 0, 255]

describe('W2D image', () => {
  it('reads one-bit pixels with a map of two colors', async () => {
    const body = imageHeader(2, 1, bounds)
      .byte(2, ...map)
      .long(1)
      .byte(0b0100_0000)
    expect(readPixels(await readScene(braced(2, body.bytes)))).toEqual([...red, ...green])
  })

  it('reads Group 3X rows with a map of two colors', async () => {
    const rows = bits('00', white[0], black[2])
    const body = imageHeader(2, 1, bounds)
      .byte(2, ...map)
      .long(rows.length)
      .raw(rows)
    expect(readPixels(await readScene(braced(3, body.bytes)))).toEqual([...green, ...green])
  })

  it('reads indexed pixels with its own map or the map of the stream', async () => {
    const own = imageHeader(2, 1, bounds)
      .byte(2, ...map)
      .long(2)
      .byte(1, 0)
    expect(readPixels(await readScene(braced(5, own.bytes)))).toEqual([...green, ...red])
    const shared = imageHeader(2, 1, bounds).long(2).byte(1, 0)
    const scene = await readScene(braced(1, new ByteWriter().byte(2, ...map).bytes), braced(4, shared.bytes))
    expect(readPixels(scene)).toEqual([...green, ...red])
  })

  it('reads RGB and RGBA pixels', async () => {
    const plain = imageHeader(2, 1, bounds).long(6).byte(255, 0, 0, 0, 255, 0)
    expect(readPixels(await readScene(braced(6, plain.bytes)))).toEqual([...red, ...green])
    const clear = imageHeader(2, 1, bounds).long(8).byte(255, 0, 0, 0, 0, 255, 0, 128)
    expect(readPixels(await readScene(braced(7, clear.bytes)))).toEqual([255, 0, 0, 0, 0, 255, 0, 128])
  })

  it('reads hexadecimal pixels of the ASCII form', async () => {
    const scene = await readScene("(Image 'RGB' 0 2,1 0,0 20,10 (6 FF0000 00FF00))")
    expect(readPixels(scene)).toEqual([...red, ...green])
    expect(scene.sheets[0]?.images[0]?.xAxis[0]).toBeCloseTo(20 / 400)
  })

  it('is placed relative to the current point and moves it even when not drawn', async () => {
    const imageRecord = imageHeader(2, 1, [5, 5, 25, 15]).long(6).byte(255, 0, 0, 0, 255, 0)
    const damaged = imageHeader(200, 100, [1, 1, 2, 2]).long(3).byte(1, 2, 3)
    const line = new ByteWriter().text('l').long(0, 0, 10, 0).bytes
    const { sheets } = await readScene(
      braced(6, imageRecord.bytes),
      braced(6, damaged.bytes),
      braced(11, damaged.bytes),
      line,
    )
    const [image] = sheets[0]?.images ?? []
    const scale = 1 / 400
    expect(image?.origin.map((value) => value / scale)).toEqual([5, 5])
    const last = sheets[0]?.polylines.at(-1)
    expect(Array.from(last?.points ?? [], (value) => Math.round(value / scale))).toEqual([29, 19, 39, 19])
  })

  it('reads an embedded PNG without a color map', async () => {
    const png = smallPng()
    const body = imageHeader(2, 2, [0, 0, 20, 20]).long(png.length).raw(png)
    const scene = await readScene(braced(12, body.bytes))
    expect(scene.textures[0]).toMatchObject({ width: 2, height: 2 })
  })

  it('is counted as skipped when damaged or of an unknown encoding', async () => {
    const body = imageHeader(200, 100, bounds).long(3).byte(1, 2, 3)
    const bytes = w2dStream('L 0,0 10,10 ', braced(6, body.bytes), braced(11, body.bytes), "(Image 'WMF' 0)")
    const { report } = await runReader(reader, bytes, { name: 'a.dwf' })
    expect(report?.skipped).toEqual([
      { kind: 'image', reason: 'damaged', count: 1 },
      { kind: 'image', reason: 'coding', count: 2 },
    ])
  })
})
