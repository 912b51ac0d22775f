import type { Vector } from '@kamar/core/math'
import type { EntityColor } from './color.js'

/** A layer. */
export interface Layer {
  name: string
  readonly handle: number
  readonly color: EntityColor
  readonly lineType: LineType | null
  /** Hundredths of a millimetre; negative numbers are inherited or default weights. */
  readonly lineWeight: number
  readonly isOn: boolean
  readonly isFrozen: boolean
  readonly isPlotted: boolean
  /** 0 to 1. */
  readonly opacity: number
}

/** A line type: the names `ByLayer` and `ByBlock` stand for an inherited one. */
export interface LineType {
  name: string
  readonly handle: number
  readonly segments: readonly LineTypeSegment[]
}

/** A dash (above 0), gap (below 0) or dot (0) of a line type, and the text or shape at its end. */
export interface LineTypeSegment {
  readonly length: number
  /** Number of a shape in the file of the style; 0 without a shape. */
  readonly shapeNumber: number
  readonly text: string
  readonly style: TextStyle | null
  readonly offset: readonly [x: number, y: number]
  readonly scale: number
  /** Radians. */
  readonly rotation: number
  /** Whether the rotation is not relative to the line. */
  readonly isAbsolute: boolean
  /** Whether the text is never upside down. */
  readonly isUpright: boolean
}

/** A text style, or the shape file of a line type. */
export interface TextStyle {
  readonly name: string
  readonly handle: number
  readonly fileName: string
  readonly bigFontFileName: string
  /** 0 where texts have their own heights. */
  readonly height: number
  readonly widthFactor: number
  /** Radians. */
  readonly obliqueAngle: number
  /** Family and slope of an outline font, where the style states them. */
  readonly trueType: { readonly family: string; readonly isBold: boolean; readonly isItalic: boolean } | null
}

/** The parts of a dimension style that annotations without a block of their own need. */
export interface DimensionStyle {
  readonly name: string
  readonly handle: number
  readonly scale: number
  readonly arrowSize: number
  readonly textHeight: number
  readonly textStyle: TextStyle | null
  /** Digits after the point. */
  readonly decimalPlaces: number
  /** Factor of measured lengths. */
  readonly lengthFactor: number
}

/** The style of a multiline. */
export interface MultilineStyle {
  readonly name: string
  readonly handle: number
  readonly elements: readonly { readonly offset: number; readonly color: EntityColor }[]
}

/** Variables of a drawing. */
export interface DrawingVariables {
  /** Number of the unit; 0 where none is stated (INSUNITS). */
  readonly insertionUnits: number
  /** LTSCALE. */
  readonly lineTypeScale: number
  /** LWDISPLAY. */
  readonly displaysLineWeights: boolean
  /** TILEMODE: whether the model space was active. */
  readonly isModelSpaceActive: boolean
  /** PDMODE and PDSIZE. */
  readonly pointMode: number
  readonly pointSize: number
  /** EXTMIN and EXTMAX. */
  readonly extentsMin: Vector
  readonly extentsMax: Vector
}

/** A view of the model space in the program (VPORT). */
export interface ViewportEntry {
  readonly name: string
  readonly direction: Vector
}

/** Paper and plot settings of a layout. */
export interface Layout {
  readonly name: string
  readonly handle: number
  readonly tabOrder: number
  /** Handle of its block. */
  readonly blockHandle: number
  /** 0: inches, 1: millimetres, 2: pixels. */
  readonly paperUnits: number
  /** Millimetres, before the rotation. */
  readonly paperWidth: number
  readonly paperHeight: number
  /** Quarter turns. */
  readonly paperRotation: number
  readonly scaleNumerator: number
  readonly scaleDenominator: number
  /** Millimetres. */
  readonly margins: { readonly left: number; readonly bottom: number; readonly right: number; readonly top: number }
  readonly plotOrigin: readonly [x: number, y: number]
  readonly imageOrigin: readonly [x: number, y: number]
  readonly limitsMin: readonly [x: number, y: number]
  readonly limitsMax: readonly [x: number, y: number]
}
