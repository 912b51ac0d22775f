import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { GlyphOutline } from '@kamar/core'
import { singleOutlineFont } from './font-collection.js'
import { OutlineGlyphSource } from './outline-glyph-source.js'
import { CachedGlyphSource } from './cached-glyph-source.js'

/**
 * Source of glyphs from installed fonts, for characters missing in a drawing's fonts and the bundled ones. Opens a file
 * when it is first searched for a character: most drawings need none, and a Chinese font takes half a second.
 */
export class FallbackGlyphSource extends CachedGlyphSource {
  readonly name = 'fallback'
  readonly kind = 'outline'
  readonly #paths: readonly string[]
  /** Null for a font that cannot be opened. */
  readonly #fonts = new Map<string, OutlineGlyphSource | null>()

  /** `paths`: files in search order. */
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

/** Opens a font. The library may fail in any way; the font's characters then count as missing. */
function openFont(path: string): OutlineGlyphSource | null {
  try {
    return new OutlineGlyphSource(basename(path), singleOutlineFont(readFileSync(path)), { lazily: true })
  } catch {
    return null
  }
}
