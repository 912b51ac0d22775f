import type { Vector } from '@kamar/core/math'
import type { EntityColor } from './color.js'
import type { DimensionStyle, Layer, LineType, MultilineStyle, TextStyle } from './tables.js'

/** A point in a plane. */
export type Point2 = readonly [x: number, y: number]

/** What all entities state. Angles are in radians, lengths in drawing units. */
export interface EntityCommon {
  readonly handle: number
  /** Kind by the name in a DXF, such as `LWPOLYLINE`; for custom objects the name of their class. */
  readonly name: string
  readonly layer: Layer
  readonly lineType: LineType
  readonly lineTypeScale: number
  readonly color: EntityColor
  /** Hundredths of a millimetre; negative numbers are inherited or default weights. */
  readonly lineWeight: number
  /** 0 to 1, or inherited. */
  readonly opacity: number | 'byLayer' | 'byBlock'
  readonly isInvisible: boolean
  /** Graphics that the program saved with the entity, as a list of chunks; null without them. */
  readonly savedGraphics: Uint8Array | null
  /** Handle of the dictionary with further data; 0 without one. */
  readonly dictionaryHandle: number
}

/** LINE. */
export interface Line extends EntityCommon {
  readonly kind: 'line'
  readonly start: Vector
  readonly end: Vector
  readonly thickness: number
  readonly normal: Vector
}

/** POINT. */
export interface PointEntity extends EntityCommon {
  readonly kind: 'point'
  readonly location: Vector
}

/** CIRCLE. */
export interface Circle extends EntityCommon {
  readonly kind: 'circle'
  readonly center: Vector
  readonly radius: number
  readonly thickness: number
  readonly normal: Vector
}

/** ARC, counter-clockwise. */
export interface Arc extends Omit<Circle, 'kind'> {
  readonly kind: 'arc'
  readonly startAngle: number
  readonly endAngle: number
}

/** ELLIPSE. */
export interface Ellipse extends EntityCommon {
  readonly kind: 'ellipse'
  readonly center: Vector
  /** Relative to the centre. */
  readonly majorAxis: Vector
  readonly normal: Vector
  readonly radiusRatio: number
  readonly startParameter: number
  readonly endParameter: number
}

/** RAY or XLINE. */
export interface InfiniteLine extends EntityCommon {
  readonly kind: 'ray' | 'xline'
  readonly start: Vector
  readonly direction: Vector
}

/** SOLID or TRACE: the third and the fourth corner are swapped. */
export interface SolidEntity extends EntityCommon {
  readonly kind: 'solid'
  readonly corners: readonly [Vector, Vector, Vector, Vector]
  readonly thickness: number
  readonly normal: Vector
}

/** 3DFACE. */
export interface Face extends EntityCommon {
  readonly kind: 'face'
  readonly corners: readonly [Vector, Vector, Vector, Vector]
  /** Bit n: the edge after corner n is hidden. */
  readonly hiddenEdges: number
}

/** A vertex of a polyline in its plane, with the arc and the widths of the segment after it. */
export interface PolylineVertex {
  readonly x: number
  readonly y: number
  /** Tangent of a quarter of the angle of the arc; 0 for a straight segment. */
  readonly bulge: number
  readonly startWidth: number
  readonly endWidth: number
}

/** LWPOLYLINE, or the 2D POLYLINE without the control points of a smoothed one. */
export interface Polyline extends EntityCommon {
  readonly kind: 'polyline'
  readonly vertices: readonly PolylineVertex[]
  readonly isClosed: boolean
  readonly elevation: number
  readonly thickness: number
  readonly normal: Vector
}

/** POLYLINE in space, without the control points of a smoothed one. */
export interface Polyline3d extends EntityCommon {
  readonly kind: 'polyline3d'
  readonly vertices: readonly Vector[]
  readonly isClosed: boolean
}

/** POLYLINE that is a mesh of any faces; a negative vertex number, from 1 on, hides the edge after it. */
export interface PolyfaceMesh extends EntityCommon {
  readonly kind: 'polyfaceMesh'
  readonly vertices: readonly Vector[]
  readonly faces: readonly (readonly number[])[]
}

/** POLYLINE that is a mesh of rows and columns. */
export interface PolygonMesh extends EntityCommon {
  readonly kind: 'polygonMesh'
  readonly vertices: readonly Vector[]
  readonly rowCount: number
  readonly columnCount: number
  readonly areRowsClosed: boolean
  readonly areColumnsClosed: boolean
}

