import { describe, expect, it } from 'vitest'
import { ByteWriter } from '@kamar/codecs/zip/testing'
import { readW2d, unitsPerInch, type W2dRecord } from '../testing/read-w2d.js'
import { findDecoder } from './code-pages.js'

const bytes = (): ByteWriter => new ByteWriter()
const line = 'L 0,0 1,1 '
const capitals = 0.716

type Text = Awaited<ReturnType<typeof readW2d>>['sheet']['texts'][number]

async function readText(...records: readonly W2dRecord[]): Promise<Text> {
  const [text] = (await readW2d(...records)).sheet.texts
  if (!text) throw new TypeError('no text')
  return text
}

const readRuns = async (...records: readonly W2dRecord[]): Promise<Text['paragraphs'][number]> =>
  (await readText(...records)).paragraphs[0] ?? []

const door = "(Text 400,800 'Door')"

describe('W2D font', () => {
  it('reads all binary fields in the order of their flags', async () => {
    const font = bytes()
      .byte(0x06)
      .short(0x7ff)
      .text("'Sans'")
      .byte(0, 1, 2, 3)
      .long(400)
      .short(16_384, 2048, 512, 5461)
    const read = await readW2d(font.long(0).bytes, door)
    expect(read.sheet.fonts).toEqual([{ name: 'Sans', kind: 'outline', bold: true, italic: true }])
    const [text] = read.sheet.texts
    expect(text?.xAxis.map((value) => Math.round(value * unitsPerInch) + 0)).toEqual([0, 1])
    expect(text?.yAxis.map((value) => Math.round(value * unitsPerInch) + 0)).toEqual([-1, 0])
    expect(text?.paragraphs[0]?.[0]).toMatchObject({ text: 'Door', widthFactor: 2, tracking: 0.5 })
    expect(text?.paragraphs[0]?.[0]?.obliqueDegrees).toBeCloseTo(30, 2)
    expect(text?.paragraphs[0]?.[0]?.height).toBeCloseTo(400 * capitals)
  })

  it.each<[string, number, (writer: ByteWriter) => ByteWriter, object]>([
    ['style', 0x10, (writer) => writer.byte(1), { bold: true, italic: false }],
    ['slanted style', 0x10, (writer) => writer.byte(2), { bold: false, italic: true }],
    ['name', 0x01, (writer) => writer.text("'Romans.shx'"), { name: 'Romans.shx', kind: 'stroke' }],
    ['no fields', 0x00, (writer) => writer, { name: 'Arial', kind: 'outline' }],
    ['characters, pitch and family', 0x0e, (writer) => writer.byte(1, 2, 3), { name: 'Arial' }],
    ['flags', 0x400, (writer) => writer.long(-1), { name: 'Arial' }],
  ])('has only the fields that its flags select: %s', async (_, fields, write, font) => {
    const record = write(bytes().byte(0x06).short(fields)).bytes
    const read = await readW2d('(Font (Height 100))', record, door, line)
    expect(read.sheet.fonts).toMatchObject([font])
    expect(read.sheet.polylines).toHaveLength(1)
  })

  it('keeps fields that a later font opcode omits', async () => {
    const height = bytes().byte(0x06).short(0x20).long(100).bytes
    const [run] = await readRuns('(Font (Name Sans)(Widthscale 512)(Style bold))', height, door)
    expect(run).toMatchObject({ widthFactor: 0.5 })
    expect(run?.height).toBeCloseTo(100 * capitals)
  })

  it.each<[string, W2dRecord]>([
    ['in ASCII', '(Font (Height 100)(Widthscale 0)(Spacing 0))'],
    ['in binary form', bytes().byte(0x06).short(0x1a0).long(100).short(0, 0).bytes],
    ['in ASCII with non-numeric values', '(Font (Height 100)(Widthscale x)(Spacing))'],
  ])('has default width and spacing for zero or invalid values: %s', async (_, font) => {
    const [run] = await readRuns(font, door)
    expect(run).not.toHaveProperty('widthFactor')
    expect(run).not.toHaveProperty('tracking')
  })

  it('leans left for an oblique angle above 180 degrees', async () => {
    const [run] = await readRuns('(Font (Height 9)(Oblique 62805))', door)
    expect(run?.obliqueDegrees).toBeCloseTo(-15, 2)
  })

  it.each(['(Font (Height 0))', '(Font (Height -5))', '(Font (Height x))', ''])(
    'draws no text without a positive height and counts it as skipped: %s',
    async (font) => {
      const read = await readW2d(line, font, door)
      expect([read.sheet.texts, read.skipped]).toEqual([[], ['text no-area ×1']])
    },
  )

  it('is shared by texts of equal style', async () => {
    const { sheet } = await readW2d('(Font (Height 9))', door, '(Font (Height 20))', door, '(Font (Style bold))', door)
    expect(sheet.fonts.map(({ bold }) => bold)).toEqual([false, true])
  })
})

