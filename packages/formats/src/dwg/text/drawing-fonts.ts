import type { ReadContext, SheetFontInput, GlyphSource } from '@kamar/core'
import type { Entity, TextStyle } from '@kamar/codecs/drawing'
import { OutlineGlyphSource, readShxFont, parseShxSignature, type ShxFont, ShxGlyphSource } from '@kamar/codecs/fonts'
import { cleanName, lastPathSegment } from '@kamar/codecs/text'
import { companionBytes } from '../../kit/textures.js'
import type { JoinedDrawing } from '../joined-drawing.js'
import { visitEntities } from '../visit-entities.js'
import { toSheetFont } from './fonts.js'

/** Max fonts that a drawing may name, including those of its external references. */
const maxFonts = 300
const extension = /\.(shx|ttf|ttc|otf|pfb)$/i
const outlineExtensions = ['.ttf', '.otf', '.shx']
const strokeExtensions = ['.shx', '.ttf', '.otf']
const fontCodes = /\\[fF]([^|;\\{}]+)((?:\|[^;|]*)*);/g

type FontFile = ShxFont | OutlineGlyphSource

/** The font that a text requests. */
type WantedFont = Pick<SheetFontInput, 'name' | 'kind' | 'bold' | 'italic' | 'style'>

/** The attached fonts that a drawing names. */
export class DrawingFonts {
  /** Names of attached files that are not fonts. */
  readonly unreadable = new Set<string>()
  /** Names of requested shape files that are not attached. */
  readonly missingShapes = new Set<string>()
  readonly #files = new Map<string, FontFile | null>()
  readonly #glyphs = new Map<string, GlyphSource | null>()
  #encoding = ''

  /** Finds every font that styles and texts of a drawing name. */
  async find(source: JoinedDrawing, context: ReadContext): Promise<this> {
    this.#encoding = source.main.encoding
    for (const style of source.drawings.flatMap(({ textStyles }) => textStyles)) {
      await this.#load(toSheetFont(style), context)
      if (style.bigFontFileName) await this.#load(toBigFont(style.bigFontFileName), context)
    }
    await visitEntities(source.entitiesNamed(namesWithFonts), context, async (entity) => {
      for (const font of listFonts(entity)) await this.#load(font, context)
    })
    return this
  }

  /** Returns the font of a style, with its glyphs where they are available. */
  ofStyle(style: TextStyle): SheetFontInput {
    const { name, obliqueAngle } = style
    const widthFactor = style.widthFactor > 0 && Number.isFinite(style.widthFactor) ? style.widthFactor : 1
    const obliqueDegrees = Number.isFinite(obliqueAngle) ? (obliqueAngle * 180) / Math.PI : 0
    const font = { ...toSheetFont(style), style: { name: cleanName(name), widthFactor, obliqueDegrees } }
    return this.#withGlyphs(font, style.bigFontFileName ? toBigFont(style.bigFontFileName) : null)
  }

  /** Returns the font that a text itself names. */
  resolveFont(font: WantedFont): SheetFontInput {
    return this.#withGlyphs(font, null)
  }

  /** Returns the attached shape file of a style; null, and reported as missing, where it is not attached. */
  symbols({ fileName }: Pick<TextStyle, 'fileName'>): ShxFont | null {
    const name = lastPathSegment(fileName)
    const file = this.#files.get(formatFontKey({ name, kind: 'stroke' }))
    if (file && !(file instanceof OutlineGlyphSource)) return file
    if (name !== '') this.missingShapes.add(withExtension(name))
    return null
  }

  /** Returns the attached shape file that has a symbol of this name, and the symbol's number. */
  symbolNamed(name: string): { readonly font: ShxFont; readonly code: number } | null {
    for (const font of this.#files.values()) {
      const code = font && !(font instanceof OutlineGlyphSource) ? font.codes.get(name.toUpperCase()) : undefined
      if (font && !(font instanceof OutlineGlyphSource) && code !== undefined) return { font, code }
    }
    return null
  }

  #withGlyphs(font: WantedFont, big: WantedFont | null): SheetFontInput {
    const fonts = big ? [font, big] : [font]
    // Fonts never searched for do not count as missing: graphics saved by other programs name their own fonts.
    const missing = fonts.filter((one) => this.#files.get(formatFontKey(one)) === null).map(({ name }) => name)
    const glyphs = this.#getGlyphs(font, big)
    return {
      ...font,
      ...(big ? { name: `${font.name},${big.name}` } : {}),
      ...(glyphs ? { letters: glyphs } : {}),
      ...(missing.length > 0 ? { missing } : {}),
    }
  }

