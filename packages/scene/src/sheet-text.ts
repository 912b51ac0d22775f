import type { SheetColor, SheetEntityId, SheetFontId, SheetPoint, SheetStyleId } from './sheet.js'

/** Shape of one letter, in heights of a capital: the baseline is y 0, the letter begins at x 0. */
export interface GlyphOutline {
  /** Where the next letter begins. */
  readonly advance: number
  /** Lines of the letter, x y per point; closed outlines where the font is `outline`. */
  readonly lines: readonly (readonly number[])[]
}

/** Letters of a font that is at hand. */
export interface GlyphSource {
  /** What the font is shown as. */
  readonly name: string
  readonly kind: 'outline' | 'stroke'
  /** Null for a character that the font does not have; the same shape every time it is asked for. */
  findGlyph(character: string): GlyphOutline | null
}

/** A text style of the source: what a program that edits the drawing again asks for. */
export interface SheetTextStyle {
  readonly name: string
  /** Of letters that do not say so themselves. */
  readonly widthFactor: number
  readonly obliqueDegrees: number
}

/** A font as the source names it; what it is shown with is chosen by the builder. */
export interface SheetFontInput {
  /** File or family name as it is in the source: `romans.shx`, `Arial`, `GOST type A`. */
  readonly name: string
  /** `stroke`: letters of single lines, as SHX fonts have. */
  readonly kind: 'outline' | 'stroke'
  readonly bold?: boolean
  readonly italic?: boolean
  /** Where the source names it in a text style; equal fonts of other styles are others. */
  readonly style?: SheetTextStyle
  /** The font's own letters, where they are at hand: one source of letters for equal fonts. */
  readonly letters?: GlyphSource
  /** Names of files that were looked for and are not at hand; the report says what is shown instead. */
  readonly missing?: readonly string[]
}

/** A piece of text that looks the same throughout. Escapes and codes are resolved by the reader: `text` is what is read. */
export interface SheetTextRun {
  readonly text: string
  readonly font: SheetFontId
  /** Height of capital letters in units of the text's frame. */
  readonly height: number
  /** 1 when left out. */
  readonly widthFactor?: number
  /** Slant to the right in degrees; 0 when left out. */
  readonly obliqueDegrees?: number
  /** Distance between letters, 1 when left out. */
  readonly tracking?: number
  /** Replaces the style's colour. */
  readonly color?: SheetColor
  readonly underline?: boolean
  readonly overline?: boolean
  readonly strikethrough?: boolean
  /** Fraction or tolerance: `text` stands above `lower`, with a line, a slash or nothing between them. */
  readonly stacked?: { readonly lower: string; readonly between: 'line' | 'slash' | 'nothing' }
  /** From each character (UTF-16 unit) to the next, frame units, where the source fixes them; else the font's own. */
  readonly advances?: readonly number[]
}

/** Where the anchor is relative to the text's box. */
export type SheetTextHorizontal = 'left' | 'center' | 'right'
/** `baseline`: of the first line. `bottom` is the lowest part of descending letters of the last line, `top` the height of capitals of the first. */
export type SheetTextVertical = 'top' | 'middle' | 'bottom' | 'baseline'

/**
 * A text of one or more lines. It is laid out by the builder with the fonts that will be shown, so that every viewer and
 * export sees the same. Lengths in a run are in the text's frame: `anchor` + x·`xAxis` + y·`yAxis`.
 */
export interface SheetTextInput {
  readonly entity: SheetEntityId
  readonly style: SheetStyleId
  readonly anchor: SheetPoint
  /** Direction of the line and size of one frame unit along it; (1, 0) for text that is neither turned nor scaled. */
  readonly xAxis: SheetPoint
  /** Upwards; (0, 1) for text that is neither turned nor scaled, otherwise where mirrored and scaled blocks put it. */
  readonly yAxis: SheetPoint
  /** Runs of each paragraph. */
  readonly paragraphs: readonly (readonly SheetTextRun[])[]
  readonly horizontal: SheetTextHorizontal
  readonly vertical: SheetTextVertical
  /** How the lines of each paragraph stand in the width of the text, if they do so on their own; null: as `horizontal` says. */
  readonly alignments?: readonly (SheetTextHorizontal | null)[]
  /** Lines are broken at this width, frame units; not broken when left out. */
  readonly wrapWidth?: number
  /** The widest line is squeezed or stretched to this width, frame units (fitted and aligned text, stored extents). */
  readonly fitWidth?: number
  /** Distance of baselines in frame units; 5/3 of the height when left out. */
  readonly lineDistance?: number
  /** Area behind the text, drawn with this colour. */
  readonly backdrop?: { readonly color: SheetColor; readonly margin: number }
  /** False: only found, measured and copied; the reader has pushed its shapes as fills. True when left out. */
  readonly drawn?: boolean
}
