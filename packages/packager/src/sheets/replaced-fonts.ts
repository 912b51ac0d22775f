import type { Finding, SheetFontInput } from '@kamar/core'
import type { SheetFontUse } from '@kamar/package-format'
import { faceFiles } from './glyphs/glyph-shapes.js'
import type { SheetStore } from './sheet-store.js'
import { substituteFont } from './glyphs/substitute-font.js'

/** Maximum number of fonts listed by name; only the number of further ones is reported. */
const maxNames = 20

/**
 * Returns the package entry of a font: its name in the source, and the font that displays it; itself when available.
 */
export function fontUse(font: SheetFontInput): SheetFontUse {
  const { name, letters, style, bold = false, italic = false } = font
  const shownWidth = letters ? 1 : substituteFont(font).widthFactor
  return {
    name,
    shownWith: letters?.name ?? substituteName(font),
    ...(shownWidth === 1 ? {} : { shownWidth }),
    ...(bold ? { bold } : {}),
    ...(italic ? { italic } : {}),
    ...(style ? { style } : {}),
  }
}

function substituteName(font: SheetFontInput): string {
  const { face } = substituteFont(font)
  return face === 'stroke' ? 'Hershey' : faceFiles[face].replace(/\.ttf$/, '')
}

/** Returns findings about missing fonts of sheet texts. */
export function replacedFonts(sheets: readonly SheetStore[]): Finding[] {
  const replaced = new Map<string, { readonly name: string; readonly shownWith: string }>()
  for (const { fonts, texts } of sheets) {
    for (const number of texts.listFonts()) {
      const font = fonts.values[number]
      for (const name of font.missing ?? [])
        if (!replaced.has(name.toLowerCase()))
          replaced.set(name.toLowerCase(), { name, shownWith: substituteName(font) })
    }
  }
  const all = [...replaced.values()].sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const findings = all.slice(0, maxNames).map(({ name, shownWith }): Finding => {
    return { code: 'font-replaced', severity: 'information', details: { font: name, shownWith } }
  })
  const count = all.length - findings.length
  return count > 0
    ? [...findings, { code: 'more-fonts-replaced', severity: 'information', details: { count } }]
    : findings
}
