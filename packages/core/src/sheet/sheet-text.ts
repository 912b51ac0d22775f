import type { SheetColor, SheetEntityId, SheetFontId, SheetPoint, SheetStyleId } from './sheet.js'

/** Shape of one glyph, in units of the cap height: the baseline is y 0, the glyph begins at x 0. */
export interface GlyphOutline {
  /** Start of the next glyph. */
  readonly advance: number
  /** Lines of the glyph, x y per point; closed outlines if the font is `outline`. */
  readonly lines: readonly (readonly number[])[]
}

/** Glyphs of an available font. */
export interface GlyphSource {
  /** Name of the font that is shown. */
  readonly name: string
  readonly kind: 'outline' | 'stroke'
  /** Returns null for a character that the font lacks; the same object on every call. */
  findGlyph(character: string): GlyphOutline | null
}

/** A text style of the source, needed by programs that edit an exported drawing. */
export interface SheetTextStyle {
  readonly name: string
  /** Of glyphs without a factor of their own. */
  readonly widthFactor: number
  readonly obliqueDegrees: number
}

/** A font as the source names it; the builder chooses the font that is shown. */
export interface SheetFontInput {
  /** File or family name as in the source: `romans.shx`, `Arial`, `GOST type A`. */
  readonly name: string
  /** `stroke`: single-line glyphs, as in SHX fonts. */
  readonly kind: 'outline' | 'stroke'
  readonly bold?: boolean
  readonly italic?: boolean
  /** The text style, if the source names the font in one; fonts of different styles are different. */
  readonly style?: SheetTextStyle
  /** The font's own glyphs, if available: one glyph source for equal fonts. */
  readonly letters?: GlyphSource
  /** Names of font files that were not found; the report states the substitutes. */
  readonly missing?: readonly string[]
}

/** A run of text with uniform formatting. The reader resolves escapes and codes: `text` is the visible text. */
export interface SheetTextRun {
  readonly text: string
  readonly font: SheetFontId
  /** Cap height in units of the text's frame. */
  readonly height: number
  /** Default 1. */
  readonly widthFactor?: number
  /** Slant to the right in degrees; default 0. */
  readonly obliqueDegrees?: number
  /** Letter spacing factor; default 1. */
  readonly tracking?: number
  /** Overrides the style's colour. */
  readonly color?: SheetColor
  readonly underline?: boolean
  readonly overline?: boolean
  readonly strikethrough?: boolean
  /** Fraction or tolerance: `text` is above `lower`, with a line, a slash or nothing between them. */
  readonly stacked?: { readonly lower: string; readonly between: 'line' | 'slash' | 'nothing' }
  /** From each character (UTF-16 unit) to the next, frame units, if the source fixes them; else the font's own. */
  readonly advances?: readonly number[]
}

/** Position of the anchor relative to the text's box. */
export type SheetTextHorizontal = 'left' | 'center' | 'right'
/**
 * `baseline`: of the first line. `bottom` is the lowest descender of the last line, `top` the cap height of the first.
 */
export type SheetTextVertical = 'top' | 'middle' | 'bottom' | 'baseline'

/**
 * A text of one or more lines. The builder lays it out with the fonts that are shown, so that every viewer and export
 * gives the same result. Lengths in a run are in the text's frame: `anchor` + x·`xAxis` + y·`yAxis`.
 */
export interface SheetTextInput {
  readonly entity: SheetEntityId
  readonly style: SheetStyleId
  readonly anchor: SheetPoint
  /** Direction of the line and size of one frame unit along it; (1, 0) for text that is neither rotated nor scaled. */
  readonly xAxis: SheetPoint
  /** Up direction; (0, 1) for text that is neither rotated nor scaled, other values in mirrored and scaled blocks. */
  readonly yAxis: SheetPoint
  /** Runs of each paragraph. */
  readonly paragraphs: readonly (readonly SheetTextRun[])[]
  readonly horizontal: SheetTextHorizontal
  readonly vertical: SheetTextVertical
  /** Alignment of each paragraph's lines within the width of the text; null: as `horizontal` says. */
  readonly alignments?: readonly (SheetTextHorizontal | null)[]
  /** Lines are wrapped at this width, frame units; not wrapped if omitted. */
  readonly wrapWidth?: number
  /**
   * The widest line is compressed or stretched to this width, frame units (fitted and aligned text, stored extents).
   */
  readonly fitWidth?: number
  /** Baseline distance in frame units; default 5/3 of the height. */
  readonly lineDistance?: number
  /** Area behind the text, filled with this colour. */
  readonly backdrop?: { readonly color: SheetColor; readonly margin: number }
  /** False: the text can only be found, measured and copied; the reader has added its shapes as fills. Default true. */
  readonly drawn?: boolean
}
