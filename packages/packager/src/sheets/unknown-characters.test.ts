import type { GlyphSource } from '@kamar/core'
import { plainLayer } from '@kamar/test-kit'
import { decodeSheetTexts, readSheetInfo, type SheetTexts } from '@kamar/package-format'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { plainReport, WrittenPackage } from '../test-support/written-package.js'
import { productFaces } from './glyphs/face-fonts.js'
import { GlyphShapes } from './glyphs/glyph-shapes.js'
import { withUnknownCharacters } from './unknown-characters.js'

/** Font with one Chinese character. */
const chinese: GlyphSource = {
  name: 'fallback',
  kind: 'outline',
  findGlyph: (character) => (character === '你' ? { advance: 1.4, lines: [[0, 0, 1, 0, 1, 1, 0, 1]] } : null),
}

interface DrawingOptions {
  readonly strings: readonly string[]
  readonly fallback?: GlyphSource
  readonly isDrawn?: boolean
  readonly kind?: 'outline' | 'stroke'
}

async function writePackage({
  strings,
  fallback,
  isDrawn = true,
  kind = 'outline',
}: DrawingOptions): Promise<WrittenPackage> {
  const more = fallback ? { fallbackGlyphs: () => Promise.resolve(fallback) } : {}
  const viewPackage = new WrittenPackage({}, more)
  const sheet = viewPackage.writer.addSheet({ name: 'A', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
  const layer = sheet.addLayer(plainLayer)
  const style = sheet.addStyle({ layer, color: 0, lineWeightMillimetres: 0, lineType: null })
  const font = sheet.addFont({ name: 'Arial', kind })
  strings.forEach((text, number) => {
    const entity = sheet.addEntity({ handle: `${number}`, type: 'TEXT', layer })
    const frame = { anchor: [0, 20 * number], xAxis: [1, 0], yAxis: [0, 1] } as const
    const paragraphs = [[{ text, font, height: 10 }]]
    sheet.addText({ entity, style, ...frame, paragraphs, horizontal: 'left', vertical: 'baseline', drawn: isDrawn })
  })
  await viewPackage.writer.finish(plainReport)
  return viewPackage
}

function readTexts(viewPackage: WrittenPackage): SheetTexts {
  const info = readSheetInfo(JSON.parse(brotliDecompressSync(viewPackage.stored('sheets/000/sheet.json')).toString()))
  return decodeSheetTexts(viewPackage.bytes('sheets/000/texts.bin'), info)
}

describe('character without a glyph', () => {
  it.each(['outline', 'stroke'] as const)(
    'is counted over all texts in a font of kind %s, and makes the report partial',
    async (kind) => {
      const viewPackage = await writePackage({ strings: ['A你好', '你 B'], kind })
      const { status, findings } = viewPackage.manifest().report ?? {}
      const details = { count: 3, different: 2, names: '你 (U+4F60), 好 (U+597D)' }
      expect(status).toBe('partial')
      expect(findings).toEqual([{ code: 'characters-without-glyph', severity: 'warning', details }])
      const { glyphs, texts } = readTexts(viewPackage)
      expect(glyphs.map(({ character }) => character)).toContain('?')
      expect(texts[0]?.string).toBe('A你好')
    },
  )

  it('is drawn with the fallback font and not counted', async () => {
    const viewPackage = await writePackage({ strings: ['A你'], fallback: chinese })
    expect(viewPackage.manifest().report).toMatchObject({ status: 'complete', findings: [] })
    const { glyphs } = readTexts(viewPackage)
    expect(glyphs.map(({ character }) => character)).toEqual(['A', '你'])
    expect(glyphs[1]?.indices.length).toBe(6)
  })

  it('is counted when the fallback font lacks it too', async () => {
    const viewPackage = await writePackage({ strings: ['你好'], fallback: chinese })
    expect(viewPackage.manifest().report?.findings).toMatchObject([{ details: { count: 1, names: '好 (U+597D)' } }])
  })

  it('is not counted in a text that the reader draws itself', async () => {
    const viewPackage = await writePackage({ strings: ['你好'], isDrawn: false })
    expect(viewPackage.manifest().report).toMatchObject({ status: 'complete', findings: [] })
  })

  it('does not open the fallback font in a package without text', async () => {
    const fallbackGlyphs = (): Promise<GlyphSource> => Promise.reject(new Error('was opened'))
    const viewPackage = new WrittenPackage({}, { fallbackGlyphs })
    const sheet = viewPackage.writer.addSheet({ name: 'A', kind: 'model', millimetresPerUnit: 1, unitName: 'mm' })
    const layer = sheet.addLayer(plainLayer)
    const style = sheet.addStyle({ layer, color: 0, lineWeightMillimetres: 0, lineType: null })
    const entity = sheet.addEntity({ handle: '1', type: 'LINE', layer })
    sheet.addPolyline({ entity, style, points: Float64Array.of(0, 0, 1, 1) })
    await expect(viewPackage.writer.finish(plainReport)).resolves.toMatchObject({ state: 'complete' })
  })
})

describe('blank characters', () => {
  it.each([
    ['a no-break space', '\u00a0'],
    ['an ideographic space', '\u3000'],
    ['a tab', '\t'],
    ['a zero-width joiner', '\u200d'],
    ['a byte order mark', '\ufeff'],
    ['a variation selector', '\ufe0e'],
  ])('draw nothing and count as known: %s', (_, character) => {
    const shapes = new GlyphShapes(productFaces)
    const { number, isUnknown } = shapes.getGlyph('sans', character)
    expect(isUnknown).toBeUndefined()
    expect(shapes.shapes[number]?.indices).toHaveLength(0)
  })

  it('have the width of their kind: that of an ideograph, or none for a joiner', () => {
    const shapes = new GlyphShapes(productFaces)
    expect(shapes.getGlyph('sans', '\u3000').advance).toBeCloseTo(1.37, 2)
    expect(shapes.getGlyph('sans', '\u2060').advance).toBe(0)
  })
})

describe('characters-without-glyph finding', () => {
  it('names the ten most frequent characters, unprintable ones by code only', () => {
    const characters = Array.from({ length: 12 }, (_, at) => [String.fromCodePoint(0x4e00 + at), 1] as const)
    const { findings } = withUnknownCharacters(plainReport, new Map([...characters, ['\ue000', 5], ['\ud800', 4]]))
    const { count, different, names } = findings[0]?.details ?? {}
    expect([count, different]).toEqual([21, 14])
    expect(String(names).split(', ')).toHaveLength(10)
    expect(names).toMatch(/^U\+E000, U\+D800, 一 \(U\+4E00\)/)
  })

  it('keeps the status of a preview', () => {
    const { status } = withUnknownCharacters({ ...plainReport, status: 'preview' }, new Map([['你', 1]]))
    expect(status).toBe('preview')
  })
})
