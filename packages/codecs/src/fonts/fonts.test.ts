import { mutate, outlineFontFile, seededRandom, shxFile } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import { describeFont } from './font-file.js'
import { checkOutlineFont } from './outline-font.js'
import { OutlineGlyphSource } from './outline-glyph-source.js'
import { readShxFont, type ShxFont } from './shx-font.js'
import { ShxGlyphSource } from './shx-glyph-source.js'
import { drawShape } from './shx-pen.js'

const letterA = 65
const up = 0x44
const right = 0x40
const unifont = shxFile({ kind: 'unifont', above: 8, below: 2, shapes: [{ code: letterA, steps: [up, right] }] })

/** Returns the lines drawn by steps in a symbol font, rounded. */
function drawSteps(
  steps: readonly number[],
  others: ShxFont['kind'] = 'shapes',
  more: { code: number; steps: number[] }[] = [],
) {
  const font = readShxFont(shxFile({ kind: others, above: 10, shapes: [{ code: 1, steps }, ...more] }))
  const shape = drawShape(font, 1)
  if (!shape) throw new Error('no shape')
  const round = (value: number): number => Math.round(value * 1000) / 1000 + 0
  return { lines: shape.lines.map((line) => line.map(round)), end: shape.end.map(round) }
}

describe('SHX file', () => {
  it.each(['shapes', 'unifont', 'bigfont'] as const)('maps codes to shapes in the kind %s', (kind) => {
    const font = readShxFont(
      shxFile({
        kind,
        above: 20,
        below: 4,
        shapes: [
          { code: 0x8141, steps: [up] },
          { code: 7, steps: [right] },
        ],
      }),
    )
    expect(font).toMatchObject({ kind, name: 'test', above: 20, below: 4 })
    expect([...font.shapes.keys()]).toEqual([0x8141, 7])
    expect([...(font.shapes.get(7) ?? [])]).toEqual([right, 0])
  })

  it('names its shapes and has no height when it contains symbols', () => {
    const font = readShxFont(shxFile({ kind: 'shapes', shapes: [{ code: 130, steps: [up], name: 'TRACK1' }] }))
    expect(font.above).toBe(0)
    expect([...font.codes]).toEqual([['TRACK1', 130]])
  })

  it('accepts another signature of the same kind', () => {
    const bytes = Buffer.concat([Buffer.from('AUTOCAD-586 Unifont 1.0\n\x1a', 'latin1'), unifont.subarray(25)])
    expect(readShxFont(bytes).shapes.size).toBe(1)
  })

  it.each([
    ['empty', Buffer.alloc(0)],
    ['plain text', Buffer.from('no font at all, but long enough to look like one')],
    ['a signature only', unifont.subarray(0, 25)],
    ['a font without a shape', shxFile({ kind: 'unifont', above: 8, shapes: [] })],
    ['glyphs without a height', shxFile({ kind: 'unifont', above: 0, shapes: [{ code: letterA, steps: [up] }] })],
  ])('is rejected when it is %s', (_, bytes) => {
    expect(() => readShxFont(bytes)).toThrow(MalformedRecordError)
    expect(describeFont(bytes)).toBeNull()
  })

  it('keeps the complete shapes when it is truncated', () => {
    const shapes = [65, 66, 67].map((code) => ({ code, steps: [up, up, up] }))
    for (const kind of ['shapes', 'unifont', 'bigfont'] as const) {
      const original = shxFile({ kind, above: 8, shapes })
      const tail = kind === 'shapes' ? 3 : 0
      expect([...readShxFont(original.subarray(0, original.length - tail - 1)).shapes.keys()]).toEqual([65, 66])
    }
  })
})

