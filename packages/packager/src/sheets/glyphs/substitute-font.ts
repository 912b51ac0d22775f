import type { SheetFontInput } from '@kamar/core'
import type { Face } from './glyph-shapes.js'

/** Substitute for a font of the source. */
export interface Substitute {
  readonly face: Face
  /** Width factor of our glyphs that gives words the same width as in the source's font. */
  readonly widthFactor: number
}

/**
 * Font names (lower case, without `.shx` and `.ttf`) and the average word width relative to our font at the same cap
 * height, from the published widths of the fonts. The first match applies.
 */
const outlineFonts: readonly (readonly [RegExp, Face, number])[] = [
  [/arial narrow|arialn|helvetica narrow|swiss 721 narrow/, 'sans', 0.78],
  [/isocp|isoct|gost|iso ?3098/, 'sans', 0.86],
  [/times|georgia|garamond|romantic|cambria|(?<!sans[ -]?)serif/, 'serif', 0.95],
  [/courier|consol|mono|lucida con/, 'mono', 1],
  [/verdana|tahoma/, 'sans', 1.04],
  [/arial|helvetica|liberation sans|swiss|calibri|segoe|open sans|roboto/, 'sans', 0.95],
]
const strokeFonts: readonly (readonly [RegExp, number])[] = [
  [/isocp|isoct|gost|cs_gost/, 0.85],
  [/txt|monotxt/, 0.95],
  [/simplex|romans|romand|romanc|complex/, 1],
]

const boldOf: Partial<Record<Face, Face>> = { sans: 'sans-bold', serif: 'serif-bold' }

const substitutes = new WeakMap<SheetFontInput, Substitute>()

/** Returns our substitute for a font of the source. */
export function substituteFont(font: SheetFontInput): Substitute {
  let substitute = substitutes.get(font)
  if (!substitute) {
    substitute = chooseSubstitute(font)
    substitutes.set(font, substitute)
  }
  return substitute
}

function chooseSubstitute(font: SheetFontInput): Substitute {
  const name = font.name
    .toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.(shx|ttf|otf|ttc)$/, '')
  if (font.kind === 'stroke')
    return { face: 'stroke', widthFactor: strokeFonts.find(([pattern]) => pattern.test(name))?.[1] ?? 1 }
  const [, face, widthFactor] = outlineFonts.find(([pattern]) => pattern.test(name)) ?? [null, 'sans' as const, 0.95]
  if (font.bold === true) return { face: boldOf[face] ?? face, widthFactor }
  if (font.italic === true && face === 'sans') return { face: 'sans-oblique', widthFactor }
  return { face, widthFactor }
}
