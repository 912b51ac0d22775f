import { mapSheetPoint, type SheetMatrix, sheetMatrixScale } from '@kamar/core'
import { mappedPoints, transformDirection, type PenStyle, type PagePen } from '../page-pen.js'
import { attribute, type XmlElement } from '@kamar/codecs/xml'
import { getAdvance, getGlyphIndex, glyphRings } from './fonts.js'
import { nonZeroSets } from './geometry.js'
import type { Font } from 'opentype.js'

const capHeightRatio = 0.716
const maxGlyphs = 100_000

/** A glyph and its position on the line, in fractions of the em. */
interface PlacedGlyph {
  readonly index: number
  readonly x: number
  readonly y: number
}

/** `(1:2)17,55.6,0,0`: cluster, glyph index, width, offsets; each may be missing. */
const glyphPattern = /^(?:\((\d+)(?::(\d+))?\))?(\d*)(?:,([^,]*))?(?:,([^,]*))?(?:,([^,]*))?$/

/** Removes the leading braces that escape a text from markup extensions. */
export const plainText = (text: string): string => (text.startsWith('{}') ? text.slice(2) : text)

interface GlyphLine {
  readonly glyphs: readonly PlacedGlyph[]
  /** Fraction of the em. */
  readonly width: number
}

/** Data of one glyph from `Indices`. */
interface StatedGlyph {
  readonly index: number | null
  /** Fraction of the em; null: the font's own advance. */
  readonly advance: number | null
  readonly right: number
  readonly up: number
  /** Set on the first of a number of glyphs that together represent a number of characters; null without a cluster. */
  readonly cluster: { readonly characters: number; readonly glyphCount: number } | null
}

function statedGlyph(text: string): StatedGlyph {
  const [, characters, glyphCount = '1', index = '', advance = '', right = '', up = ''] = glyphPattern.exec(text) ?? []
  return {
    index: index === '' ? null : Number(index),
    advance: advance === '' || !Number.isFinite(Number(advance)) ? null : Number(advance) / 100,
    right: (Number(right) || 0) / 100,
    up: (Number(up) || 0) / 100,
    cluster: characters === undefined ? null : { characters: Number(characters), glyphCount: Number(glyphCount) },
  }
}

/** Places the glyphs of a text: by glyph index where stated, else by character. */
export function placeGlyphs(font: Font, text: string, indices: string): GlyphLine {
  const entries = indices === '' ? [] : indices.split(';')
  const glyphs: PlacedGlyph[] = []
  let character = 0
  let x = 0
  let cluster = { characters: 0, glyphCount: 0 }
  for (let at = 0; (at < entries.length || character < text.length) && at < maxGlyphs; at++) {
    const { index, advance, right, up, cluster: begun } = statedGlyph(entries[at] ?? '')
    const own = String.fromCodePoint(text.codePointAt(character) ?? 0x20)
    if (begun) cluster = { ...begun }
    else if (cluster.glyphCount < 1) cluster = { characters: own.length, glyphCount: 1 }
    if (index === null && character >= text.length) break
    const glyphIndex = index ?? getGlyphIndex(font, own)
    glyphs.push({ index: glyphIndex, x: x + right, y: up })
    x += advance ?? getAdvance(font, glyphIndex)
    if (--cluster.glyphCount < 1) character += cluster.characters
  }
  return { glyphs, width: x }
}

/** Dependencies for drawing a line of glyphs. */
export interface GlyphTools {
  readonly pen: PagePen
  readonly matrix: SheetMatrix
  readonly penStyle: PenStyle
  /** Paints the outlines of a glyph. */
  readonly fill: (rings: readonly Float64Array[]) => void
  readonly font: Font | null
  /** Font of the searchable text. */
  readonly sheetFont: number
}

/** Draws a `Glyphs` element: its glyphs as areas, and its text for search. */
export function drawGlyphs(element: XmlElement, { pen, matrix, penStyle, fill, font, sheetFont }: GlyphTools): void {
  const size = Number(attribute(element, 'FontRenderingEmSize'))
  const [x, y] = [Number(attribute(element, 'OriginX')), Number(attribute(element, 'OriginY'))]
  const text = plainText(attribute(element, 'UnicodeString'))
  if (!(size > 0) || sheetMatrixScale(matrix) === 0) return
  const line = font && placeGlyphs(font, text, attribute(element, 'Indices'))
  // Glyphs are upright on a page with y downwards.
  const em: SheetMatrix = [
    size * matrix[0],
    size * matrix[1],
    -size * matrix[2],
    -size * matrix[3],
    ...mapSheetPoint(matrix, x, y),
  ]
  if (font && line) {
    const backwards = Number(attribute(element, 'BidiLevel')) % 2 === 1
    for (const glyph of line.glyphs) {
      const from = backwards ? -glyph.x - getAdvance(font, glyph.index) : glyph.x
      const glyphMatrix: SheetMatrix = [em[0], em[1], em[2], em[3], ...mapSheetPoint(em, from, glyph.y)]
      for (const set of nonZeroSets(glyphRings(font, glyph.index).map((ring) => mappedPoints(glyphMatrix, ring))))
        fill(set)
    }
  }
  if (text.trim() === '') return
  pen.text(
    {
      anchor: mapSheetPoint(matrix, x, y),
      xAxis: transformDirection(matrix, 1, 0),
      yAxis: transformDirection(matrix, 0, -1),
      paragraphs: [[{ text, font: sheetFont, height: size * capHeightRatio }]],
      horizontal: 'left',
      vertical: 'baseline',
      ...(line && line.width > 0 ? { fitWidth: line.width * size } : {}),
      ...(font ? { drawn: false } : {}),
    },
    penStyle,
  )
}
