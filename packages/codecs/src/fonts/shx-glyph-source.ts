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

const windowsPage = /^ansi_(125\d|874)$/i
const asianPages: Readonly<Record<string, string>> = {
  ansi_932: 'shift_jis',
  ansi_936: 'gbk',
  ansi_949: 'euc-kr',
  ansi_950: 'big5',
}

/** Source of glyphs of a compiled shape file, and of an Asian one beside it. */
export class ShxGlyphSource extends CachedGlyphSource {
  readonly name: string
  readonly kind = 'stroke'
  readonly #font: ShxFont | null
  readonly #bigFont: ShxFont | null
  readonly #codePage: string

  /** `codePage`: as named in a drawing, `ANSI_1251`; either font may be missing. */
  constructor(options: {
    readonly name: string
    readonly font: ShxFont | null
    readonly bigFont: ShxFont | null
    readonly codePage: string
  }) {
    super()
    this.name = options.name
    this.#font = options.font
    this.#bigFont = options.bigFont
    this.#codePage = options.codePage.toLowerCase()
  }

  protected find(character: string): GlyphOutline | null {
    const wide = this.#bigFont ? getCharacterCodes(asianPages[this.#codePage] ?? 'gbk', true).get(character) : undefined
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
    const own = code < 0x80 ? code : getCharacterCodes(toEncodingLabel(this.#codePage), false).get(character)
    return [...(special?.shapes ?? []), ...(own === undefined ? [] : [own])]
  }
}

function createGlyph(font: ShxFont | null, code: number): GlyphOutline | null {
  const shape = font && font.above > 0 ? drawShape(font, code) : null
  if (!font || !shape) return null
  const lines = shape.lines.map((line) => line.map((value) => value / font.above))
  return { advance: Math.max(0, shape.end[0] / font.above), lines }
}

function toEncodingLabel(codePage: string): string {
  const windows = windowsPage.exec(codePage)?.[1]
  return windows === undefined ? 'windows-1252' : `windows-${windows}`
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
