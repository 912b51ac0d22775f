import type { GlyphOutline, GlyphSource } from '@kamar/scene'

/** Letters of a font, each worked out once: what draws texts tells equal letters by their object. */
export abstract class RememberedLetters implements GlyphSource {
  abstract readonly name: string
  abstract readonly kind: GlyphSource['kind']
  readonly #letters = new Map<string, GlyphOutline | null>()

  findGlyph(character: string): GlyphOutline | null {
    let letter = this.#letters.get(character)
    if (letter === undefined) {
      letter = this.find(character)
      this.#letters.set(character, letter)
    }
    return letter
  }

  /** Null for a character that the font does not have. */
  protected abstract find(character: string): GlyphOutline | null
}