describe('W2D text', () => {
  const font = '(Font (Height 100))'
  const advanced = (over: readonly number[], under: readonly number[]): Uint8Array =>
    bytes()
      .byte(0x18)
      .long(0, 0)
      .text("'Door'")
      .byte(over.length + 1)
      .raw(encodePositions(over))
      .byte(under.length + 1)
      .raw(encodePositions(under))
      .long(0, 0, 250, 0, 0, 100, -250, 0)
      .byte(1).bytes

  /** Encodes positions. Position 0 cannot be a byte, because that announces a longer number. */
  const encodePositions = (positions: readonly number[]): Uint8Array => {
    const writer = bytes()
    for (const position of positions) {
      if (position === 0) writer.byte(0).short(65_280)
      else writer.byte(position)
    }
    return writer.bytes
  }

  it.each<[string, readonly number[], readonly [string, boolean][]]>([
    ['the full text', [0], [['Door', true]]],
    ['the full text, by an open range', [0, 4], [['Door', true]]],
    [
      'its start',
      [0, 2],
      [
        ['Do', true],
        ['or', false],
      ],
    ],
    [
      'its middle',
      [1, 3],
      [
        ['D', false],
        ['oo', true],
        ['r', false],
      ],
    ],
    [
      'its end',
      [2],
      [
        ['Do', false],
        ['or', true],
      ],
    ],
    [
      'two characters',
      [0, 1, 3, 4],
      [
        ['D', true],
        ['oo', false],
        ['r', true],
      ],
    ],
    ['an empty range', [], [['Door', false]]],
    ['an empty range within the text', [9], [['Door', false]]],
  ])('has lines over and under %s in ASCII and binary form', async (_, positions, expected) => {
    const list = `(${positions.length} ${positions.join(',')})`
    const under = await readRuns(font, advanced([], positions))
    expect(under.map(({ text, underline = false }) => [text, underline])).toEqual(expected)
    const over = await readRuns(font, advanced(positions, []))
    expect(over.map(({ text, overline = false }) => [text, overline])).toEqual(expected)
    const ascii = await readRuns(font, `(Text 0,0 'Door' (Overscore ${list}))`)
    expect(ascii.map(({ text, overline = false }) => [text, overline])).toEqual(expected)
  })

  it('has an absolute position in ASCII and a relative one in binary form', async () => {
    const origin = bytes().text('O').long(4000, 4000).bytes
    expect((await readText(font, origin, door)).anchor).toEqual([1, 2])
    expect((await readText(font, origin, bytes().text('x').long(400, 800).text("'a'").bytes)).anchor).toEqual([11, 12])
  })

  it('fits the lower side of its bounds in any direction', async () => {
    const readBoundedText = (bounds: string): Promise<Text> => readText(font, `(Text 0,0 'Door' (Bounds ${bounds}))`)
    expect((await readBoundedText('0,0 0,250 -100,250 -100,0')).fitWidth).toBe(250)
    expect((await readBoundedText('0,0 30,40 0,80 -30,40')).fitWidth).toBe(50)
    expect(await readBoundedText('5,5 5,5 5,5 5,5')).not.toHaveProperty('fitWidth')
    expect(await readBoundedText('0,0 250,0')).not.toHaveProperty('fitWidth')
    expect(await readBoundedText('0,0 x,0 250,100 0,100')).not.toHaveProperty('fitWidth')
  })

  it.each(["(Text 0,0 '')", "(Text 0,0 '  ')", '(Text 0,0)', '(Text)'])(
    'is omitted without visible characters: %s',
    async (record) => {
      const read = await readW2d(font, record, line)
      expect([read.sheet.texts, read.skipped]).toEqual([[], []])
    },
  )

  it('is counted as skipped with an invalid position', async () => {
    expect((await readW2d(font, "(Text x,0 'a')", line)).skipped).toEqual(['entity not-a-number ×1'])
  })
})

describe('W2D code page', () => {
  it.each<[number, readonly number[], string]>([
    [1252, [0xc6, 0xf4], 'Æô'],
    [1251, [0xc6, 0xf4], 'Жф'],
    [1253, [0xc6, 0xf4], 'Ζτ'],
    [874, [0xa1, 0xa2], 'กข'],
    [932, [0x82, 0xa0], 'あ'],
    [936, [0xd6, 0xd0], '中'],
    [949, [0xc7, 0xd1], '한'],
    [950, [0xa4, 0xa4], '中'],
    [866, [0x86, 0xe4], 'Жф'],
    [65_001, [0xd4, 0xb1], 'Ա'],
  ])('%d decodes the texts after it', async (page, characters, expected) => {
    const text = bytes()
      .text("(Text 0,0 '")
      .byte(...characters)
      .text("')").bytes
    expect((await readRuns('(Font (Height 9))', `(CodePage ${page})`, text))[0]?.text).toBe(expected)
    expect(findDecoder(page)?.(Uint8Array.from(characters))).toBe(expected)
  })

  it('stays in effect when an unknown one follows', async () => {
    const text = bytes().text("(Text 0,0 '").byte(0xc6, 0xf4).text("')").bytes
    const records = ['(Font (Height 9))', '(CodePage 1253)', '(CodePage 4711)', '(CodePage x)', '(CodePage)', text]
    expect((await readRuns(...records))[0]?.text).toBe('Ζτ')
  })
})