describe('SHX pen', () => {
  it('starts down and draws in sixteen directions by the length of the longer side', () => {
    expect(drawSteps([0x21, 0x27])).toEqual({ lines: [[0, 0, 2, 1, 0, 2]], end: [0, 2] })
    expect(drawSteps([0x1e]).end).toEqual([1, -1])
  })

  it('is raised, lowered and restored from the stack', () => {
    expect(drawSteps([5, right, 2, up, 1, right, 6, up])).toEqual({
      lines: [
        [0, 0, 4, 0],
        [4, 4, 8, 4],
        [0, 0, 0, 4],
      ],
      end: [0, 4],
    })
  })

  it('scales by multiplication and division', () => {
    expect(drawSteps([4, 3, 0x10, 3, 6, 0x10]).end).toEqual([3.5, 0])
  })

  it('follows single and repeated displacements', () => {
    expect(drawSteps([8, 5, 256 - 3, 9, 1, 1, 2, 0, 0, 0, up]).lines).toEqual([[0, 0, 5, -3, 6, -2, 8, -2, 8, 2]])
  })

  it('draws octant arcs in both directions', () => {
    const quarter = drawSteps([0x0a, 10, 0x02])
    expect(quarter.end).toEqual([-10, 10])
    expect(drawSteps([0x0a, 10, 0x82]).end).toEqual([-10, -10])
    const original = drawSteps([0x0a, 10, 0x00])
    expect(original.end).toEqual([0, 0])
    expect(Math.min(...(original.lines[0] ?? []).filter((_, at) => at % 2 === 0))).toBe(-20)
  })

  it('draws fractional arcs that start and end within octants', () => {
    // From 55 to 95 degrees, radius 3: the example of Autodesk's manual.
    const { end } = drawSteps([0x0b, 56, 28, 0, 3, 0x12])
    const [from, to] = [45 + (56 / 256) * 45, 90 + (28 / 256) * 45].map((angle) => (angle * Math.PI) / 180)
    expect(end[0]).toBeCloseTo(3 * (Math.cos(to ?? 0) - Math.cos(from ?? 0)), 2)
    expect(end[1]).toBeCloseTo(3 * (Math.sin(to ?? 0) - Math.sin(from ?? 0)), 2)
  })

  it('draws bulge arcs to the right of the chord for a positive bulge', () => {
    const { lines, end } = drawSteps([0x0c, 10, 0, 127])
    expect(end).toEqual([10, 0])
    expect(Math.min(...(lines[0] ?? []).filter((_, at) => at % 2 === 1))).toBeCloseTo(-5, 2)
    expect(drawSteps([0x0d, 4, 0, 0, 4, 0, 0, 0, 0, up]).end).toEqual([8, 4])
  })

  it('skips commands for vertical text', () => {
    expect(drawSteps([0x0e, 8, 100, 100, up])).toEqual({ lines: [[0, 0, 0, 4]], end: [0, 4] })
  })

  it('draws subshapes by one-byte, two-byte and big font references', () => {
    const other = { code: 2, steps: [up] }
    expect(drawSteps([7, 2, right], 'shapes', [other]).end).toEqual([4, 4])
    expect(drawSteps([7, 0, 2, right], 'unifont', [other]).end).toEqual([4, 4])
    expect(drawSteps([7, 0, 0, 2, 3, 1, 10, 20, 2, right], 'bigfont', [other])).toEqual({
      lines: [[3, 1, 3, 9]],
      end: [4, 0],
    })
  })

  it('stops for recursive, overflowing and truncated shapes', () => {
    expect(drawSteps([7, 1, up]).end[1]).toBeLessThanOrEqual(9 * 4)
    expect(
      drawSteps(
        Array.from({ length: 400 }, () => [4, 255])
          .flat()
          .concat(up),
      ).end,
    ).toEqual([0, 0])
    expect(drawSteps([9, 1, 1]).lines).toEqual([])
    expect(drawSteps([0x0a]).lines).toEqual([])
    const bush = [7, 2, 7, 2, 7, 2, 7, 2, 7, 2, 7, 2, 7, 2, 7, 2]
    expect(drawSteps(bush, 'shapes', [{ code: 2, steps: bush }]).lines).toEqual([])
  })
})

describe('SHX glyph', () => {
  const createGlyphs = (bytes: Buffer, encoding = 'windows-1252', big: Buffer | null = null): ShxGlyphSource =>
    new ShxGlyphSource({ name: 'test.shx', font: readShxFont(bytes), bigFont: big && readShxFont(big), encoding })

  it('is scaled to the capital height and advances with the pen', () => {
    expect(createGlyphs(unifont).findGlyph('A')).toEqual({ advance: 0.5, lines: [[0, 0, 0, 0.5, 0.5, 0.5]] })
    expect(createGlyphs(unifont).findGlyph('B')).toBeNull()
  })

  it('is selected by the encoding of the drawing in a single-byte font', () => {
    const russian = shxFile({
      kind: 'shapes',
      above: 4,
      shapes: [
        { code: 0xc6, steps: [up] },
        { code: 129, steps: [right] },
      ],
    })
    expect(createGlyphs(russian, 'windows-1251').findGlyph('Ж')?.lines).toEqual([[0, 0, 0, 1]])
    expect(createGlyphs(russian, 'windows-1252').findGlyph('Ж')).toBeNull()
    expect(createGlyphs(russian).findGlyph('Ø')?.advance).toBe(1)
  })

  it('is taken from the big font for a two-byte character', () => {
    const chinese = shxFile({ kind: 'bigfont', above: 2, shapes: [{ code: 0xc4e3, steps: [up] }] })
    const glyphs = createGlyphs(unifont, 'gbk', chinese)
    expect(glyphs.findGlyph('你')?.lines).toEqual([[0, 0, 0, 2]])
    expect(glyphs.findGlyph('A')?.advance).toBe(0.5)
    expect(glyphs.findGlyph('好')).toBeNull()
  })

  it('is null in a font without height', () => {
    const symbols = shxFile({ kind: 'shapes', shapes: [{ code: letterA, steps: [up] }] })
    expect(createGlyphs(symbols).findGlyph('A')).toBeNull()
  })
})

