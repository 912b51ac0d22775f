import type { SheetFontInput, SheetTextInput, SheetTextRun } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { plainText, squareGlyphs } from '../test-support/test-sheet.js'
import { productFaces } from './glyphs/face-fonts.js'
import { GlyphShapes } from './glyphs/glyph-shapes.js'
import { type LaidOutText, layOutText } from './lay-out-text.js'

/** Fonts: squares one cap height apart, spaces half of one; and one that is substituted. */
const fonts: readonly SheetFontInput[] = [
  { name: 'square', kind: 'outline', letters: squareGlyphs },
  { name: 'Arial', kind: 'outline' },
]

const run = (text: string, over: Partial<SheetTextRun> = {}): SheetTextRun => ({ text, font: 0, height: 10, ...over })

const layOut = (text: Partial<SheetTextInput>, shapes = new GlyphShapes(productFaces)): LaidOutText =>
  layOutText({ ...plainText(), ...text }, fonts, shapes)

/** Lays out paragraphs of plain runs. */
const layOutLines = (lines: readonly string[], text: Partial<SheetTextInput> = {}): LaidOutText =>
  layOut({ paragraphs: lines.map((line) => [run(line)]), ...text })

/** Lists x and y of all glyphs, rounded to thousandths. */
const listGlyphs = ({ runs }: LaidOutText): number[][] =>
  runs.flatMap(({ glyphs }) => glyphs.map(({ x, y }) => [x, y].map((value) => Math.round(value * 1000) / 1000 + 0)))

const near = (values: readonly number[]): unknown[] => values.map((value): unknown => expect.closeTo(value, 6))

describe('laid out line', () => {
  it('advances by the width of each glyph, spaces included', () => {
    const laidOut = layOutLines(['AB C'])
    expect(listGlyphs(laidOut)).toEqual([
      [0, 0],
      [10, 0],
      [25, 0],
    ])
    expect(laidOut.box).toEqual(near([0, -3.2, 35, 10]))
    expect(laidOut.string).toBe('AB C')
    expect(laidOut.unknown).toEqual([])
  })

  it('scales advances by width factor and tracking, and glyphs by width factor alone', () => {
    const { runs, box } = layOut({ paragraphs: [[run('AB', { widthFactor: 0.5, tracking: 3 })]] })
    expect(runs[0]?.glyphs.map(({ x }) => x)).toEqual(near([0, 15]))
    expect([runs[0]?.height, runs[0]?.width, runs[0]?.slant, box[2]]).toEqual([10, 5, 0, 30])
  })

  it('has advances of the source in place of those of the font', () => {
    const { runs, box } = layOut({ paragraphs: [[run('AB CD', { advances: [12, 13, 7, 14, 15] })]] })
    expect(runs.flatMap(({ glyphs }) => glyphs.map(({ x }) => x))).toEqual(near([0, 12, 32, 46]))
    expect(box[2]).toBe(61)
  })

  it('finds advances of the source by UTF-16 unit', () => {
    const shapes = new GlyphShapes(productFaces)
    const { box } = layOut({ paragraphs: [[run('A😀B', { advances: [1, 2, 400, 8] })]] }, shapes)
    expect(box[2]).toBe(11)
  })

  it('continues with the next run, in its own height, colour and slant', () => {
    const paragraphs = [[run('A'), run('B', { height: 20, color: 0xff0000, obliqueDegrees: 45 })]]
    const { runs, box } = layOut({ paragraphs })
    expect(runs.map(({ height, color, glyphs }) => [height, color, Math.round(glyphs[0]?.x ?? NaN) + 0])).toEqual([
      [10, null, 0],
      [20, 0xff0000, 10],
    ])
    expect(runs.map(({ slant }) => slant)).toEqual(near([0, 1]))
    expect(box).toEqual(near([0, -6.4, 30, 20]))
  })

  it('has the width factor of a substitute in its advances and glyphs', () => {
    const shapes = new GlyphShapes(productFaces)
    const { runs, box } = layOut({ paragraphs: [[run('A', { font: 1 })]] }, shapes)
    expect(runs[0]?.width).toBeCloseTo(9.5)
    expect(box[2]).toBeCloseTo(shapes.getGlyph('sans', 'A').advance * 9.5)
    expect(runs[0]?.font).toBe(1)
  })

  it('lists characters that no font has, but not those of spaces', () => {
    expect(layOutLines(['你A 好你']).unknown).toEqual(['你', '好', '你'])
  })

  it('has no run for spaces alone', () => {
    const { runs, box } = layOutLines(['   '])
    expect([runs, box[2]]).toEqual([[], 0])
  })
})

