import { MalformedRecordError } from '@kamar/codecs/records'
import type { IndexedChannel, TriangleShape } from '../geometry/triangle-shape.js'

/** Max triangles of an object: a stack of modifiers can double a shape repeatedly. */
const maxTriangles = 2_000_000

/**
 * Joins two shapes, the second after the first, with maps where both have one. Throws `MalformedRecordError` above the
 * limit.
 */
export function joined(first: TriangleShape, second: TriangleShape): TriangleShape {
  if (first.groups.length + second.groups.length > maxTriangles) throw new MalformedRecordError('triangles')
  return {
    positions: floats(first.positions, second.positions),
    indices: shifted(first.indices, second.indices, first.positions.length / 3),
    groups: shifted(first.groups, second.groups, 0),
    materialIds: Uint16Array.from([...first.materialIds, ...second.materialIds]),
    polygons: joinedPolygons(first.polygons, second.polygons),
    textures: joinedRows(first.textures, second.textures),
    normals: null,
    skipped: first.skipped + second.skipped,
  }
}

function joinedPolygons(first: Uint32Array | null, second: Uint32Array | null): Uint32Array | null {
  return first === null || second === null ? null : shifted(first, second, (first.at(-1) ?? -1) + 1)
}

function joinedRows(first: IndexedChannel | null, second: IndexedChannel | null): IndexedChannel | null {
  if (first === null || second === null) return null
  const count = first.values.length / 3
  return { values: floats(first.values, second.values), rows: shifted(first.rows, second.rows, count) }
}

function floats(first: Float32Array, second: Float32Array): Float32Array {
  const all = new Float32Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

function shifted(first: Uint32Array, second: Uint32Array, by: number): Uint32Array {
  const all = new Uint32Array(first.length + second.length)
  all.set(first)
  for (const [at, row] of second.entries()) all[first.length + at] = row + by
  return all
}
