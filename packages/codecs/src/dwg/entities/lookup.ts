import type { EntityColor } from '../../drawing/color.js'
import type { Attribute, Block, Entity, PolylineVertex } from '../../drawing/index.js'
import type { Vector } from '@kamar/core/math'
import type { DimensionStyle, Layer, LineType, MultilineStyle, TextStyle } from '../../drawing/tables.js'

/** Finds what entities refer to by handles. References to objects that are missing or damaged give default values. */
export interface Lookup {
  findLayer(handle: number): Layer
  findLineType(handle: number): LineType
  findTextStyle(handle: number): TextStyle
  findDimensionStyle(handle: number): DimensionStyle | null
  findMultilineStyle(handle: number): MultilineStyle | null
  findBlock(handle: number): Block | null
  /** Finds a colour of a colour book (DBCOLOR). */
  findColor(handle: number): EntityColor | null
  /** Finds an entity; null for other objects. */
  findEntity(handle: number): Entity | null
  /** Returns the name in a DXF of a class of the drawing by its number; '' for others. */
  findClassName(number: number): string
  /** Finds the path of an image or underlay by the handle of its definition. */
  findFileName(handle: number): string
  readonly byLayerLineType: LineType
  readonly byBlockLineType: LineType
  readonly continuousLineType: LineType
  /** Reads attributes that an insert owns. */
  readAttributes(owned: OwnedEntities): readonly Attribute[]
  /** Reads vertices that a polyline owns. */
  readVertices(owned: OwnedEntities): readonly VertexRecord[]
}

/** Entities that another one owns: a list, or before 2004 the first and the last of a chain, which state their owner. */
export type OwnedEntities =
  | { readonly handles: readonly number[] }
  | { readonly owner: number; readonly first: number; readonly last: number }

/** VERTEX of a polyline: a point, or a face of a polyface mesh. */
export type VertexRecord =
  | {
      readonly kind: 'vertex'
      readonly location: Vector
      /** DXF reference, VERTEX, group 70. */
      readonly flags: number
      readonly shape: Pick<PolylineVertex, 'bulge' | 'startWidth' | 'endWidth'>
    }
  | { readonly kind: 'face'; readonly indices: readonly number[] }
