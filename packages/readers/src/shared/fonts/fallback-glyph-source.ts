import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { GlyphOutline } from '@kamar/scene'
import { singleOutlineFont } from './font-collection.js'
import { OutlineGlyphSource } from './outline-glyph-source.js'
import { CachedGlyphSource } from './cached-glyph-source.js'

/**
 * Letters of the fonts that an installation has for characters that neither a drawing's fonts nor ours have. A file is opened
 * when a character is first looked for in it: most drawings need none of them, and a Chinese font takes half a second.
 */
export class FallbackGlyphSource extends CachedGlyphSource {
  readonly name = 'fallback'
  readonly kind = 'outline'
  readonly #paths: readonly string[]
  /** Null: cannot be opened. */
  readonly #fonts = new Map<string, OutlineGlyphSource | null>()

  /** Files in the order in which they are looked through. */
  constructor(paths: readonly string[]) {
    super()
    this.#paths = paths
  }

  protected find(character: string): GlyphOutline | null {
    for (const path of this.#paths) {
      const glyph = this.#fontAt(path)?.findGlyph(character) ?? null
      if (glyph) return glyph
    }
    return null
  }

  #fontAt(path: string): OutlineGlyphSource | null {
    let font = this.#fonts.get(path)
    if (font === undefined) this.#fonts.set(path, (font = openFont(path)))
    return font
  }
}

/** Opening a font may fail in any way that a library has; its characters are then those of no font. */
function openFont(path: string): OutlineGlyphSource | null {
  try {
    return new OutlineGlyphSource(basename(path), singleOutlineFont(readFileSync(path)), { lazily: true })
  } catch {
    return null
  }
}
