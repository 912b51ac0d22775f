import { chunksIn, eachChunk, type Chunk } from '../container/chunks.js'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'

const ids = { normals: 0x0110, number: 0x0124, face: 0x0128, rows: 0x0200 } as const

/** Explicit normals, and their indices for the corners of each face. */
export interface SetNormals {
  readonly vectors: Float32Array
  readonly faces: readonly Uint32Array[]
}

/**
 * Reads the normals of a list; triangle faces have three without stating it. Null where some face has none: then the
 * smoothing groups apply.
 */
export function readSetNormals(chunks: readonly Chunk[], id: number, faceCount: number): SetNormals | null {
  const list = chunksIn(chunks, id)
  const stored = list.find((chunk) => chunk.id === ids.normals)
  if (stored === undefined) return null
  const cursor = new RecordCursor(stored.bytes)
  const vectors = cursor.floats(3 * cursor.count(12))
  cursor.expectEnd()
  const faces: Uint32Array[] = []
  let number = -1
  for (const chunk of list) {
    if (chunk.id === ids.number) number = new RecordCursor(chunk.bytes).u32()
    if (chunk.id !== ids.face || number !== faces.length) continue
    const rows = readRows(chunk)
    if (rows.some((row) => 3 * row + 2 >= vectors.length)) throw new MalformedRecordError('normal')
    faces.push(rows)
  }
  return faces.length === faceCount && faceCount > 0 ? { vectors, faces } : null
}

const triangleBytes = 12

function readRows({ bytes }: Chunk): Uint32Array {
  for (const { id, bytes: rows } of eachChunk(bytes)) {
    if (id !== ids.rows) continue
    const cursor = new RecordCursor(rows)
    // Polygons state their corner count, triangles do not.
    return cursor.integers(rows.length === triangleBytes ? 3 : cursor.count(4))
  }
  throw new MalformedRecordError('corners of a normal')
}
