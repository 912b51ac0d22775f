import type { ClipBudget } from '@kamar/mesh'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import { findChunk, chunksIn, parseChunks, type Chunk } from '../container/chunks.js'
import { readEditablePoly } from '../geometry/editable-poly.js'
import type { TriangleShape } from '../geometry/triangle-shape.js'
import { areFlat, exactRatio } from './cut-half.js'
import { joined } from './joined.js'
import { longestSide } from './symmetry.js'

const ids = { operation: 0x0230, settings: 0x0234, data: 0x0238 } as const
/** Records without effect on the shape: selections, and the header of the list of operations. */
const ignoredChunks: ReadonlySet<number> = new Set([0x0200, 0x0210, 0x0220, 0x0224, 0x0228, 0x0240])
const operations = { move: 0x35, attach: 0x3a } as const
const moving = { count: 0x12c3, offsets: 0x12c4 } as const
const attaching = { mesh: 0x0e00, count: 0x0e04, others: [0x0e08, 0x0e0c] } as const
const maxOperations = 10_000

/**
 * Applies the edit operations to a shape, in order; throws `MalformedRecordError` where one does not store its result.
 */
export function editShape(shape: TriangleShape, records: readonly Chunk[], budget: ClipBudget): TriangleShape {
  if (records.length > 3 * maxOperations) throw new MalformedRecordError('operations')
  let result = shape
  let waiting = 0
  for (const { bytes, id } of records) {
    if (ignoredChunks.has(id) || id === ids.settings) continue
    if (id === ids.operation && waiting === 0) {
      waiting = new RecordCursor(bytes).u32()
      // Other operations store their parameters, not their result.
      if (waiting !== operations.move && waiting !== operations.attach) throw new MalformedRecordError('operation')
    } else if (id === ids.data && waiting !== 0) {
      const data = parseChunks(bytes)
      result = waiting === operations.move ? movedBy(result, data) : withAttached(result, data, budget)
      waiting = 0
    } else throw new MalformedRecordError('record')
  }
  if (waiting !== 0) throw new MalformedRecordError('no result')
  return result
}

/** Applies the stored offset of each vertex. */
function movedBy(shape: TriangleShape, data: readonly Chunk[]): TriangleShape {
  const count = new RecordCursor(findChunk(data, moving.count)?.bytes ?? new Uint8Array()).u32()
  const cursor = new RecordCursor(findChunk(data, moving.offsets)?.bytes ?? new Uint8Array())
  // Otherwise this reader's vertex order differs from the program's.
  if (shape.polygons === null || 3 * count !== shape.positions.length) throw new MalformedRecordError('corners')
  const offsets = cursor.floats(3 * count)
  cursor.expectEnd()
  const result = { ...shape, positions: shape.positions.map((value, at) => value + offsets[at]), normals: null }
  const polygonFaces = Array.from(shape.polygons.keys()).filter((face) => isPolygon(shape, face))
  // The program's triangulation of non-planar polygons with many corners is unknown.
  if (!areFlat(result, polygonFaces, exactRatio * longestSide(result.positions))) throw new MalformedRecordError('bent')
  return result
}

/** Returns whether a triangle is part of a polygon with more than four corners. */
const isPolygon = ({ polygons }: TriangleShape, face: number): boolean =>
  polygons !== null &&
  [face - 2, face - 1, face].some((at) => polygons[at] === polygons[face] && polygons[at + 2] === polygons[face])

/** Attaches another polygon mesh, stored in the object's coordinates. */
function withAttached(shape: TriangleShape, data: readonly Chunk[], budget: ClipBudget): TriangleShape {
  const readNumber = (id: number): number => new RecordCursor(findChunk(data, id)?.bytes ?? new Uint8Array()).u32()
  // Attaching more than one at once, and renumbered materials, have not been observed.
  if (readNumber(attaching.count) !== 1 || attaching.others.some((id) => readNumber(id) !== 0))
    throw new MalformedRecordError('attached')
  if (data.filter(({ id }) => id === attaching.mesh).length !== 1) throw new MalformedRecordError('attached')
  return joined(shape, readEditablePoly(chunksIn(data, attaching.mesh), budget))
}
