import type { Placement } from './scene-builder.js'

/** x, y in sheet units, y up, float64. */
export type SheetPoint = readonly [x: number, y: number]

/** Number of a layer of one sheet; all ids of a sheet count from 0 in the order of the calls. */
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
 * Which colour something is drawn with: the sheet's ink, black on light paper and white on dark (ACI 7); the paper's own
 * colour (wipeouts); the layer's; or 0xRRGGBB, sRGB.
 */
export type SheetColor = 'foreground' | 'background' | 'layer' | number

/** What a sheet is: a model space, a paper layout of it, or a page of a published set. */
export type SheetKind = 'model' | 'layout' | 'page'

/** One model space, layout or page. */
export interface SheetInput {
  readonly name: string
  readonly kind: SheetKind
  /** Millimetres of one sheet unit: 1000 for a model in metres, 25.4 for a layout in inches. */
  readonly millimetresPerUnit: number
  /** The unit as the source names it (`mm`, `inch`), for lengths that are read from the sheet. */
  readonly unitName: string
  /** Where the paper lies in sheet units; left out for a model space, which has none. */
  readonly paper?: { readonly min: SheetPoint; readonly max: SheetPoint }
  /** From (x, y, 0) in sheet units to the scene's metres; left out, a model space is scaled by its unit, other sheets have none. */
  readonly toScene?: Placement
  /** Shown first when the file is opened; left out everywhere, the first layout with something on it is. Thumbnails prefer layouts to model spaces. */
  readonly active?: boolean
  /** The source shows lines without their weights on a screen; plots have the weights all the same. */
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

/** How lines, fills and texts look. */
export interface SheetStyleInput {
  readonly layer: SheetLayerId
  readonly color: SheetColor
  /** On paper, the same at every zoom; 0 is the thinnest line there is. */
  readonly lineWeightMillimetres: number | 'layer'
  /** Null: continuous. */
  readonly lineType: SheetLineTypeId | 'layer' | null
  /** What dashes are multiplied with; 1 when left out. */
  readonly lineTypeScale?: number
  /** Width in sheet units of lines that grow with the zoom (wide polylines); it replaces the line weight. */
  readonly widthUnits?: number
  /** 1 opaque (also when left out), 0 invisible. */
  readonly opacity?: number
}

/** Something that can be selected: what the source calls an entity (a whole insert, not the lines inside its block). */
export interface SheetEntityInput {
  /** The source's own identity, the same in every version of the file; '' when it has none. */
  readonly handle: string
  /** The source's own word: `LINE`, `INSERT`, `MTEXT`. */
  readonly type: string
  readonly layer: SheetLayerId
  /** Block name of an insert and the like. */
  readonly name?: string
  /** Entities are drawn from low to high; equal ones in the order of their calls. The number of the call when left out. */
  readonly drawOrder?: number
}

/** A line through points; curves are flattened by the reader (see `arcSegments`). */
export interface SheetPolylineInput {
  readonly entity: SheetEntityId
  readonly style: SheetStyleId
  /** x y per point, at least one point; a single point is a dot. */
  readonly points: Float64Array
  /** The last point is joined to the first. */
  readonly closed?: boolean
}

/** An area between rings: a point is inside when it is within an odd number of them. */
export interface SheetFillInput {
  readonly entity: SheetEntityId
  readonly style: SheetStyleId
  /** x y per point of each ring, not repeated at the end. */
  readonly rings: readonly Float64Array[]
  /** Colour runs from `from` to `to`, and stays beyond them; replaces the style's colour. */
  readonly gradient?: {
    readonly from: SheetPoint
    readonly to: SheetPoint
    /** 0xRRGGBB, sRGB. */
    readonly colors: readonly [number, number]
  }
}

/** A picture on a sheet; its pixels come from `SceneBuilder.addTexture`. */
export interface SheetImageInput {
  readonly entity: SheetEntityId
  readonly layer: SheetLayerId
  readonly picture: number
  /** Lower left corner of the picture. */
  readonly origin: SheetPoint
  /** From the lower left corner to the lower right one. */
  readonly xAxis: SheetPoint
  /** From the lower left corner to the upper left one. */
  readonly yAxis: SheetPoint
  /** What is shown of it, sheet units, even-odd; all when left out. */
  readonly clip?: readonly Float64Array[]
  /** 1 when left out. */
  readonly opacity?: number
}

/** 2×3 affine map, column-major: x axis, y axis, translation. */
export type SheetMatrix = readonly [number, number, number, number, number, number]

/** A window of a layout onto a model space. */
export interface SheetViewportInput {
  readonly entity: SheetEntityId
  /**
   * Number of the sheet that is shown through it, in the order of the `addSheet` calls: the viewer draws that sheet here,
   * clipped, and the reader pushes nothing twice. Null when the reader has pushed the contents itself: then the viewport
   * serves measuring only.
   */
  readonly shows: number | null
  /** From the shown sheet's units to this sheet's. */
  readonly matrix: SheetMatrix
  /** Millimetres of one unit of what is shown, for measuring. */
  readonly millimetresPerUnit: number
  /** What is seen of it, in units of this sheet, even-odd. */
  readonly clip: readonly Float64Array[]
  /** Layers of the shown sheet that are not drawn here. */
  readonly frozenLayers: readonly SheetLayerId[]
  /** What the dashes of the shown sheet are multiplied with, besides the scale of `matrix`; 1 when left out. */
  readonly lineTypeScale?: number
}

/** Largest distance between an arc and its chords, as a share of the radius. */
const chordErrorRatio = 0.0005

/** Into how many chords an arc is cut: about a hundred for a circle, at least 4, so that it looks round at reading distance. */
export function arcSegments(sweepRadians: number): number {
  const widest = 2 * Math.acos(1 - chordErrorRatio)
  return Math.max(4, Math.ceil(Math.abs(sweepRadians) / widest))
}
