import { findChunk, type Chunk } from '../container/chunks.js'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import { readSetNormals } from './set-normals.js'
import type { IndexedChannel, TriangleShape } from './triangle-shape.js'

const ids = {
  vertices: 0x0914,
  faces: 0x0912,
  mapNumber: 0x0959,
  mapVertices: 0x2394,
  mapFaces: 0x2396,
  setNormals: 0x23a0,
} as const
const faceBytes = 20
const firstMap = 1

/** Reads rows of three numbers that fill a record. */
export function readVectors(chunks: readonly Chunk[], id: number): Float32Array {
  const cursor = new RecordCursor(findChunk(chunks, id)?.bytes ?? new Uint8Array())
  const vectors = cursor.floats(3 * cursor.count(12))
  cursor.expectEnd()
  return vectors
}

/** Reads the triangles of an editable mesh; its records must be consumed completely. */
export function readEditableMesh(chunks: readonly Chunk[]): TriangleShape {
  const positions = readVectors(chunks, ids.vertices)
  const cursor = new RecordCursor(findChunk(chunks, ids.faces)?.bytes ?? new Uint8Array())
  const count = cursor.count(faceBytes)
  const indices = new Uint32Array(3 * count)
  const groups = new Uint32Array(count)
  const materialIds = new Uint16Array(count)
  for (let face = 0; face < count; face++) {
    for (let vertex = 0; vertex < 3; vertex++) indices[3 * face + vertex] = cursor.u32()
    groups[face] = cursor.u32()
    cursor.skip(2)
    materialIds[face] = cursor.u16()
  }
  cursor.expectEnd()
  if (indices.some((vertex) => 3 * vertex + 2 >= positions.length)) throw new MalformedRecordError('vertex')
  const set = readSetNormals(chunks, ids.setNormals, count)
  return {
    positions,
    indices,
    groups,
    materialIds,
    polygons: null,
    textures: readTextures(chunks, count),
    normals: set && { values: set.vectors, rows: Uint32Array.from(set.faces.flatMap((face) => [...face])) },
    skipped: 0,
  }
}

/** Reads the first map; each begins with its channel number. */
function readTextures(chunks: readonly Chunk[], faceCount: number): IndexedChannel | null {
  const start = chunks.findIndex(
    ({ id, bytes }) => id === ids.mapNumber && bytes.length === 4 && new RecordCursor(bytes).u32() === firstMap,
  )
  const next = chunks.findIndex(({ id }, at) => at > start && id === ids.mapNumber)
  if (start < 0) return null
  const own = chunks.slice(start, next < 0 ? undefined : next)
  if (findChunk(own, ids.mapFaces) === null) return null
  const values = readVectors(own, ids.mapVertices)
  const cursor = new RecordCursor(findChunk(own, ids.mapFaces)?.bytes ?? new Uint8Array())
  if (cursor.count(12) !== faceCount) return null
  const rows = cursor.integers(3 * faceCount)
  cursor.expectEnd()
  if (rows.some((row) => 3 * row + 2 >= values.length)) throw new MalformedRecordError('map')
  return { values, rows }
}
