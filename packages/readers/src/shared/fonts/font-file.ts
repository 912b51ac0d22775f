import { unlessMisread } from '../records/misread.js'
import { checkOutlineFont, isOutlineFont } from './outline-font.js'
import { readShxFont, shxKindOf } from './shx-font.js'

/** Extensions of fonts that drawings may use. */
export const fontExtensions: readonly string[] = ['.shx', '.ttf', '.otf']

/** What a font file is. */
export interface FontFacts {
  /** `symbols`: compiled shapes that are no letters. */
  readonly kind: 'outline' | 'stroke' | 'asian' | 'symbols'
  /** Names under which drawings may ask for it, besides that of the file. */
  readonly names: readonly string[]
  /** Letters or symbols that it holds. */
  readonly letters: number
}

/** Reads what a font file says about itself, whatever it is called; null for what is no font or does not hold together. */
export function describeFont(bytes: Uint8Array): FontFacts | null {
  if (isOutlineFont(bytes)) {
    const facts = unlessMisread(() => checkOutlineFont(bytes))
    return facts && { kind: 'outline', ...facts }
  }
  const font = shxKindOf(bytes) ? unlessMisread(() => readShxFont(bytes)) : null
  if (!font) return null
  const kind = font.above === 0 ? 'symbols' : font.kind === 'bigfont' ? 'asian' : 'stroke'
  return { kind, names: [], letters: font.shapes.size }
}