  #getGlyphs(font: WantedFont, big: WantedFont | null): GlyphSource | null {
    const key = `${formatFontKey(font)}|${big ? formatFontKey(big) : ''}`
    let glyphs = this.#glyphs.get(key)
    if (glyphs === undefined) {
      glyphs = this.#createGlyphs(font, big)
      this.#glyphs.set(key, glyphs)
    }
    return glyphs
  }

  #createGlyphs(font: WantedFont, big: WantedFont | null): GlyphSource | null {
    const file = this.#files.get(formatFontKey(font)) ?? null
    if (file instanceof OutlineGlyphSource) return file
    const bigFile = (big && this.#files.get(formatFontKey(big))) ?? null
    const bigFont = bigFile instanceof OutlineGlyphSource ? null : bigFile
    const isBig = file?.kind === 'bigfont'
    const parts = isBig ? { font: null, bigFont: bigFont ?? file } : { font: file, bigFont }
    if (!parts.font && !parts.bigFont) return null
    return new ShxGlyphSource({ name: font.name, ...parts, encoding: this.#encoding })
  }

  async #load(font: WantedFont, context: ReadContext): Promise<void> {
    const key = formatFontKey(font)
    if (this.#files.has(key) || this.#files.size >= maxFonts) return
    this.#files.set(key, null)
    for (const name of listFileNames(font)) {
      const bytes = await companionBytes(context, name)
      if (!bytes) continue
      const file = openFont(font.name, bytes)
      if (file) this.#files.set(key, file)
      else this.unreadable.add(name)
      return
    }
  }
}

/** Opens a font file. A foreign file may fail in any way the library allows; another font then replaces its glyphs. */
function openFont(name: string, bytes: Uint8Array): FontFile | null {
  try {
    return parseShxSignature(bytes) ? readShxFont(bytes) : new OutlineGlyphSource(name, bytes)
  } catch {
    return null
  }
}

const toBigFont = (filename: string): WantedFont => ({
  name: withExtension(cleanName(lastPathSegment(filename))),
  kind: 'stroke',
})

const withExtension = (name: string): string => (extension.test(name) ? name : `${name}.shx`)

const formatFontKey = ({ name, kind, bold = false, italic = false }: WantedFont): string =>
  `${name.toLowerCase().replace(extension, '')}|${kind === 'outline' && bold ? 'bold' : ''}${kind === 'outline' && italic ? 'italic' : ''}`

/** Lists the file names that may be the font, the likeliest first. */
function listFileNames({ name, kind, bold = false, italic = false }: WantedFont): string[] {
  const stem = name.replace(extension, '')
  const extensions = kind === 'outline' ? outlineExtensions : strokeExtensions
  const slope = [bold ? ' Bold' : '', italic ? ' Italic' : ''].join('')
  const sloped = kind === 'outline' && slope !== '' ? extensions.map((own) => `${stem}${slope}${own}`) : []
  return [...new Set([...sloped, name, ...extensions.map((own) => `${stem}${own}`)])]
}

/** Entities that may have texts with codes for fonts. */
const namesWithFonts: ReadonlySet<string> = new Set(['MTEXT', 'MULTILEADER', 'INSERT'])

/** Lists the fonts that the texts of an entity name. */
function listFonts(entity: Entity): WantedFont[] {
  return listTexts(entity).flatMap((text) =>
    [...text.matchAll(fontCodes)].flatMap(([, name, flags]): WantedFont[] => {
      const file = name.split(',')[0].trim()
      const kind = /\.shx$/i.test(file) ? 'stroke' : 'outline'
      return file === '' ? [] : [{ name: file, kind, bold: flags.includes('|b1'), italic: flags.includes('|i1') }]
    }),
  )
}

function listTexts(entity: Entity): string[] {
  if (entity.kind === 'mtext') return [entity.value]
  if (entity.kind === 'multiLeader') return entity.content?.kind === 'text' ? [entity.content.value] : []
  if (entity.kind !== 'insert') return []
  return entity.attributes.flatMap(({ multilineText }) => (multilineText ? [multilineText.value] : []))
}
