import type { SheetColor, SheetKind, SheetMatrix, SheetPoint, SheetTextStyle } from '@kamar/core'

/** A rectangle in sheet units. */
export interface SheetRectangle {
  readonly min: SheetPoint
  readonly max: SheetPoint
}

/** A layer of a sheet; `lineType` null: continuous. */
export interface SheetLayer {
  readonly name: string
  readonly color: Exclude<SheetColor, 'layer'>
  readonly lineWeightMillimetres: number
  readonly lineType: number | null
  readonly on: boolean
  readonly frozen: boolean
  readonly plottable: boolean
}

/** A style; every field is explicit, layers are by number. */
export interface SheetStyle {
  readonly layer: number
  readonly color: SheetColor
  readonly lineWeightMillimetres: number | 'layer'
  readonly lineType: number | 'layer' | null
  readonly lineTypeScale: number
  /** Sheet units; 0: the line weight applies. */
  readonly widthUnits: number
  readonly opacity: number
}

/** A dash pattern in sheet units; above 0 a dash, below 0 a gap, 0 a dot. */
export interface SheetLineType {
  readonly name: string
  readonly pattern: readonly number[]
}

/** A font that the source requests, and its substitute. */
export interface SheetFontUse {
  readonly name: string
  readonly shownWith: string
  /** Horizontal scale of the substitute's glyphs; default 1. */
  readonly shownWidth?: number
  readonly bold?: boolean
  readonly italic?: boolean
  /** The source's text style that names it; omitted if a text itself does. */
  readonly style?: SheetTextStyle
}

/** An image; coordinates are in sheet units. */
export interface SheetImage {
  readonly entity: number
  readonly level: number
  readonly layer: number
  /** Path inside the package. */
  readonly picture: string
  readonly origin: SheetPoint
  readonly xAxis: SheetPoint
  readonly yAxis: SheetPoint
  /** x y per point of each ring, even-odd; empty: not clipped. */
  readonly clip: readonly (readonly number[])[]
  readonly opacity: number
}

/** A viewport onto another sheet. */
export interface SheetViewport {
  readonly entity: number
  readonly level: number
  /** Number of the sheet that is drawn in it; null if its contents are part of this sheet. */
  readonly shows: number | null
  /** From the shown sheet's units to this one's. */
  readonly matrix: SheetMatrix
  readonly millimetresPerUnit: number
  /** x y per point of each ring, units of this sheet, even-odd. */
  readonly clip: readonly (readonly number[])[]
  readonly frozenLayers: readonly number[]
  readonly lineTypeScale: number
}

/** Counts of a sheet. */
export interface SheetCounts {
  readonly entities: number
  readonly polylines: number
  readonly vertices: number
  readonly fills: number
  readonly triangles: number
  readonly texts: number
  readonly glyphs: number
}

/** `sheet.json`: everything about a sheet except the bulk data. */
export interface SheetInfo {
  readonly format: 'kamar-sheet'
  readonly version: 1
  readonly name: string
  readonly kind: SheetKind
  readonly unitName: string
  readonly millimetresPerUnit: number
  readonly paper: SheetRectangle | null
  /**
   * 3×4, column-major: from (x, y, 0) in sheet units to the source's metres; null if the sheet is not in model space.
   */
  readonly toScene: readonly number[] | null
  /** Origin of the grid of lines, fills and texts, sheet units, float64. */
  readonly origin: SheetPoint
  /** Sheet units per step of the grid. */
  readonly step: number
  /** Bounds of everything drawn. */
  readonly extents: SheetRectangle
  /** Bounds of most of the content, without a few distant stray points. The initial view of the sheet. */
  readonly core: SheetRectangle
  /** Higher levels are drawn over lower ones; within a level: areas, then lines, then texts. */
  readonly levels: number
  readonly layers: readonly SheetLayer[]
  readonly lineTypes: readonly SheetLineType[]
  readonly styles: readonly SheetStyle[]
  readonly fonts: readonly SheetFontUse[]
  readonly images: readonly SheetImage[]
  readonly viewports: readonly SheetViewport[]
  /** Paths of the other files, inside the package. */
  readonly lineFiles: readonly string[]
  readonly fillFile: string | null
  readonly textFile: string | null
  readonly entityFile: string
  /** Blocks of inspector rows. */
  readonly propertyFiles: readonly string[]
  readonly counts: SheetCounts
  /**
   * Lines are shown as thin as possible on a screen, and plotted with their weights; if omitted, the weights are shown.
   */
  readonly thinLines?: true
}

