import type { Placement } from '../scene/placement.js'

/** x, y in sheet units, y up, float64. */
export type SheetPoint = readonly [x: number, y: number]

/** Number of a layer of one sheet; all ids of a sheet count from 0 in call order. */
export type SheetLayerId = number
/** Number of a line type of one sheet. */
export type SheetLineTypeId = number
/** Number of a style of one sheet; equal styles share one. */
export type SheetStyleId = number
/** Number of a font of one sheet; equal fonts share one. */
export type SheetFontId = number
/** Number of an entity of one sheet. */
export type SheetEntityId = number

/**
 * The colour of an element: the sheet's foreground, black on light paper and white on dark (ACI 7); the paper's own
 * colour (wipeouts); the layer's; or 0xRRGGBB, sRGB.
 */
export type SheetColor = 'foreground' | 'background' | 'layer' | number

/** The kind of a sheet: a model space, a paper layout of it, or a page of a published set. */
export type SheetKind = 'model' | 'layout' | 'page'

/** One model space, layout or page. */
export interface SheetInput {
  readonly name: string
  readonly kind: SheetKind
  /** Millimetres of one sheet unit: 1000 for a model in metres, 25.4 for a layout in inches. */
  readonly millimetresPerUnit: number
  /** The unit as the source names it (`mm`, `inch`), for lengths measured on the sheet. */
  readonly unitName: string
  /** Extent of the paper in sheet units; omitted for a model space, which has none. */
  readonly paper?: { readonly min: SheetPoint; readonly max: SheetPoint }
  /**
   * From (x, y, 0) in sheet units to the scene's metres; if omitted, a model space is scaled by its unit, other sheets
   * have none.
   */
  readonly toScene?: Placement
  /**
   * Shown first when the file opens; if no sheet has it, the first non-empty layout is shown. Thumbnails prefer layouts
   * to model spaces.
   */
  readonly active?: boolean
  /** The source shows lines without line weights on screen; plots still use the weights. */
  readonly thinLines?: boolean
}

/** A layer of a sheet. */
export interface SheetLayerInput {
  readonly name: string
  readonly color: Exclude<SheetColor, 'layer'>
  readonly lineWeightMillimetres: number
  /** Null: continuous. */
  readonly lineType: SheetLineTypeId | null
  readonly on: boolean
  readonly frozen: boolean
  readonly plottable: boolean
}

/** A dash pattern. */
export interface SheetLineTypeInput {
  readonly name: string
  /** Sheet units times the style's scale: above 0 a dash, below 0 a gap, 0 a dot. Empty: continuous. */
  readonly pattern: readonly number[]
}

/** The style of lines, fills and texts. */
export interface SheetStyleInput {
  readonly layer: SheetLayerId
  readonly color: SheetColor
  /** Paper width, the same at every zoom; 0 is the thinnest line. */
  readonly lineWeightMillimetres: number | 'layer'
  /** Null: continuous. */
  readonly lineType: SheetLineTypeId | 'layer' | null
  /** Multiplier of the dash lengths; default 1. */
  readonly lineTypeScale?: number
  /** Width in sheet units of lines that scale with the zoom (wide polylines); overrides the line weight. */
  readonly widthUnits?: number
  /** 1 opaque (the default), 0 invisible. */
  readonly opacity?: number
}

/** A selectable element, an entity of the source (a whole insert, not the lines inside its block). */
export interface SheetEntityInput {
  /** The source's own identity, the same in every version of the file; '' if it has none. */
  readonly handle: string
  /** The source's own type name: `LINE`, `INSERT`, `MTEXT`. */
  readonly type: string
  readonly layer: SheetLayerId
  /** Block name of an insert or similar entity. */
  readonly name?: string
  /** Entities are drawn from low to high, equal ones in call order. Default: the number of the call. */
  readonly drawOrder?: number
}

/** A polyline through points; the reader flattens curves (see `arcSegments`). */
export interface SheetPolylineInput {
  readonly entity: SheetEntityId
  readonly style: SheetStyleId
  /** x y per point, at least one point; a single point is a dot. */
  readonly points: Float64Array
  /** The last point is joined to the first. */
  readonly closed?: boolean
}

/** An area bounded by rings, filled by the even-odd rule. */
export interface SheetFillInput {
  readonly entity: SheetEntityId
  readonly style: SheetStyleId
  /** x y per point of each ring, not repeated at the end. */
  readonly rings: readonly Float64Array[]
  /** The colour runs from `from` to `to` and is constant beyond them; overrides the style's colour. */
  readonly gradient?: {
    readonly from: SheetPoint
    readonly to: SheetPoint
    /** 0xRRGGBB, sRGB. */
    readonly colors: readonly [number, number]
  }
}

/** An image on a sheet; its pixels come from `SceneBuilder.addTexture`. */
export interface SheetImageInput {
  readonly entity: SheetEntityId
  readonly layer: SheetLayerId
  readonly picture: number
  /** Lower left corner of the image. */
  readonly origin: SheetPoint
  /** From the lower left corner to the lower right one. */
  readonly xAxis: SheetPoint
  /** From the lower left corner to the upper left one. */
  readonly yAxis: SheetPoint
  /** The visible part, sheet units, even-odd; default everything. */
  readonly clip?: readonly Float64Array[]
  /** Default 1. */
  readonly opacity?: number
}

/** 2×3 affine map, column-major: x axis, y axis, translation. */
export type SheetMatrix = readonly [number, number, number, number, number, number]

/** A viewport of a layout onto a model space. */
export interface SheetViewportInput {
  readonly entity: SheetEntityId
  /**
   * Number of the sheet shown through it, in the order of the `addSheet` calls: the viewer draws that sheet here,
   * clipped, and the reader adds nothing twice. Null if the reader has added the contents itself: the viewport then
   * serves measuring only.
   */
  readonly shows: number | null
  /** From the shown sheet's units to this sheet's. */
  readonly matrix: SheetMatrix
  /** Millimetres per unit of the shown content, for measuring. */
  readonly millimetresPerUnit: number
  /** The visible part, in units of this sheet, even-odd. */
  readonly clip: readonly Float64Array[]
  /** Layers of the shown sheet that are not drawn here. */
  readonly frozenLayers: readonly SheetLayerId[]
  /** Multiplier of the shown sheet's dash lengths, besides the scale of `matrix`; default 1. */
  readonly lineTypeScale?: number
}

/** Maximum distance between an arc and its chords, as a ratio of the radius. */
const chordErrorRatio = 0.0005

/**
 * Returns the number of chords for an arc: about a hundred for a circle, at least 4, so that it looks round at reading
 * distance.
 */
export function arcSegments(sweepRadians: number): number {
  const widest = 2 * Math.acos(1 - chordErrorRatio)
  return Math.max(4, Math.ceil(Math.abs(sweepRadians) / widest))
}
