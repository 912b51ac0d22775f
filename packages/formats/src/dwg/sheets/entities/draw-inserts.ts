import {
  AttributeEntity,
  AttributeFlags,
  BlockTypeFlags,
  type BlockRecord,
  type CadDictionary,
  type Entity,
  type Insert,
  SpatialFilter,
  XRecord,
} from '@node-projects/acad-ts'
import { invertMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'
import { createClip, type Clip } from '@kamar/codecs/glyphs'
import type { InsertContext, SheetDrawing } from '../drawing.js'
import { drawAttribute } from './draw-texts.js'
import { objectAxes, computeScale, transformed } from '../geometry.js'

/** Max nesting of blocks; deeper ones are not drawn. */
export const maxBlockDepth = 32
const maxCopies = 10_000

const getGrid = ({ columnCount, rowCount }: Insert): [number, number] => [
  Math.max(1, columnCount || 1),
  Math.max(1, rowCount || 1),
]

function countCopies(insert: Insert): number {
  const [columns, rows] = getGrid(insert)
  return columns * rows
}

/** Computes the matrices of an insert's copies, from the block to the surrounding coordinates. */
export function insertMatrices(insert: Insert): Matrix[] {
  const { insertPoint: at, rotation, xScale, yScale, zScale, normal, block } = insert
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)]
  const base = block?.blockEntity?.basePoint
  const shift = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, -(base?.x ?? 0), -(base?.y ?? 0), -(base?.z ?? 0))
  const axes = objectAxes(normal)
  const linearPart = [cos * xScale, sin * xScale, 0, -sin * yScale, cos * yScale, 0, 0, 0, zScale]
  const [columns] = getGrid(insert)
  const matrices: Matrix[] = []
  for (let copy = 0; copy < Math.min(countCopies(insert), maxCopies); copy++) {
    const [x, y] = [(copy % columns) * insert.columnSpacing, Math.floor(copy / columns) * insert.rowSpacing]
    const placement = Float64Array.of(...linearPart, at.x + x * cos - y * sin, at.y + x * sin + y * cos, at.z)
    matrices.push(multiplyMatrices(axes, multiplyMatrices(placement, shift)))
  }
  return matrices
}

/**
 * Entities that end the list of vertices or attributes of another one; a DXF of release 12 states them like list
 * members.
 */
const endsOfLists: ReadonlySet<string> = new Set(['SEQEND', 'ENDBLK'])

/** Lists the entities of a block in draw order; one that the order table omits sorts by its own handle. */
export function listEntities(block: BlockRecord): readonly Entity[] {
  const entities = [...block.entities].filter(({ objectName }) => !endsOfLists.has(objectName))
  const table = block.sortEntitiesTable
  if (!table) return entities
  const sortHandles = new Map(Array.from(table, ({ entity, sortHandle }) => [entity, sortHandle]))
  const toPosition = (entity: Entity): number => sortHandles.get(entity) ?? entity.handle
  return entities.sort((a, b) => toPosition(a) - toPosition(b))
}

/** Returns whether a block refers to a drawing in another file. */
export const isExternal = ({ blockFlags, blockEntity }: BlockRecord): boolean =>
  ((blockFlags | (blockEntity?.flags ?? 0)) & (BlockTypeFlags.XRef | BlockTypeFlags.XRefOverlay)) !== 0

/** Draws an INSERT: all copies of its block, cut at its clip, and its attributes. */
export function drawInsert(insert: Insert, placement: InsertContext, drawing: SheetDrawing): void {
  const appearance = drawing.appearance(insert, placement)
  const inherited = drawing.resources.inherited(insert, placement.block, appearance)
  const { block } = insert
  if (!block) drawing.skip(insert, 'block-missing')
  else if (placement.depth >= maxBlockDepth || placement.around?.includes(block))
    drawing.skip(insert, 'nested-too-deeply')
  else {
    const matrices = insertMatrices(insert)
    if (matrices.length < countCopies(insert)) drawing.skip(insert, 'too-many-copies')
    const around = [...(placement.around ?? []), block]
    for (const matrix of matrices) {
      const full = multiplyMatrices(placement.matrix, matrix)
      const clip = clipOfInsert(insert, full)
      const inner: InsertContext = {
        matrix: full,
        block: inherited,
        scale: placement.scale * (computeScale(matrix) || 1),
        depth: placement.depth + 1,
        around,
        clips: clip ? [...placement.clips, clip] : placement.clips,
      }
      for (const entity of listEntities(block)) drawing.draw(entity, inner)
    }
  }
  for (const attribute of attributesIn(insert))
    if ((attribute.flags & AttributeFlags.Hidden) === 0 && !attribute.isInvisible)
      drawAttribute(attribute, { ...placement, block: inherited }, drawing)
}

