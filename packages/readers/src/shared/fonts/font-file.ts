import { tryParse } from '../records/malformed-record-error.js'
import { checkOutlineFont, isOutlineFont } from './outline-font.js'
import { readShxFont, parseShxSignature } from './shx-font.js'

/** Extensions of fonts that drawings may use. */
export const fontExtensions: readonly string[] = ['.shx', '.ttf', '.otf']

/** What a font file is. */
export interface FontInfo {
  /** `symbols`: compiled shapes that are no letters. */
  readonly kind: 'outline' | 'stroke' | 'asian' | 'symbols'
  /** Names under which drawings may ask for it, besides that of the file. */
  readonly names: readonly string[]
  /** Letters or symbols that it holds. */
  readonly glyphCount: number
}

/** Reads what a font file says about itself, whatever it is called; null for what is no font or does not hold together. */
export function describeFont(bytes: Uint8Array): FontInfo | null {
  if (isOutlineFont(bytes)) {
    const info = tryParse(() => checkOutlineFont(bytes))
    return info && { kind: 'outline', ...info }
  }
  const font = parseShxSignature(bytes) ? tryParse(() => readShxFont(bytes)) : null
  if (!font) return null
  const kind = font.above === 0 ? 'symbols' : font.kind === 'bigfont' ? 'asian' : 'stroke'
  return { kind, names: [], glyphCount: font.shapes.size }
}
