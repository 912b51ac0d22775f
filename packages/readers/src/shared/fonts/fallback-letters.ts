import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { GlyphOutline } from '@kamar/scene'
import { singleOutlineFont } from './font-collection.js'
import { OutlineLetters } from './outline-letters.js'
import { RememberedLetters } from './remembered-letters.js'

/**
 * Letters of the fonts that an installation has for characters that neither a drawing's fonts nor ours have. A file is opened
 * when a character is first looked for in it: most drawings need none of them, and a Chinese font takes half a second.
 */
export class FallbackLetters extends RememberedLetters {
  readonly name = 'fallback'
  readonly kind = 'outline'
  readonly #paths: readonly string[]
  /** Null: cannot be opened. */
  readonly #fonts = new Map<string, OutlineLetters | null>()

  /** Files in the order in which they are looked through. */
  constructor(paths: readonly string[]) {
    super()
    this.#paths = paths
  }

  protected find(character: string): GlyphOutline | null {
    for (const path of this.#paths) {
      const letter = this.#fontAt(path)?.findGlyph(character) ?? null
      if (letter) return letter
    }
    return null
  }

  #fontAt(path: string): OutlineLetters | null {
    let font = this.#fonts.get(path)
    if (font === undefined) this.#fonts.set(path, (font = openFont(path)))
    return font
  }
}

/** Opening a font may fail in any way that a library has; its characters are then those of no font. */
function openFont(path: string): OutlineLetters | null {
  try {
    return new OutlineLetters(basename(path), singleOutlineFont(readFileSync(path)), { lazily: true })
  } catch {
    return null
  }
}