/** MESH: faces as vertex numbers from 0 on. */
export interface SubdivisionMesh extends EntityCommon {
  readonly kind: 'mesh'
  readonly vertices: readonly Vector[]
  readonly faces: readonly (readonly number[])[]
}

/** SPLINE or HELIX, by control points or by the points it passes through. */
export interface SplineEntity extends EntityCommon {
  readonly kind: 'spline'
  readonly degree: number
  readonly isClosed: boolean
  readonly knots: readonly number[]
  readonly controlPoints: readonly Vector[]
  /** Empty where all are 1. */
  readonly weights: readonly number[]
  readonly fitPoints: readonly Vector[]
}

/** TEXT, and the part of an attribute that is one. */
export interface TextEntity extends EntityCommon {
  readonly kind: 'text'
  readonly value: string
  readonly style: TextStyle
  readonly insertPoint: Point2
  readonly alignmentPoint: Point2
  readonly elevation: number
  readonly height: number
  readonly rotation: number
  readonly widthFactor: number
  readonly obliqueAngle: number
  readonly normal: Vector
  readonly isBackward: boolean
  readonly isUpsideDown: boolean
  /** 0 left, 1 centre, 2 right, 3 aligned, 4 middle, 5 fitted. */
  readonly horizontalAlignment: number
  /** 0 baseline, 1 bottom, 2 middle, 3 top. */
  readonly verticalAlignment: number
}

/** ATTRIB or ATTDEF. */
export interface Attribute extends Omit<TextEntity, 'kind'> {
  readonly kind: 'attribute' | 'attributeDefinition'
  readonly tag: string
  readonly isHidden: boolean
  readonly isConstant: boolean
  /** The content of an attribute with several lines. */
  readonly multilineText: MultilineText | null
}

/** MTEXT. */
export interface MultilineText extends EntityCommon {
  readonly kind: 'mtext'
  readonly value: string
  readonly style: TextStyle
  readonly insertPoint: Vector
  /** Direction of the lines. */
  readonly xAxis: Vector
  readonly normal: Vector
  readonly height: number
  /** 0: lines do not wrap. */
  readonly width: number
  /** Height of a column; 0 where it is not stated. */
  readonly columnHeight: number
  /** 1 to 9 by rows, from the upper left. */
  readonly attachment: number
  readonly lineSpacing: number
  readonly background: TextBackground | null
  readonly columns: TextColumns | null
}

/** Area behind a text. */
export interface TextBackground {
  /** Null: the colour of the paper. */
  readonly color: EntityColor | null
  /** Size relative to the text. */
  readonly scale: number
}

/** Columns of a text. */
export interface TextColumns {
  readonly count: number
  readonly width: number
  readonly gutter: number
  /** Empty where all have the same height. */
  readonly heights: readonly number[]
}

/** INSERT, or a grid of them. */
export interface Insert extends EntityCommon {
  readonly kind: 'insert'
  readonly block: Block | null
  readonly insertPoint: Vector
  readonly scale: Vector
  readonly rotation: number
  readonly normal: Vector
  readonly columnCount: number
  readonly rowCount: number
  readonly columnSpacing: number
  readonly rowSpacing: number
  readonly attributes: readonly Attribute[]
}

/** ACAD_TABLE: the block that draws it. */
export interface Table extends Omit<Insert, 'kind'> {
  readonly kind: 'table'
}

/** DIMENSION of any kind. */
export interface Dimension extends EntityCommon {
  readonly kind: 'dimension'
  readonly block: Block | null
  readonly style: DimensionStyle | null
  readonly measurement: DimensionMeasurement
  /** Text that replaces the measured one; `<>` stands for it. */
  readonly text: string
  readonly textMiddlePoint: Vector
  readonly normal: Vector
}

/** What a dimension measures, by its definition points. */
export type DimensionMeasurement =
  | {
      readonly kind: 'linear'
      readonly first: Vector
      readonly second: Vector
      readonly line: Vector
      readonly rotation: number
    }
  | { readonly kind: 'aligned'; readonly first: Vector; readonly second: Vector; readonly line: Vector }
  | {
      readonly kind: 'ordinate'
      readonly origin: Vector
      readonly feature: Vector
      readonly end: Vector
      readonly isX: boolean
    }
  | { readonly kind: 'radius' | 'diameter'; readonly center: Vector; readonly chord: Vector }
  | { readonly kind: 'angular'; readonly vertex: Vector; readonly first: Vector; readonly second: Vector }
  | { readonly kind: 'unknown' }