/** A decoded `lines-NNN.bin`: polylines, grouped by style. */
export interface SheetLines {
  readonly count: number
  readonly entity: Uint32Array
  readonly style: Uint32Array
  readonly level: Uint32Array
  /** 1: the last point is joined to the first. */
  readonly closed: Uint8Array
  /** `count + 1` values: first point of each, then the number of points. */
  readonly start: Uint32Array
  /** x y per point, steps of the grid. */
  readonly points: Int32Array
}

/** A two-colour gradient of an area. */
export interface SheetGradient {
  readonly fill: number
  /** Steps of the grid. */
  readonly from: SheetPoint
  readonly to: SheetPoint
  /** 0xRRGGBB, sRGB. */
  readonly colors: readonly [number, number]
}

/** A decoded `fills.bin`: triangulated areas in drawing order. */
export interface SheetFills {
  readonly count: number
  readonly entity: Uint32Array
  readonly style: Uint32Array
  readonly level: Uint32Array
  /** `count + 1` values: first point of each. */
  readonly start: Uint32Array
  /** x y per point, steps of the grid. */
  readonly points: Int32Array
  /** `count + 1` values: first index of each. */
  readonly indexStart: Uint32Array
  /** Three per triangle, point numbers. */
  readonly indices: Uint32Array
  readonly gradients: readonly SheetGradient[]
}

/** The shape of a glyph in steps of 1/`glyphSteps` of the cap height, its baseline at 0. */
export interface SheetGlyph {
  /** x y per point. */
  readonly points: Int32Array
  /** Three per triangle of an outline; two per line of a stroke glyph. */
  readonly indices: Uint32Array
  readonly stroke: boolean
  /** Its character; '' if the package does not state it. */
  readonly character: string
}

/** Steps in the cap height. */
export const glyphSteps = 1024

/** Glyphs of uniform style; `count` glyphs follow those of the previous run. */
export interface SheetGlyphRun {
  readonly style: number
  /** Number in the sheet's fonts; null in older packages. */
  readonly font: number | null
  /** Number of the first glyph in `glyph`, `x`, `y`. */
  readonly first: number
  readonly count: number
  /** Cap height and, with the width factor, width; units of the text's frame. */
  readonly height: number
  readonly width: number
  /** Tangent of the oblique angle. */
  readonly slant: number
}

/** A text in its frame. */
export interface SheetText {
  readonly entity: number
  readonly style: number
  readonly level: number
  /** Origin of the frame, steps of the grid. */
  readonly origin: SheetPoint
  /** Sheet units of one frame unit along and across the line. */
  readonly xAxis: SheetPoint
  readonly yAxis: SheetPoint
  /** Left, bottom, right, top in the frame. */
  readonly box: readonly [number, number, number, number]
  /** Lines are separated by line feeds. */
  readonly string: string
  readonly runs: readonly SheetGlyphRun[]
}

/** A decoded `texts.bin`. */
export interface SheetTexts {
  readonly glyphs: readonly SheetGlyph[]
  readonly texts: readonly SheetText[]
  /** Number in `glyphs` of each glyph instance. */
  readonly glyph: Uint32Array
  /** Position of each in the frame, in steps of 1/`glyphSteps` of its run's height. */
  readonly x: Int32Array
  readonly y: Int32Array
}

/** A decoded `entities.bin`. */
export interface SheetEntities {
  readonly count: number
  readonly layer: Uint32Array
  /** Returns upper-case hexadecimal or the source's own format; '' for none. */
  handle(entity: number): string
  type(entity: number): string
  /** Returns the name of a block and the like; '' for none. */
  name(entity: number): string
  /** Returns the numbers of its property sets. */
  sets(entity: number): Uint32Array
  /** First set of each block of property sets, then the number of sets. */
  readonly blockStart: Uint32Array
}

/** Steps along the longer side of a sheet. */
export const sheetGridSteps = 2 ** 24
