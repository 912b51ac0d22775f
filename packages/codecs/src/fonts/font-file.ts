import { tryParse } from '../records/malformed-record-error.js'
import { checkOutlineFont, isOutlineFont } from './outline-font.js'
import { readShxFont, parseShxSignature } from './shx-font.js'

/** Extensions of fonts supported in drawings. */
export const fontExtensions: readonly string[] = ['.shx', '.ttf', '.otf']

/** Metadata of a font file. */
export interface FontInfo {
  /** `symbols`: compiled shapes that are not characters. */
  readonly kind: 'outline' | 'stroke' | 'asian' | 'symbols'
  /** Names by which drawings may refer to it, besides the file name. */
  readonly names: readonly string[]
  /** Number of glyphs or symbols. */
  readonly glyphCount: number
}

/** Reads the metadata of a font file from its content, not its name; returns null for invalid or inconsistent data. */
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