const boxes = outlineFontFile({
  family: 'Boxes',
  boxGlyphs: [
    { character: 'H', box: [100, 0, 600, 700], advance: 700 },
    { character: 'Ж', box: [0, -200, 300, 350], advance: 350 },
  ],
})

describe('outline font glyphs', () => {
  it('are scaled to the capital height of their font', () => {
    const glyphs = new OutlineGlyphSource('boxes.ttf', boxes)
    const glyph = glyphs.findGlyph('H')
    expect(glyph?.advance).toBeCloseTo(1, 5)
    const [line = []] = glyph?.lines ?? []
    expect(Math.max(...line.filter((_, at) => at % 2 === 1))).toBeCloseTo(1, 5)
    expect(Math.min(...(glyphs.findGlyph('Ж')?.lines[0] ?? []).filter((_, at) => at % 2 === 1))).toBeCloseTo(-2 / 7, 5)
    expect(glyphs.findGlyph('Q')).toBeNull()
  })

  it('have a font description with kind, names and glyph count', () => {
    expect(describeFont(boxes)).toEqual({ kind: 'outline', names: ['Boxes'], glyphCount: 3 })
    const bold = outlineFontFile({ family: 'Boxes', style: 'Bold', boxGlyphs: [] })
    expect(describeFont(bold)?.names).toEqual(['Boxes Bold'])
    expect(describeFont(unifont)).toEqual({ kind: 'stroke', names: [], glyphCount: 1 })
    const symbols = shxFile({ kind: 'shapes', shapes: [{ code: 1, steps: [up] }] })
    expect(describeFont(symbols)?.kind).toBe('symbols')
    expect(describeFont(shxFile({ kind: 'bigfont', above: 2, shapes: [{ code: 1, steps: [up] }] }))?.kind).toBe('asian')
  })
})

describe('font check', () => {
  const table = (tag: string): number => {
    for (let at = 12; ; at += 16) if (boxes.toString('latin1', at, at + 4) === tag) return at
  }
  const broken = (change: (bytes: Buffer) => void): Buffer => {
    const bytes = Buffer.from(boxes)
    change(bytes)
    return bytes
  }
  it.each([
    ['a table beyond the end of the file', (bytes: Buffer) => bytes.writeUInt32BE(0xfffffff0, table('glyf') + 8)],
    [
      'a glyph offset out of order',
      (bytes: Buffer) => bytes.writeUInt32BE(9999, bytes.readUInt32BE(table('loca') + 8) + 4),
    ],
    ['no glyphs', (bytes: Buffer) => bytes.writeUInt16BE(0, bytes.readUInt32BE(table('maxp') + 8) + 4)],
    [
      'more glyphs than offsets',
      (bytes: Buffer) => bytes.writeUInt16BE(60000, bytes.readUInt32BE(table('maxp') + 8) + 4),
    ],
    ['more widths than glyphs', (bytes: Buffer) => bytes.writeUInt16BE(9, bytes.readUInt32BE(table('hhea') + 8) + 34)],
    ['a wrong signature', (bytes: Buffer) => bytes.writeUInt32BE(1, bytes.readUInt32BE(table('head') + 8) + 12)],
    [
      'character codes beyond the table',
      (bytes: Buffer) => bytes.writeUInt32BE(9999, bytes.readUInt32BE(table('cmap') + 8) + 8),
    ],
    ['a thousand tables', (bytes: Buffer) => bytes.writeUInt16BE(1000, 4)],
    ['no character map', (bytes: Buffer) => bytes.write('xxxx', table('cmap'), 'latin1')],
  ])('rejects an outline font with %s', (_, change) => {
    expect(() => checkOutlineFont(broken(change))).toThrow(MalformedRecordError)
  })

  it('rejects or describes truncated and corrupted fonts without infinite coordinates', () => {
    const random = seededRandom(33)
    const files = [
      boxes,
      unifont,
      shxFile({ kind: 'bigfont', above: 2, shapes: [{ code: 0x8141, steps: [7, 0, 0x81, 0x41, 1, 1, 1, 1] }] }),
    ]
    let refused = 0
    for (let run = 0; run < 900; run++) {
      const original = files[run % files.length] ?? boxes
      const bytes =
        run % 2 === 0
          ? original.subarray(0, Math.floor(random() * original.length))
          : Buffer.from(mutate(original, run))
      const info = describeFont(bytes)
      if (!info) refused++
      const font = info?.kind === 'stroke' || info?.kind === 'asian' ? readShxFont(bytes) : null
      const codes = [...(font?.shapes.keys() ?? [])]
      const numbers = codes.flatMap((code) => (font && drawShape(font, code)?.lines.flat()) ?? [])
      expect(numbers.filter((value) => !Number.isFinite(value))).toEqual([])
    }
    expect(refused).toBeGreaterThan(300)
  })
})