/** Returns the attributes of an insert without the terminator of their list in a DXF. */
export const attributesIn = ({ attributes }: Insert): AttributeEntity[] =>
  [...(attributes ?? [])].filter((attribute) => attribute instanceof AttributeEntity)

/** Computes the clip outline of an insert on the sheet. */
function clipOfInsert(insert: Insert, matrix: Matrix): Clip | null {
  const filters = insert.xDictionary?.getEntry<CadDictionary>('ACAD_FILTER')
  const filter = filters?.getEntry?.<SpatialFilter>(SpatialFilter.spatialFilterEntryName)
  // The library calls this flag the display of the boundary; it states whether the clip is on.
  if (!(filter instanceof SpatialFilter) || !filter.displayBoundary || filter.boundaryPoints.length < 2) return null
  const invertedClip = invertedOutline(filter)
  const boundary = invertedClip ?? filter.boundaryPoints
  const [a, b] = boundary
  const clipVertices = boundary.length === 2 ? [a, { x: b.x, y: a.y }, b, { x: a.x, y: b.y }] : boundary
  const toBlock = blockMatrix(filter)
  if (!toBlock) return null
  const ring = clipVertices.flatMap(({ x, y }) => {
    const [bx, by, bz] = transformed(toBlock, x, y, 0)
    return transformed(matrix, bx, by, bz).slice(0, 2)
  })
  return createClip(Float64Array.from(ring), invertedClip !== null)
}

const invertedMark = 'ACAD_INVERTEDCLIP_ROUNDTRIP'
const [markCode, pointCode, heightCode] = [102, 10, 20]

/**
 * Returns the outline that an inverted clip cuts away, stored beside the filter; null for other clips. The filter's own
 * outline then runs around the block and in to this one, for programs that do not support inverted clips.
 */
function invertedOutline(filter: SpatialFilter): readonly { readonly x: number; readonly y: number }[] | null {
  const record = filter.xDictionary?.getEntry<XRecord>('ACAD_XREC_ROUNDTRIP')
  if (!(record instanceof XRecord)) return null
  const outline: { x: number; y: number }[] = []
  let isOutline = false
  for (const { code, value } of record.entries) {
    if (code === markCode) isOutline = value === invertedMark
    else if (isOutline && code === pointCode) outline.push(toPosition(value))
    else if (isOutline && code === heightCode && typeof value === 'number') outline[outline.length - 1].y = value
  }
  return outline.length >= 2 ? outline : null
}

/**
 * Converts a position of a record: a point in a DWG; in a DXF only its first number, since the second has its own
 * group.
 */
function toPosition(value: unknown): { x: number; y: number } {
  if (typeof value === 'number') return { x: value, y: 0 }
  const { x, y } = (value ?? {}) as Partial<Record<'x' | 'y', unknown>>
  return { x: Number(x), y: Number(y) }
}

interface Rows4 {
  get(row: number, column: number): number
}

const toMatrix = (rows: Rows4): Matrix =>
  Float64Array.from({ length: 12 }, (_, at) => rows.get(at % 3, Math.floor(at / 3)))

/**
 * Computes the matrix from the plane of the clip to the block: back from the plane, then back through the insert as it
 * was clipped.
 */
function blockMatrix({ insertTransform, inverseInsertTransform }: SpatialFilter): Matrix | null {
  const fromPlane = invertMatrix(toMatrix(insertTransform))
  return fromPlane && multiplyMatrices(toMatrix(inverseInsertTransform), fromPlane)
}
