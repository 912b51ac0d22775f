import type { Block, Entity } from './entities.js'
import type { DrawingVariables, Layer, Layout, LineType, TextStyle, ViewportEntry } from './tables.js'

/** A kind of object that could not be read, once for each of them. */
export interface UnreadObject {
  readonly name: string
  readonly isEntity: boolean
}

/** Shape of a solid that is stored beside its entity. */
export interface StoredBody {
  /** SAT or SAB. */
  readonly bytes: Uint8Array
  /** Whether a checksum of the bytes is wrong, or some of them are missing. */
  readonly isDamaged: boolean
}

/** A drawing: its tables, and blocks whose entities are read when they are asked for. */
export interface Drawing {
  readonly variables: DrawingVariables
  /** Encoding of texts in attached shape files, as `TextDecoder` names it. */
  readonly encoding: string
  readonly layers: readonly Layer[]
  readonly lineTypes: readonly LineType[]
  readonly textStyles: readonly TextStyle[]
  readonly viewportEntries: readonly ViewportEntry[]
  readonly blocks: readonly Block[]
  readonly layouts: readonly Layout[]
  /** Reads the entities of some names, such as `IMAGE`, in all blocks. */
  entitiesNamed(names: ReadonlySet<string>): Iterable<Entity>
  /** SAT or SAB by the handle of the solid, where it is not stored in the entity. */
  readonly bodies: ReadonlyMap<number, StoredBody>
  /** Clip of an insert; null without one. */
  findClip(entity: Entity): BlockClip | null
  readonly unread: readonly UnreadObject[]
  /** Whether the file ends early or its tables are damaged: more may be missing than is counted. */
  readonly isTruncated: boolean
  /** Size of the complete file in bytes, as it states itself; null if it does not. */
  readonly statedBytes: number | null
  /** Number of objects that the file lists but does not contain; damaged lists may lack others. */
  readonly missingObjects: number
}

/** Clip of an insert (SPATIAL_FILTER). */
export interface BlockClip {
  /** In the plane of the clip; two opposite corners of a rectangle, or a polygon. */
  readonly outline: readonly (readonly [x: number, y: number])[]
  /** Whether the inside is cut away. */
  readonly isInverted: boolean
  /** From the block to the coordinates in which the clip was stated, twelve numbers by columns. */
  readonly insertTransform: readonly number[]
  /** Inverse of the transform of the insert when it was clipped. */
  readonly inverseInsertTransform: readonly number[]
}
