import type { RasterImage } from '../image/pixels.js'
import type { Box, Point } from './curves.js'

/** Drawn marks of a metafile in order; x to the right, y downwards, in the units of its frame. */
export type MetafileMark = MetafileShape & {
  /** Clip box; null: none. */
  readonly clip: Box | null
}

/** A mark without its clip box. */
export type MetafileShape =
  | {
      readonly kind: 'line'
      /** Consecutive x and y. */
      readonly points: Float64Array
      readonly isClosed: boolean
      /** 0xRRGGBB. */
      readonly color: number
      /** 0: hairline. */
      readonly width: number
    }
  | { readonly kind: 'area'; readonly rings: readonly Float64Array[]; readonly color: number }
  | MetafileText
  | {
      readonly kind: 'image'
      readonly image: RasterImage
      /** Upper left corner, and the vectors from it to the upper right and the lower left one. */
      readonly origin: Point
      readonly right: Point
      readonly down: Point
    }

/** A text of a metafile. */
export interface MetafileText {
  readonly kind: 'text'
  readonly text: string
  readonly at: Point
  /** Unit vectors along the line and upwards. */
  readonly right: Point
  readonly up: Point
  /** Cap height. */
  readonly height: number
  readonly font: { readonly name: string; readonly isBold: boolean; readonly isItalic: boolean }
  readonly isUnderlined: boolean
  readonly isStruck: boolean
  readonly color: number
  readonly horizontal: 'left' | 'center' | 'right'
  readonly vertical: 'top' | 'baseline' | 'bottom'
}

/** Pen of lines; `null` draws none. */
export interface Pen {
  readonly color: number
  /** Logical units; 0: hairline. */
  readonly width: number
}

/** The font of a metafile's texts. */
export interface Font {
  /** Cell height above 0, character height below 0; logical units. */
  readonly height: number
  readonly degrees: number
  readonly name: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isStruck: boolean
  /** Character set of the bytes. */
  readonly charset: number
}

/** An object that is created first and selected later. */
export type MetafileObject =
  | { readonly kind: 'pen'; readonly pen: Pen | null }
  | { readonly kind: 'brush'; readonly color: number | null }
  | { readonly kind: 'font'; readonly font: Font }
  | { readonly kind: 'other' }