describe('laid out block', () => {
  it.each([
    ['left', 0, 30],
    ['center', -15, 15],
    ['right', -30, 0],
  ] as const)('is to the %s of its anchor', (horizontal, left, right) => {
    const { box } = layOutLines(['ABC'], { horizontal })
    expect([box[0], box[2]]).toEqual(near([left, right]))
  })

  it('aligns each line by its own width', () => {
    const glyphs = listGlyphs(layOutLines(['ABC', 'A'], { horizontal: 'right' }))
    expect(glyphs.map(([x]) => x)).toEqual([-30, -20, -10, -10])
  })

  it.each([
    ['baseline', 0],
    ['top', -10],
    ['bottom', 20 * (5 / 6) + 3.2],
    ['middle', -5 + 10 * (5 / 6)],
  ] as const)('has its first baseline for the vertical position %s', (vertical, y) => {
    const glyphs = listGlyphs(layOutLines(['A', 'B'], { vertical }))
    expect(glyphs.map((glyph) => glyph[1])).toEqual([y, y - 50 / 3].map((value): unknown => expect.closeTo(value, 2)))
  })

  it('has the distance of the source between baselines, else five thirds of the height of each line', () => {
    expect(listGlyphs(layOutLines(['A', 'B', 'C'], { lineDistance: 12 })).map(([, y]) => y)).toEqual([0, -12, -24])
    const paragraphs = [[run('A')], [run('B', { height: 30 })], [run('C')]]
    expect(listGlyphs(layOut({ paragraphs })).map(([, y]) => y)).toEqual(near([0, -50, -66.667]))
  })

  it('has a box from the top of the first line to the descent of the last', () => {
    const paragraphs = [[run('A', { height: 5 })], [run('B', { height: 20 })]]
    const { box } = layOut({ paragraphs, lineDistance: 40 })
    expect(box).toEqual(near([0, -40 - 6.4, 20, 5]))
  })

  it('keeps empty paragraphs as lines of their height', () => {
    expect(listGlyphs(layOutLines(['A', '', 'B'], { lineDistance: 15 })).map(([, y]) => y)).toEqual([0, -30])
    const { box } = layOut({ paragraphs: [[run('')]] })
    expect(box).toEqual(near([0, -3.2, 0, 10]))
    expect(layOutLines(['A', '', 'B']).string).toBe('A\n\nB')
  })
})

describe('wrapped text', () => {
  it('breaks before a word that exceeds the width, without the space', () => {
    const laidOut = layOutLines(['AB CD EF'], { wrapWidth: 46, lineDistance: 15 })
    // AB CD is 45 wide; a third word would end at 70.
    expect(listGlyphs(laidOut)).toEqual([
      [0, 0],
      [10, 0],
      [25, 0],
      [35, 0],
      [0, -15],
      [10, -15],
    ])
    expect(laidOut.box[2]).toBe(45)
  })

  it('accepts a word that ends exactly at the width', () => {
    expect(new Set(listGlyphs(layOutLines(['AB CD'], { wrapWidth: 45 })).map(([, y]) => y)).size).toBe(1)
    expect(new Set(listGlyphs(layOutLines(['AB CD'], { wrapWidth: 44 })).map(([, y]) => y)).size).toBe(2)
  })

  it('keeps a word that is wider than the width', () => {
    const laidOut = layOutLines(['ABC D'], { wrapWidth: 15, lineDistance: 15 })
    expect(listGlyphs(laidOut)).toEqual([
      [0, 0],
      [10, 0],
      [20, 0],
      [0, -15],
    ])
  })

  it('keeps leading spaces of a paragraph but drops those at a break', () => {
    const laidOut = layOutLines([' AB   CD '], { wrapWidth: 30, horizontal: 'right', lineDistance: 15 })
    // The first line is 25 wide with its space; the second 20 without any.
    expect(listGlyphs(laidOut)).toEqual([
      [-20, 0],
      [-10, 0],
      [-20, -15],
      [-10, -15],
    ])
  })

  it('is not wrapped at a width of zero', () => {
    expect(new Set(listGlyphs(layOutLines(['AB CD'], { wrapWidth: 0 })).map(([, y]) => y)).size).toBe(1)
  })

  it('aligns paragraphs within its width', () => {
    const alignments = ['left', 'center', 'right'] as const
    const xs = (over: Partial<SheetTextInput>): number[] =>
      listGlyphs(layOutLines(['A', 'A', 'A'], { alignments, wrapWidth: 100, ...over })).map(([x]) => x ?? NaN)
    expect(xs({})).toEqual([0, 45, 90])
    expect(xs({ horizontal: 'center' })).toEqual([-50, -5, 40])
    expect(xs({ horizontal: 'right' })).toEqual([-100, -55, -10])
    // A wider line widens the frame.
    expect(xs({ wrapWidth: 5, paragraphs: [[run('ABC')], [run('A')], [run('A')]] }).slice(3)).toEqual([10, 20])
  })
})

