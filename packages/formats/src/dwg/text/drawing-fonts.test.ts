import { outlineFontFile, runReader, shxFile, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { reader } from '../reader.js'
import { writeDxf } from '../testing/write-dxf.js'

const style = (name: string, file: string, more = ''): string => `0 STYLE
  5 ${300 + name.length}
  100 AcDbSymbolTableRecord
  100 AcDbTextStyleTableRecord
  2 ${name}
  70 ${name === '' ? 1 : 0}
  40 0
  41 1
  3 ${file}
  ${more}`
const styles = (...content: readonly string[]): string => `0 TABLE
  2 STYLE
  5 3
  100 AcDbSymbolTable
  70 ${content.length}
  ${content.join('\n')}
  0 ENDTAB`
const text = (styleName: string, content: string): string => `0 TEXT
  5 ${400 + styleName.length}
  100 AcDbEntity
  8 0
  100 AcDbText
  10 0
  20 0
  30 0
  40 2.5
  1 ${content}
  7 ${styleName}
  100 AcDbText`
const mtext = (content: string): string => `0 MTEXT
  5 500
  100 AcDbEntity
  8 0
  100 AcDbMText
  10 0
  20 0
  30 0
  40 2.5
  1 ${content}`
const symbol = (name: string): string => `0 SHAPE
  5 600
  100 AcDbEntity
  8 0
  100 AcDbShape
  10 10
  20 20
  30 0
  40 2
  2 ${name}
  50 90`

const line = `0 LINE
  5 700
  100 AcDbEntity
  8 0
  100 AcDbLine
  10 0
  20 0
  30 0
  11 50
  21 0
  31 0`

const strokes = shxFile({ kind: 'unifont', above: 4, shapes: [{ code: 65, steps: [0x44] }] })
const asian = shxFile({ kind: 'bigfont', above: 2, shapes: [{ code: 0xc4e3, steps: [0x20] }] })
const symbols = shxFile({ kind: 'shapes', shapes: [{ code: 140, name: 'BOLT', steps: [0x30, 0x34] }] })
const boxes = outlineFontFile({ family: 'Boxes', boxGlyphs: [{ character: 'H', box: [0, 0, 500, 500], advance: 500 }] })

const read = (dxf: Uint8Array, companions: Record<string, Uint8Array> = {}): Promise<ReaderRun> =>
  runReader(reader, dxf, { name: 'plan.dxf', companions })
const getSheet = ({ scene }: ReaderRun) => {
  const [sheet] = scene.sheets
  if (!sheet) throw new Error('no sheet')
  return sheet
}
const fontNamed = (run: ReaderRun, name: string) => {
  const font = getSheet(run).fonts.find((one) => one.name === name)
  if (!font) throw new Error(`no font ${name}`)
  return font
}

describe('DWG drawing fonts', () => {
  it.each(['gost.shx', 'GOST.SHX'])('are found by their file name, here %s', async (name) => {
    const run = await read(writeDxf(text('one', 'A'), { tables: styles(style('one', 'C:\\fonts\\gost.shx')) }), {
      [name]: strokes,
    })
    const font = fontNamed(run, 'gost.shx')
    expect(font.letters?.findGlyph('A')).toEqual({ advance: 0, lines: [[0, 0, 0, 1]] })
    expect(font.missing).toBeUndefined()
  })

  it('are found with another extension, and without one in the drawing', async () => {
    const tables = styles(style('one', 'gost'), style('three', 'boxes.ttf'))
    const run = await read(writeDxf(`${text('one', 'A')}\n${text('three', 'H')}`, { tables }), {
      'gost.shx': strokes,
      'boxes.otf': boxes,
    })
    expect(fontNamed(run, 'gost.shx').letters?.kind).toBe('stroke')
    expect(fontNamed(run, 'boxes.ttf').letters?.findGlyph('H')?.advance).toBeCloseTo(1, 6)
  })

  it('are listed as missing by name', async () => {
    const tables = styles(style('one', 'gost.shx', '4 gbcbig.shx'))
    const run = await read(writeDxf(text('one', 'A'), { tables }))
    expect(fontNamed(run, 'gost.shx,gbcbig.shx')).toMatchObject({ missing: ['gost.shx', 'gbcbig.shx'] })
  })

  it('include the glyphs of a big font when the main font is missing', async () => {
    const tables = styles(style('one', 'gost.shx', '4 gbcbig.shx'))
    const run = await read(writeDxf(text('one', 'A'), { tables }), { 'gbcbig.shx': asian })
    const font = fontNamed(run, 'gost.shx,gbcbig.shx')
    expect(font.missing).toEqual(['gost.shx'])
    expect(font.letters?.findGlyph('你')?.advance).toBe(1)
    expect(font.letters?.findGlyph('A')).toBeNull()
  })

  it('are found by the names in MTEXT codes, bold ones first', async () => {
    const run = await read(writeDxf(mtext('{\\fBoxes|b1|i0|c0;H}{\\fOther|b0|i0;x}')), { 'Boxes Bold.ttf': boxes })
    expect(fontNamed(run, 'Boxes').letters?.findGlyph('H')).not.toBeNull()
    expect(fontNamed(run, 'Other').missing).toEqual(['Other'])
  })

  it('are reported and replaced when unreadable', async () => {
    const broken = boxes.subarray(0, 300)
    const run = await read(writeDxf(text('one', 'H'), { tables: styles(style('one', 'boxes.ttf')) }), {
      'boxes.ttf': broken,
    })
    expect(run.report?.findings).toContainEqual({
      code: 'font-not-readable',
      severity: 'warning',
      details: { count: 1, names: 'boxes.ttf' },
    })
    expect(fontNamed(run, 'boxes.ttf').letters).toBeUndefined()
  })
})

describe('DWG text style', () => {
  it('has its name, width factor and oblique angle', async () => {
    const tables = styles(style('one', 'gost.shx', '50 15').replace('41 1', '41 0.8'))
    const font = fontNamed(await read(writeDxf(text('one', 'A'), { tables })), 'gost.shx')
    expect(font.style).toMatchObject({ name: 'one', widthFactor: 0.8 })
    expect(font.style?.obliqueDegrees).toBeCloseTo(15, 6)
  })
})

describe('DWG SHAPE', () => {
  const tables = styles(style('', 'bolts.shx'))
  it('is drawn from its shape file, rotated and scaled', async () => {
    const run = await read(writeDxf(`${line}\n${symbol('bolt')}`, { tables }), { 'bolts.shx': symbols })
    const polylines = getSheet(run).polylines.map(({ points }) =>
      Array.from(points, (value) => Math.round(value * 1e6) / 1e6),
    )
    expect(polylines).toContainEqual([10, 20, 10, 26, 4, 26])
    expect(run.report?.skipped).toEqual([])
  })

  it('is skipped when its shape file is missing', async () => {
    const run = await read(writeDxf(`${line}\n${symbol('bolt')}`, { tables }))
    expect(run.report?.skipped).toMatchObject([{ kind: 'SHAPE', reason: 'shape-file-missing', count: 1 }])
  })
})
