import type { Vector } from '@kamar/core/math'
import type {
  Attribute,
  Block,
  Entity,
  EntityCommon,
  PolylineVertex,
  DimensionStyle,
  Layer,
  LineType,
  MultilineStyle,
  TextStyle,
} from '../../drawing/index.js'
import type { DxfRecord } from '../groups/group-table.js'

/** Finds what entities refer to, by names or handles. References to records that are missing give default values. */
export interface Lookup {
  findLayer(name: string): Layer
  /** Finds a layer that the table of layers states; null without it. */
  findLayerByHandle(handle: number): Layer | null
  findLineType(name: string): LineType
  findTextStyle(name: string): TextStyle
  findTextStyleByHandle(handle: number): TextStyle | null
  findDimensionStyle(name: string): DimensionStyle | null
  findMultilineStyle(handle: number): MultilineStyle | null
  findBlock(name: string): Block | null
  findBlockByHandle(handle: number): Block | null
  findEntity(handle: number): Entity | null
  /** Finds the path of an image or underlay by the handle of its definition. */
  findFileName(handle: number): string
  /** Finds the name of a class by its number in the drawing. */
  findClassName(classNumber: number): string
  readonly byLayerLineType: LineType
  /** Reads the attributes that follow an insert. */
  readAttributes(insert: DxfRecord, insertHandle: number): readonly Attribute[]
  /** Reads the vertices that follow a polyline. */
  readVertices(polyline: DxfRecord): readonly VertexRecord[]
}

/** Reads an entity from its record. */
export type ReadEntity = (record: DxfRecord, common: EntityCommon, lookup: Lookup) => Entity

/** VERTEX of a polyline. */
export interface VertexRecord extends Pick<PolylineVertex, 'bulge' | 'startWidth' | 'endWidth'> {
  readonly location: Vector
  /** DXF reference, VERTEX, group 70. */
  readonly flags: number
  /** Vertex numbers of a face of a polyface mesh; 0 where it has fewer than four. */
  readonly indices: readonly number[]
}
