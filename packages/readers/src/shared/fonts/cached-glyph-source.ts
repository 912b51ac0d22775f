import type { GlyphOutline, GlyphSource } from '@kamar/scene'

/** Letters of a font, each worked out once: what draws texts tells equal letters by their object. */
export abstract class CachedGlyphSource implements GlyphSource {
  abstract readonly name: string
  abstract readonly kind: GlyphSource['kind']
  readonly #glyphs = new Map<string, GlyphOutline | null>()

  findGlyph(character: string): GlyphOutline | null {
    let glyph = this.#glyphs.get(character)
    if (glyph === undefined) {
      glyph = this.find(character)
      this.#glyphs.set(character, glyph)
    }
    return glyph
  }

  /** Null for a character that the font does not have. */
  protected abstract find(character: string): GlyphOutline | null
}