/** An edge of the boundary of a hatch; clockwise edges state the angles of their mirror image. */
export type HatchEdge =
  | { readonly kind: 'polyline'; readonly vertices: readonly Pick<PolylineVertex, 'x' | 'y' | 'bulge'>[] }
  | { readonly kind: 'line'; readonly start: Point2; readonly end: Point2 }
  | {
      readonly kind: 'arc'
      readonly center: Point2
      readonly radius: number
      readonly startAngle: number
      readonly endAngle: number
      readonly isCounterClockwise: boolean
    }
  | {
      readonly kind: 'ellipse'
      readonly center: Point2
      readonly majorAxis: Point2
      readonly radiusRatio: number
      readonly startAngle: number
      readonly endAngle: number
      readonly isCounterClockwise: boolean
    }
  | {
      readonly kind: 'spline'
      readonly degree: number
      readonly knots: readonly number[]
      readonly controlPoints: readonly Point2[]
      /** Empty where all are 1. */
      readonly weights: readonly number[]
    }

/** A boundary of a hatch. */
export interface HatchPath {
  /** 1 external, 2 polyline, 4 derived, 8 text box, 16 outermost, 256 duplicate (DXF reference, HATCH, group 92). */
  readonly flags: number
  readonly edges: readonly HatchEdge[]
}

/** A family of parallel lines of a pattern. */
export interface PatternLine {
  readonly angle: number
  readonly base: Point2
  readonly offset: Point2
  readonly dashes: readonly number[]
}

/** Gradient of a hatch. */
export interface HatchGradient {
  readonly angle: number
  readonly isSingleColor: boolean
  /** 0 to 1: how far a single colour goes to white. */
  readonly tint: number
  readonly colors: readonly EntityColor[]
}

/** HATCH. */
export interface Hatch extends EntityCommon {
  readonly kind: 'hatch'
  readonly patternName: string
  readonly isSolid: boolean
  readonly elevation: number
  readonly normal: Vector
  /** 0 normal, 1 outer, 2 ignore. */
  readonly style: number
  readonly paths: readonly HatchPath[]
  readonly patternLines: readonly PatternLine[]
  readonly gradient: HatchGradient | null
}

/** VIEWPORT of a layout. */
export interface Viewport extends EntityCommon {
  readonly kind: 'viewport'
  /** Number; 1 is the paper itself. 0 before release 2000. */
  readonly id: number
  readonly isPaper: boolean
  readonly isOff: boolean
  readonly center: Vector
  readonly width: number
  readonly height: number
  readonly viewTarget: Vector
  readonly viewDirection: Vector
  readonly viewCenter: Point2
  readonly viewHeight: number
  readonly twistAngle: number
  readonly frozenLayers: readonly Layer[]
  /** Entity that is the outline; null for a rectangle. */
  readonly boundary: Entity | null
}

/** LEADER. */
export interface Leader extends EntityCommon {
  readonly kind: 'leader'
  readonly vertices: readonly Vector[]
  readonly isSpline: boolean
  readonly hasArrow: boolean
  readonly style: DimensionStyle | null
}

/** MULTILEADER. */
export interface MultiLeader extends EntityCommon {
  readonly kind: 'multiLeader'
  readonly hasLanding: boolean
  readonly arrowSize: number
  readonly roots: readonly LeaderRoot[]
  readonly content: LeaderContent | null
}

/** Lines of a multileader that meet in a point, and the landing from there to the content. */
export interface LeaderRoot {
  readonly connectionPoint: Vector
  readonly direction: Vector
  readonly landingLength: number
  readonly lines: readonly (readonly Vector[])[]
}

/** Text or block of a multileader. */
export type LeaderContent =
  | {
      readonly kind: 'text'
      readonly value: string
      readonly style: TextStyle | null
      readonly height: number
      readonly location: Vector
      readonly direction: Vector
      readonly rotation: number
      /** 0 left, 1 centre, 2 right. */
      readonly alignment: number
      /** 0: lines do not wrap. */
      readonly width: number
    }
  | {
      readonly kind: 'block'
      readonly block: Block | null
      readonly location: Vector
      readonly scale: Vector
      readonly rotation: number
      readonly attributes: readonly { readonly definition: Attribute; readonly text: string }[]
    }

