import type { SheetFontInput } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { squareGlyphs, TestSheet } from '../test-support/test-sheet.js'
import { fontUse, replacedFonts } from './replaced-fonts.js'
import { substituteFont } from './glyphs/substitute-font.js'

describe('substituteFont', () => {
  it.each([
    ['Arial', 'sans', 0.95],
    ['C:\\Windows\\Fonts\\ARIAL.TTF', 'sans', 0.95],
    ['/usr/share/fonts/arialn.ttf', 'sans', 0.78],
    ['Arial Narrow', 'sans', 0.78],
    ['ISOCPEUR', 'sans', 0.86],
    ['GOST type A', 'sans', 0.86],
    ['ISO 3098', 'sans', 0.86],
    ['Times New Roman', 'serif', 0.95],
    ['Cambria.ttc', 'serif', 0.95],
    ['Courier New', 'mono', 1],
    ['Consolas', 'mono', 1],
    ['Verdana', 'sans', 1.04],
    ['Tahoma.otf', 'sans', 1.04],
    ['Open Sans Serifless', 'sans', 0.95],
    ['Unheard Of', 'sans', 0.95],
  ] as const)('maps the outline font %s to %s at width %d', (name, face, widthFactor) => {
    expect(substituteFont({ name, kind: 'outline' })).toEqual({ face, widthFactor })
  })

  it.each([
    ['isocp.shx', 0.85],
    ['CS_GOST2304', 0.85],
    ['txt.SHX', 0.95],
    ['monotxt', 0.95],
    ['simplex.shx', 1],
    ['romans', 1],
    ['unheard.shx', 1],
  ])('maps the stroke font %s to strokes at width %d', (name, widthFactor) => {
    expect(substituteFont({ name, kind: 'stroke', bold: true })).toEqual({ face: 'stroke', widthFactor })
  })

  it('has bold faces of sans and serif, and an oblique one of sans', () => {
    const findFace = (name: string, style: Partial<SheetFontInput>): string =>
      substituteFont({ name, kind: 'outline', ...style }).face
    expect(findFace('Arial', { bold: true })).toBe('sans-bold')
    expect(findFace('Arial', { italic: true })).toBe('sans-oblique')
    expect(findFace('Arial', { bold: true, italic: true })).toBe('sans-bold')
    expect(findFace('Times', { bold: true })).toBe('serif-bold')
    expect(findFace('Times', { italic: true })).toBe('serif')
    expect(findFace('Courier', { bold: true, italic: true })).toBe('mono')
  })
})

describe('fontUse', () => {
  it('names a substitute and its width when that is not 1', () => {
    expect(fontUse({ name: 'Arial', kind: 'outline' })).toEqual({
      name: 'Arial',
      shownWith: 'DejaVuSansCondensed',
      shownWidth: 0.95,
    })
    expect(fontUse({ name: 'romans.shx', kind: 'stroke' })).toEqual({ name: 'romans.shx', shownWith: 'Hershey' })
  })

  it('names the font itself at its own width when it is available', () => {
    expect(fontUse({ name: 'Arial', kind: 'outline', letters: squareGlyphs })).toEqual({
      name: 'Arial',
      shownWith: 'square.ttf',
    })
  })

  it('has bold, italic and style only when they are stated', () => {
    const style = { name: 'Standard', widthFactor: 0.8, obliqueDegrees: 10 }
    expect(fontUse({ name: 'Courier', kind: 'outline', bold: true, italic: true, style })).toEqual({
      name: 'Courier',
      shownWith: 'DejaVuSansMono',
      bold: true,
      italic: true,
      style,
    })
    expect(fontUse({ name: 'Courier', kind: 'outline', bold: false, italic: false })).not.toHaveProperty('bold')
  })
})

describe('replacedFonts', () => {
  /** Creates a sheet with a text in each font. */
  function createSheet(fonts: readonly SheetFontInput[]): TestSheet['store'] {
    const sheet = new TestSheet()
    for (const font of fonts)
      sheet.addText({ paragraphs: [[], [{ text: 'A', font: sheet.store.addFont(font), height: 1 }]] })
    return sheet.store
  }
  const missing = (...names: readonly string[]): SheetFontInput => ({
    name: names[0] ?? '',
    kind: 'outline',
    missing: names,
  })

  it('lists missing fonts of all sheets by name, once whatever their case', () => {
    const findings = replacedFonts([
      createSheet([missing('b.ttf', 'D.ttf')]),
      createSheet([missing('A.ttf'), missing('B.TTF'), missing('c.ttf')]),
    ])
    expect(findings.map(({ details }) => details?.['font'])).toEqual(['A.ttf', 'b.ttf', 'c.ttf', 'D.ttf'])
    expect(findings.every(({ code, severity }) => code === 'font-replaced' && severity === 'information')).toBe(true)
  })

  it('names twenty fonts and counts the others', () => {
    const names = Array.from({ length: 23 }, (_, at) => `font ${String(at).padStart(2, '0')}`)
    const all = replacedFonts([createSheet(names.map((name) => missing(name)))])
    expect(all).toHaveLength(21)
    expect(all[19]?.details?.['font']).toBe('font 19')
    expect(all[20]).toEqual({ code: 'more-fonts-replaced', severity: 'information', details: { count: 3 } })
    expect(replacedFonts([createSheet(names.slice(0, 20).map((name) => missing(name)))])).toHaveLength(20)
  })

  it('is empty when nothing is missing', () => {
    expect(replacedFonts([createSheet([{ name: 'Arial', kind: 'outline' }]), createSheet([])])).toEqual([])
  })
})
