import type { GlyphOutline } from '@kamar/core'
import type { ShxFont } from './shx-font.js'
import { drawShape } from './shx-pen.js'
import { CachedGlyphSource } from './cached-glyph-source.js'

/** Signs with special codes in fonts: diameter, degrees, plus and minus. */
const signs: Readonly<Record<string, { readonly unifont: readonly number[]; readonly shapes: readonly number[] }>> = {
  Ø: { unifont: [0x2205, 0x2300], shapes: [129] },
  '⌀': { unifont: [0x2300, 0x2205], shapes: [129] },
  '°': { unifont: [], shapes: [127] },
  '±': { unifont: [], shapes: [128] },
}

const asianEncodings: ReadonlySet<string> = new Set(['shift_jis', 'gbk', 'euc-kr', 'big5'])

/** Source of glyphs of a compiled shape file, and of an Asian one beside it. */
export class ShxGlyphSource extends CachedGlyphSource {
  readonly name: string
  readonly kind = 'stroke'
  readonly #font: ShxFont | null
  readonly #bigFont: ShxFont | null
  readonly #encoding: string
  readonly #wideEncoding: string

  /** `encoding`: of the texts of the drawing, as `TextDecoder` names it; either font may be missing. */
  constructor(options: {
    readonly name: string
    readonly font: ShxFont | null
    readonly bigFont: ShxFont | null
    readonly encoding: string
  }) {
    super()
    this.name = options.name
    this.#font = options.font
    this.#bigFont = options.bigFont
    const isAsian = asianEncodings.has(options.encoding)
    this.#encoding = isAsian || options.encoding === '' ? 'windows-1252' : options.encoding
    this.#wideEncoding = isAsian ? options.encoding : 'gbk'
  }

  protected find(character: string): GlyphOutline | null {
    const wide = this.#bigFont ? getCharacterCodes(this.#wideEncoding, true).get(character) : undefined
    const wideGlyph = wide === undefined ? null : createGlyph(this.#bigFont, wide)
    if (wideGlyph || !this.#font) return wideGlyph
    for (const code of this.#codes(character, this.#font.kind)) {
      const glyph = createGlyph(this.#font, code)
      if (glyph) return glyph
    }
    return null
  }

  #codes(character: string, kind: ShxFont['kind']): number[] {
    const code = character.codePointAt(0) ?? 0
    const special = signs[character]
    if (kind === 'unifont') return [...(special?.unifont ?? []), code]
    const own = code < 0x80 ? code : getCharacterCodes(this.#encoding, false).get(character)
    return [...(special?.shapes ?? []), ...(own === undefined ? [] : [own])]
  }
}

function createGlyph(font: ShxFont | null, code: number): GlyphOutline | null {
  const shape = font && font.above > 0 ? drawShape(font, code) : null
  if (!font || !shape) return null
  const lines = shape.lines.map((line) => line.map((value) => value / font.above))
  return { advance: Math.max(0, shape.end[0] / font.above), lines }
}

const tables = new Map<string, ReadonlyMap<string, number>>()

/** Returns the codes of a code page's characters: one byte from 0x80 on, or two bytes. */
function getCharacterCodes(label: string, isWide: boolean): ReadonlyMap<string, number> {
  let table = tables.get(label)
  if (!table) {
    const decoder = new TextDecoder(label)
    const codes = new Map<string, number>()
    const add = (code: number, bytes: readonly number[]): void => {
      const text = decoder.decode(Uint8Array.from(bytes))
      if (Array.from(text).length === 1 && !text.includes('\ufffd') && !codes.has(text)) codes.set(text, code)
    }
    for (let lead = 0x80; lead < 0x100; lead++)
      if (!isWide) add(lead, [lead])
      else for (let trail = 0x40; trail < 0xff; trail++) add(lead * 256 + trail, [lead, trail])
    table = codes
    tables.set(label, table)
  }
  return table
}
