import { isCoordinate } from '@kamar/core/math'
import { triangulate, type ClipBudget } from '@kamar/mesh'
import { findChunk, type Chunk } from '../container/chunks.js'
import { MalformedRecordError, RecordCursor } from '@kamar/codecs/records'
import { cutByDiagonals } from './cut-by-diagonals.js'
import { readVectors } from './editable-mesh.js'
import { readSetNormals } from './set-normals.js'
import type { IndexedChannel, TriangleShape } from './triangle-shape.js'

const ids = {
  vertices: 0x0100,
  polygons: 0x011a,
  mapNumber: 0x0124,
  mapVertices: 0x0128,
  mapFaces: 0x012b,
  setNormals: 0x0300,
} as const
/** Fields after a polygon's vertex indices, by the bits of its flags. */
const polygonFlags = { group: 0x1, materialId: 0x8, selection: 0x10, diagonals: 0x20 } as const
const vertexBytes = 16
const firstMap = 1

interface Polygon {
  readonly vertices: Uint32Array
  readonly group: number
  readonly materialId: number
  readonly diagonals: Uint32Array
}

function readPositions(chunks: readonly Chunk[]): Float32Array {
  const cursor = new RecordCursor(findChunk(chunks, ids.vertices)?.bytes ?? new Uint8Array())
  const positions = new Float32Array(3 * cursor.count(vertexBytes))
  for (let at = 0; at < positions.length; at += 3) {
    cursor.skip(4)
    for (let axis = 0; axis < 3; axis++) positions[at + axis] = cursor.f32()
  }
  cursor.expectEnd()
  return positions
}

function readPolygon(cursor: RecordCursor): Polygon {
  const vertices = cursor.integers(cursor.count(4))
  const flags = cursor.u16()
  const has = (bit: number): boolean => (flags & bit) !== 0
  const group = has(polygonFlags.group) ? cursor.u32() : 0
  const materialId = has(polygonFlags.materialId) ? cursor.u16() : 0
  if (has(polygonFlags.selection)) cursor.skip(4)
  const inner = Math.max(0, vertices.length - 3)
  return { vertices, group, materialId, diagonals: cursor.integers(has(polygonFlags.diagonals) ? 2 * inner : 0) }
}

function readPolygons(chunks: readonly Chunk[], vertexCount: number): Polygon[] {
  const cursor = new RecordCursor(findChunk(chunks, ids.polygons)?.bytes ?? new Uint8Array())
  const polygons = Array.from({ length: cursor.count(6) }, () => readPolygon(cursor))
  cursor.expectEnd()
  if (polygons.some(({ vertices }) => vertices.some((vertex) => vertex >= vertexCount)))
    throw new MalformedRecordError('vertex')
  return polygons
}

interface MapOfFaces {
  readonly values: Float32Array
  readonly faces: readonly Uint32Array[]
}

/**
 * Reads the first map; each begins with its channel number. Null without one, and where its faces differ from the
 * polygons.
 */
function readMap(chunks: readonly Chunk[], polygons: readonly Polygon[]): MapOfFaces | null {
  const start = chunks.findIndex(
    ({ id, bytes }) => id === ids.mapNumber && bytes.length === 4 && new RecordCursor(bytes).u32() === firstMap,
  )
  const own = start < 0 ? [] : chunks.slice(start)
  if (findChunk(own, ids.mapFaces) === null) return null
  const values = readVectors(own, ids.mapVertices)
  const cursor = new RecordCursor(findChunk(own, ids.mapFaces)?.bytes ?? new Uint8Array())
  const faces: Uint32Array[] = []
  while (cursor.left > 0) faces.push(cursor.integers(cursor.count(4)))
  if (faces.some((face) => face.some((row) => 3 * row + 2 >= values.length))) throw new MalformedRecordError('map')
  return fits(faces, polygons) ? { values, faces } : null
}

const fits = (faces: readonly Uint32Array[], polygons: readonly Polygon[]): boolean =>
  faces.length === polygons.length && faces.every(({ length }, at) => length === polygons[at].vertices.length)

/**
 * Reads the polygons of an editable poly, triangulated along their stated diagonals; its records must be consumed
 * completely.
 */
export function readEditablePoly(chunks: readonly Chunk[], budget: ClipBudget): TriangleShape {
  const positions = readPositions(chunks)
  const polygons = readPolygons(chunks, positions.length / 3)
  const map = readMap(chunks, polygons)
  const set = readSetNormals(chunks, ids.setNormals, polygons.length)
  const normals = set && fits(set.faces, polygons) ? { values: set.vectors, faces: set.faces } : null
  const cut = new Cutter(positions, budget)
  const vertices = polygons.map((polygon) => cut.triangles(polygon))
  const spread = (readRows: (polygon: number) => ArrayLike<number>): Uint32Array =>
    Uint32Array.from(vertices.flatMap((indices, at) => indices.map((index) => readRows(at)[index])))
  const each = (valueOf: (polygon: Polygon) => number): number[] =>
    vertices.flatMap((indices, at) => Array<number>(indices.length / 3).fill(valueOf(polygons[at])))
  const rows = (of: MapOfFaces | null): IndexedChannel | null =>
    of && { values: of.values, rows: spread((polygon) => of.faces[polygon]) }
  return {
    positions,
    indices: spread((polygon) => polygons[polygon].vertices),
    groups: Uint32Array.from(each(({ group }) => group)),
    materialIds: Uint16Array.from(each(({ materialId }) => materialId)),
    polygons: Uint32Array.from(vertices.flatMap((indices, at) => Array<number>(indices.length / 3).fill(at))),
    textures: rows(map),
    normals: rows(normals),
    skipped: cut.skipped,
  }
}

/** Triangulation of polygons, as indices into the list of their corners. */
class Cutter {
  skipped = 0
  readonly #positions: Float32Array
  readonly #budget: ClipBudget

  constructor(positions: Float32Array, budget: ClipBudget) {
    this.#positions = positions
    this.#budget = budget
  }

  triangles({ vertices, diagonals }: Polygon): readonly number[] {
    if (vertices.length < 3) {
      this.skipped++
      return []
    }
    const storedTriangles = vertices.length === 3 ? [0, 1, 2] : cutByDiagonals(vertices.length, diagonals)
    if (storedTriangles !== null) return storedTriangles
    const points = Float64Array.from({ length: 3 * vertices.length }, (_, at) => {
      return this.#positions[3 * vertices[Math.floor(at / 3)] + (at % 3)]
    })
    const result = points.every(isCoordinate) ? triangulate(points, this.#budget) : 'no-area'
    if (typeof result !== 'string') return result
    if (result !== 'no-area') this.skipped++
    return []
  }
}
