import type { SheetColor, SheetKind, SheetMatrix, SheetPoint, SheetTextStyle } from '@kamar/scene'

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

/** How something looks; everything is said, layers are by number. */
export interface SheetStyle {
  readonly layer: number
  readonly color: SheetColor
  readonly lineWeightMillimetres: number | 'layer'
  readonly lineType: number | 'layer' | null
  readonly lineTypeScale: number
  /** Sheet units; 0: the line weight counts. */
  readonly widthUnits: number
  readonly opacity: number
}

/** A dash pattern in sheet units; above 0 a dash, below 0 a gap, 0 a dot. */
export interface SheetLineType {
  readonly name: string
  readonly pattern: readonly number[]
}

/** A font that the source asks for, and what it is shown with. */
export interface SheetFontUse {
  readonly name: string
  readonly shownWith: string
  /** How much wider than they are our letters are drawn in its place; 1 when left out. */
  readonly shownWidth?: number
  readonly bold?: boolean
  readonly italic?: boolean
  /** The source's text style that names it; left out where a text does so itself. */
  readonly style?: SheetTextStyle
}

/** A picture; places are in sheet units. */
export interface SheetImage {
  readonly entity: number
  readonly level: number
  readonly layer: number
  /** Path inside the package. */
  readonly picture: string
  readonly origin: SheetPoint
  readonly xAxis: SheetPoint
  readonly yAxis: SheetPoint
  /** x y per point of each ring, even-odd; empty: all is shown. */
  readonly clip: readonly (readonly number[])[]
  readonly opacity: number
}

/** A window onto another sheet. */
export interface SheetViewport {
  readonly entity: number
  readonly level: number
  /** Number of the sheet that is drawn in it; null when its contents are part of this sheet. */
  readonly shows: number | null
  /** From the shown sheet's units to this one's. */
  readonly matrix: SheetMatrix
  readonly millimetresPerUnit: number
  /** x y per point of each ring, units of this sheet, even-odd. */
  readonly clip: readonly (readonly number[])[]
  readonly frozenLayers: readonly number[]
  readonly lineTypeScale: number
}

/** What was counted in a sheet. */
export interface SheetCounts {
  readonly entities: number
  readonly polylines: number
  readonly vertices: number
  readonly fills: number
  readonly triangles: number
  readonly texts: number
  readonly glyphs: number
}

/** `sheet.json`: everything about a sheet but what there is a lot of. */
export interface SheetInfo {
  readonly format: 'kamar-sheet'
  readonly version: 1
  readonly name: string
  readonly kind: SheetKind
  readonly unitName: string
  readonly millimetresPerUnit: number
  readonly paper: SheetRectangle | null
  /** 3×4, column-major: from (x, y, 0) in sheet units to the source's metres; null when the sheet is in no space. */
  readonly toScene: readonly number[] | null
  /** Where the grid of lines, fills and texts begins, sheet units, float64. */
  readonly origin: SheetPoint
  /** Sheet units of one step of the grid. */
  readonly step: number
  /** Around everything that is drawn. */
  readonly extents: SheetRectangle
  /** Around what most of it is in: a few stray points far away do not count. Where the sheet opens. */
  readonly core: SheetRectangle
  /** What is drawn on a higher level lies over what is on a lower one; on the same: areas, then lines, then texts. */
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
  /** Blocks of the inspector's rows. */
  readonly propertyFiles: readonly string[]
  readonly counts: SheetCounts
  /** Lines are shown as thin as can be on a screen, and plotted with their weights; left out: the weights are shown. */
  readonly thinLines?: true
}

/** A decoded `lines-NNN.bin`: polylines, those of one style together. */
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

/** Two colours across an area. */
export interface SheetGradient {
  readonly fill: number
  /** Steps of the grid. */
  readonly from: SheetPoint
  readonly to: SheetPoint
  /** 0xRRGGBB, sRGB. */
  readonly colors: readonly [number, number]
}

/** A decoded `fills.bin`: triangulated areas in the order in which they are drawn. */
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
  /** Three per triangle, numbers of points. */
  readonly indices: Uint32Array
  readonly gradients: readonly SheetGradient[]
}

/** The shape of a letter in steps of 1/`glyphSteps` of a capital's height, its baseline at 0. */
export interface SheetGlyph {
  /** x y per point. */
  readonly points: Int32Array
  /** Three per triangle of an outline; two per line of a stroke letter. */
  readonly indices: Uint32Array
  readonly stroke: boolean
  /** What it is the shape of; '' where the package does not say. */
  readonly character: string
}

/** Steps in the height of a capital letter. */
export const glyphSteps = 1024

/** Letters of one look; `count` glyphs follow those of the run before. */
export interface SheetGlyphRun {
  readonly style: number
  /** Number in the sheet's fonts; null in packages that were written before. */
  readonly font: number | null
  /** Number of the first glyph in `glyph`, `x`, `y`. */
  readonly first: number
  readonly count: number
  /** Height of capitals and, with the width factor, width; units of the text's frame. */
  readonly height: number
  readonly width: number
  /** Tangent of the slant. */
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
  /** Lines are parted by line feeds. */
  readonly string: string
  readonly runs: readonly SheetGlyphRun[]
}

/** A decoded `texts.bin`. */
export interface SheetTexts {
  readonly glyphs: readonly SheetGlyph[]
  readonly texts: readonly SheetText[]
  /** Number in `glyphs` of each placed glyph. */
  readonly glyph: Uint32Array
  /** Where each stands in the frame, in steps of 1/`glyphSteps` of its run's height. */
  readonly x: Int32Array
  readonly y: Int32Array
}

/** A decoded `entities.bin`. */
export interface SheetEntities {
  readonly count: number
  readonly layer: Uint32Array
  /** Upper-case hexadecimal or whatever the source has; '' for none. */
  handle(entity: number): string
  type(entity: number): string
  /** Of a block and the like; '' for none. */
  name(entity: number): string
  /** Numbers of its property sets. */
  sets(entity: number): Uint32Array
  /** First set of each block of property sets, then the number of sets. */
  readonly blockStart: Uint32Array
}

/** Steps along the longer side of a sheet. */
export const sheetGridSteps = 2 ** 24