/** MLINE: along its vertices, offset by the parameters of each element of its style. */
export interface Multiline extends EntityCommon {
  readonly kind: 'multiline'
  readonly style: MultilineStyle | null
  readonly isClosed: boolean
  readonly vertices: readonly {
    readonly position: Vector
    readonly miter: Vector
    /** Offset along the mitre, by element; undefined where a damaged file omits it. */
    readonly offsets: readonly (number | undefined)[]
  }[]
}

/** TOLERANCE. */
export interface Tolerance extends EntityCommon {
  readonly kind: 'tolerance'
  readonly text: string
  readonly insertPoint: Vector
  readonly direction: Vector
  readonly style: DimensionStyle | null
}

/** IMAGE or WIPEOUT. */
export interface ImageEntity extends EntityCommon {
  readonly kind: 'image' | 'wipeout'
  readonly insertPoint: Vector
  /** Sides of a pixel. */
  readonly uVector: Vector
  readonly vVector: Vector
  /** Pixels. */
  readonly size: Point2
  readonly isDisplayed: boolean
  readonly isClipped: boolean
  /** Whether the inside of the outline is cut away. */
  readonly isClipInverted: boolean
  /** In pixels from the upper left; two opposite corners of a rectangle, or a polygon. */
  readonly clipVertices: readonly Point2[]
  /** Path of the file; '' for a wipeout. */
  readonly fileName: string
}

/** An underlay of a PDF, DWF or DGN file. */
export interface Underlay extends EntityCommon {
  readonly kind: 'underlay'
  readonly insertPoint: Vector
  readonly scale: Vector
  readonly rotation: number
  readonly normal: Vector
  readonly clipVertices: readonly Point2[]
  readonly fileName: string
}

/** OLE2FRAME: an object of another program. */
export interface OleFrame extends EntityCommon {
  readonly kind: 'oleFrame'
  readonly upperLeft: Vector
  readonly lowerRight: Vector
  /** Name of the program; '' where it is not stated. */
  readonly application: string
  readonly data: Uint8Array
}

/** SHAPE: a symbol of a shape file. */
export interface ShapeEntity extends EntityCommon {
  readonly kind: 'shape'
  readonly style: TextStyle | null
  /** Number in the file, or '' and the name in a DXF. */
  readonly shapeNumber: number
  readonly shapeName: string
  readonly insertPoint: Vector
  readonly size: number
  readonly rotation: number
  readonly widthFactor: number
  readonly obliqueAngle: number
  readonly normal: Vector
}

/** 3DSOLID, BODY, REGION or a surface: its shape in ACIS data. */
export interface Modeler extends EntityCommon {
  readonly kind: 'modeler'
  /** SAT or SAB; null where it is in the data storage of the drawing (`Drawing.bodies`) or missing. */
  readonly acis: Uint8Array | null
  /** Lines that the program saved with the shape. */
  readonly wires: readonly (readonly Vector[])[]
}

/** An entity of which only the saved graphics can be drawn. */
export interface CustomEntity extends EntityCommon {
  readonly kind: 'custom'
}

/** An entity of a drawing. */
export type Entity =
  | Line
  | PointEntity
  | Circle
  | Arc
  | Ellipse
  | InfiniteLine
  | SolidEntity
  | Face
  | Polyline
  | Polyline3d
  | PolyfaceMesh
  | PolygonMesh
  | SubdivisionMesh
  | SplineEntity
  | TextEntity
  | Attribute
  | MultilineText
  | Insert
  | Table
  | Dimension
  | Hatch
  | Viewport
  | Leader
  | MultiLeader
  | Multiline
  | Tolerance
  | ImageEntity
  | Underlay
  | OleFrame
  | ShapeEntity
  | Modeler
  | CustomEntity

/** Kinds of entities by the form of their records. */
export type EntityKind = Entity['kind']

/** A block: entities that inserts place, or the space of a layout. */
export interface Block {
  readonly name: string
  readonly handle: number
  readonly basePoint: Vector
  /** Handle of its layout; 0 for other blocks. */
  readonly layoutHandle: number
  /** Whether it stands for a drawing in another file, and whether that is hidden where this drawing is attached. */
  readonly isExternal: boolean
  readonly isOverlay: boolean
  /** Path of that file. */
  readonly path: string
  /** Number of its entities, or an estimate for a file that does not state it. */
  readonly entityCount: number
  /** Reads the entities in draw order; each call reads them anew. */
  entities(): Iterable<Entity>
}
