import type { Vector } from '@kamar/core/math'
import type {
  Arc,
  Circle,
  Ellipse,
  Face,
  InfiniteLine,
  Line,
  PointEntity,
  PolyfaceMesh,
  PolygonMesh,
  Polyline,
  Polyline3d,
  SolidEntity,
  SplineEntity,
  SubdivisionMesh,
} from './curves.js'
import type { EntityCommon, Point2 } from './entity-common.js'
import type { Hatch } from './hatches.js'
import type { DimensionStyle, Layer, MultilineStyle, TextStyle } from './tables.js'
import type { Attribute, MultilineText, TextEntity } from './texts.js'

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
  /** Whether the checksum of the entity is wrong. */
  readonly isDamaged: boolean
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
