import type { GlyphOutline, GlyphSource } from '@kamar/core'

/** Source of a font's glyphs, each computed once: the renderer identifies equal glyphs by object. */
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

  /** Finds a glyph; returns null for a character that the font lacks. */
  protected abstract find(character: string): GlyphOutline | null
}