describe('fitted text', () => {
  it('is compressed to its width, with its glyphs and rules', () => {
    const { runs, rules, box } = layOut({
      paragraphs: [[run('AB', { underline: true })]],
      fitWidth: 10,
      horizontal: 'right',
    })
    expect(runs[0]?.glyphs.map(({ x }) => x)).toEqual([-10, -5])
    expect([runs[0]?.width, runs[0]?.height]).toEqual([5, 10])
    expect(rules[0]?.ends).toEqual(near([-10, -2, 0, -2]))
    expect([box[0], box[2]]).toEqual([-10, 0])
  })

  it('scales all lines by that of the widest', () => {
    const glyphs = listGlyphs(layOutLines(['ABCD', 'AB'], { fitWidth: 80 }))
    expect(glyphs.map(([x]) => x)).toEqual([0, 20, 40, 60, 0, 20])
  })

  it.each([0, -5])('is not fitted to a width of %i', (fitWidth) => {
    expect(layOutLines(['AB'], { fitWidth }).box[2]).toBe(20)
  })

  it('is finite without a width of its own', () => {
    expect(layOutLines([''], { fitWidth: 50 }).box[2]).toBe(0)
  })
})

describe('line of a text', () => {
  it.each([
    ['underline', -2],
    ['overline', 12],
    ['strikethrough', 4.5],
  ] as const)('is drawn over each word and space: %s', (kind, y) => {
    const { rules } = layOut({ paragraphs: [[run('AB'), run('C D', { [kind]: true, color: 7 })]] })
    expect(rules.map(({ color }) => color)).toEqual([7, 7, 7])
    expect(rules.map(({ ends }) => ends)).toEqual([near([20, y, 30, y]), near([30, y, 35, y]), near([35, y, 45, y])])
  })

  it('is absent when it is false or not stated', () => {
    expect(layOut({ paragraphs: [[run('A', { underline: false })]] }).rules).toEqual([])
  })
})

describe('stacked fraction', () => {
  const stack = (between: 'line' | 'slash' | 'nothing', over: Partial<SheetTextInput> = {}): LaidOutText =>
    layOut({ paragraphs: [[run('A'), run('AB', { stacked: { lower: 'A', between }, color: 3 }), run('A')]], ...over })

  it('is as wide as its wider part at seven tenths, with both parts centred around a line', () => {
    const { runs, rules, box, string } = stack('line')
    expect(listGlyphs({ ...stack('line'), runs: runs.slice(1, 3) })).toEqual([
      [10, 6.5],
      [17, 6.5],
      [13.5, -3.5],
    ])
    expect(runs.slice(1, 3).map(({ height, width, color }) => [height, width, color])).toEqual([
      [7, 7, 3],
      [7, 7, 3],
    ])
    expect(rules).toEqual([{ color: 3, ends: near([10, 5, 24, 5]) }])
    expect(runs[3]?.glyphs[0]?.x).toBeCloseTo(24)
    expect(box).toEqual(near([0, -12 * 0.32, 34, 12]))
    expect(string).toBe('AAB/AA')
  })

  it('has no line between tolerances', () => {
    expect(stack('nothing').rules).toEqual([])
    expect(listGlyphs(stack('nothing'))).toEqual(listGlyphs(stack('line')))
  })

  it('has both parts next to a slash', () => {
    const { runs, rules, box } = stack('slash')
    // 14 + 7 and three tenths of the height.
    expect(listGlyphs({ ...stack('slash'), runs: runs.slice(1, 3) })).toEqual([
      [10, 6.5],
      [17, 6.5],
      [27, -3.5],
    ])
    expect(rules).toEqual([{ color: 3, ends: near([25.5 - 2.1, -2, 25.5 + 2.1, 12]) }])
    expect([runs[3]?.glyphs[0]?.x, box[3]]).toEqual([34, 10])
  })

  it('is compressed with its text', () => {
    const { rules, runs } = stack('line', { fitWidth: 17 })
    expect(rules[0]?.ends).toEqual(near([5, 5, 12, 5]))
    expect(runs[2]?.glyphs[0]?.x).toBeCloseTo(6.75)
    const slash = stack('slash', { fitWidth: 22 })
    expect(slash.runs[2]?.glyphs[0]?.x).toBeCloseTo(13.5)
    expect(slash.rules[0]?.ends[0]).toBeCloseTo(5 + 15.5 / 2 - 2.1)
  })

  it('ignores advances of the source', () => {
    const advances = [100, 100]
    const { box } = layOut({ paragraphs: [[run('AB', { advances, stacked: { lower: 'A', between: 'line' } })]] })
    expect(box[2]).toBeCloseTo(14)
  })
})
