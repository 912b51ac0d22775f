import type { RasterImage } from '../raster-image.js'
import type { Box } from './curves.js'

/** What a metafile draws, in turn; x to the right, y downwards, in the units of its frame. */
export type MetafileMark = MetafileShape & {
  /** The box that it is seen within; null: all of it is. */
  readonly clip: Box | null
}

/** A mark without what hides parts of it. */
export type MetafileShape =
  | {
      readonly kind: 'line'
      /** x y after each other. */
      readonly points: Float64Array
      readonly isClosed: boolean
      /** 0xRRGGBB. */
      readonly color: number
      /** 0: as thin as can be. */
      readonly width: number
    }
  | { readonly kind: 'area'; readonly rings: readonly Float64Array[]; readonly color: number }
  | MetafileText
  | {
      readonly kind: 'image'
      readonly image: RasterImage
      /** Upper left corner, and from it to the upper right and the lower left one. */
      readonly origin: Point
      readonly right: Point
      readonly down: Point
    }

/** A text of a metafile. */
export interface MetafileText {
  readonly kind: 'text'
  readonly text: string
  readonly at: Point
  /** One unit along the line and one upwards. */
  readonly right: Point
  readonly up: Point
  /** Height of capital letters. */
  readonly height: number
  readonly font: { readonly name: string; readonly isBold: boolean; readonly isItalic: boolean }
  readonly isUnderlined: boolean
  readonly isStruck: boolean
  readonly color: number
  readonly horizontal: 'left' | 'center' | 'right'
  readonly vertical: 'top' | 'baseline' | 'bottom'
}

/** x and y. */
export type Point = readonly [x: number, y: number]

/** What is drawn with lines: `null` draws none. */
export interface Pen {
  readonly color: number
  /** Logical units; 0: as thin as can be. */
  readonly width: number
}

/** The font of a metafile's texts. */
export interface Font {
  /** Of a cell above 0, of the letters below 0; logical units. */
  readonly height: number
  readonly degrees: number
  readonly name: string
  readonly isBold: boolean
  readonly isItalic: boolean
  readonly isUnderlined: boolean
  readonly isStruck: boolean
  /** Which letters bytes stand for. */
  readonly charset: number
}

/** Something that is made first and chosen later. */
export type MetafileObject =
  | { readonly kind: 'pen'; readonly pen: Pen | null }
  | { readonly kind: 'brush'; readonly color: number | null }
  | { readonly kind: 'font'; readonly font: Font }
  | { readonly kind: 'other' }
