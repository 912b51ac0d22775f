import type { GlyphOutline } from '@kamar/core'
import type { Font } from 'opentype.js'
import { getCapHeight, flattenOutlines } from '../glyphs/glyph-font.js'
import { parseFont } from '../glyphs/parse-font.js'
import { checkOutlineFont } from './outline-font.js'
import { CachedGlyphSource } from './cached-glyph-source.js'

const maxPoints = 20_000

/** Measures the height of a capital with a flat base; the value stated by fonts is often missing. */
function measureCapHeight(font: Font): number | null {
  const capital = font.charToGlyph('H')
  const heights = capital.index > 0 ? flattenOutlines(capital, 1).flatMap((outline) => outline.map(([, y]) => y)) : []
  const height = heights.reduce((highest, value) => Math.max(highest, value), 0)
  return height > 0 && Number.isFinite(height) ? height : null
}

/** Source of glyphs of a TrueType or OpenType font. */
export class OutlineGlyphSource extends CachedGlyphSource {
  readonly name: string
  readonly kind = 'outline'
  readonly #font: Font
  readonly #capital: number

  /**
   * Throws `MalformedRecordError` for inconsistent data, and any error of the library. `lazily`: parses a glyph on
   * demand, which halves the time and the memory of opening a font of tens of thousands.
   */
  constructor(name: string, bytes: Uint8Array, { lazily = false } = {}) {
    super()
    checkOutlineFont(bytes)
    this.name = name
    this.#font = parseFont(bytes, { lowMemory: lazily })
    this.#capital = measureCapHeight(this.#font) ?? getCapHeight(this.#font)
  }

  protected find(character: string): GlyphOutline | null {
    try {
      const glyph = this.#font.charToGlyph(character)
      if (glyph.index === 0) return null
      const lines = flattenOutlines(glyph, 1 / this.#capital).map((outline) => outline.flat())
      const points = lines.reduce((sum, line) => sum + line.length / 2, 0)
      const isValid = points <= maxPoints && lines.every((line) => line.every((value) => Number.isFinite(value)))
      return isValid ? { advance: (glyph.advanceWidth ?? this.#capital) / this.#capital, lines } : null
    } catch {
      // A damaged glyph counts as missing.
      return null
    }
  }
}
