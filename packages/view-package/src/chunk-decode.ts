import {
  geometryFlag,
  vertexStride,
  type Chunk,
  type ChunkGeometries,
  type ChunkInstances,
  type ChunkMaterials,
} from './chunk.js'
import { decodeContainer, type Container } from './container-decode.js'
import { malformed } from './container-layout.js'
import { decodeDeltas, decodeVarints } from './varints.js'

/** Running starts of a count column; the sum must be `total`. */
function startsOf(counts: Uint32Array, total: number, what: string): Uint32Array {
  const starts = new Uint32Array(counts.length)
  let sum = 0
  for (let index = 0; index < counts.length; index++) {
    starts[index] = sum
    sum += counts[index]
  }
  if (sum !== total) throw malformed(`${what} do not add up`)
  return starts
}

function interleave(columns: readonly Uint32Array[]): Uint32Array {
  const out = new Uint32Array(columns.length * columns[0].length)
  columns.forEach((column, offset) => {
    for (let row = 0; row < column.length; row++) out[row * columns.length + offset] = column[row]
  })
  return out
}

interface Bodies {
  readonly vertex: Uint8Array
  readonly color: Uint8Array
  readonly index: Uint32Array
  readonly edge: Uint32Array
}

function decodeGeometries(container: Container, bodies: Bodies): ChunkGeometries {
  const count = container.count('geometries')
  const varints = (name: string): Uint32Array => decodeVarints(container.column(name, 'u8'), count)
  const vertexCount = varints('g.vertices')
  const levelCount = interleave([varints('g.level0'), varints('g.level1'), varints('g.level2')])
  const edgeCount = varints('g.edges')
  const flags = container.exactColumn('g.flags', 'u8', count)
  const geometries = {
    count,
    kind: container.exactColumn('g.kind', 'u8', count),
    vertexStart: startsOf(vertexCount, bodies.vertex.length / vertexStride, 'vertices'),
    vertexCount,
    levelStart: startsOf(levelCount, bodies.index.length, 'triangles'),
    levelCount,
    levelError: container.exactColumn('g.error', 'f32', count * 2),
    edgeStart: startsOf(edgeCount, bodies.edge.length, 'edges'),
    edgeCount,
    step: container.exactColumn('g.step', 'f32', count),
    origin: container.exactColumn('g.origin', 'f32', count * 3),
    extent: container.exactColumn('g.extent', 'u16', count * 3),
    flags,
  }
  const colored = vertexCount.reduce(
    (sum, vertices, row) => sum + (flags[row] & geometryFlag.hasColors ? vertices : 0),
    0,
  )
  if (bodies.color.length !== colored * 4) throw malformed('colours do not add up')
  return geometries
}

/** Every corner and edge end must be a vertex of its own geometry: a renderer trusts them without looking. */
function checkVertexNumbers(geometries: ChunkGeometries, bodies: Bodies): void {
  for (let row = 0; row < geometries.count; row++) {
    const first = geometries.vertexStart[row]
    const end = first + geometries.vertexCount[row]
    const inside = (numbers: Uint32Array, start: number, length: number): boolean => {
      for (let at = start; at < start + length; at++) if (numbers[at] < first || numbers[at] >= end) return false
      return true
    }
    const corners =
      geometries.levelCount[row * 3] + geometries.levelCount[row * 3 + 1] + geometries.levelCount[row * 3 + 2]
    if (
      !inside(bodies.index, geometries.levelStart[row * 3], corners) ||
      !inside(bodies.edge, geometries.edgeStart[row], geometries.edgeCount[row])
    )
      throw malformed('vertex number out of range')
  }
}

function decodeInstances(container: Container, linearRows: number): ChunkInstances {
  const count = container.count('instances')
  const numbers = (name: string): Uint32Array =>
    new Uint32Array(decodeDeltas(container.column(name, 'u8'), count).buffer)
  const instances = {
    node: numbers('i.node'),
    geometry: numbers('i.geometry'),
    material: numbers('i.material'),
    linear: numbers('i.linear'),
    translation: container.exactColumn('i.translation', 'f32', count * 3),
  }
  if (instances.linear.some((row) => row >= linearRows)) throw malformed('placement out of range')
  return instances
}

function decodeMaterials(container: Container): ChunkMaterials {
  const names = container.texts('materials')
  return { names, color: container.exactColumn('m.color', 'u8', names.length * 4) }
}

function checkNumbers(chunk: Chunk): void {
  const geometryEnd = chunk.firstGeometry + chunk.geometries.count
  const materialEnd = chunk.firstMaterial + chunk.materials.names.length
  if (chunk.instances.geometry.some((number) => number >= geometryEnd)) throw malformed('geometry out of range')
  if (chunk.instances.material.some((number) => number >= materialEnd)) throw malformed('material out of range')
}

/** Reads a chunk; `RangeError` when anything does not fit. Needs `decoderReady`. */
export function decodeChunk(bytes: Uint8Array): Chunk {
  const container = decodeContainer(bytes)
  const bodies: Bodies = {
    vertex: container.column('vertex', 'u8'),
    color: container.column('color', 'u8'),
    index: container.column('index', 'u32'),
    edge: container.column('edge', 'u32'),
  }
  const geometries = decodeGeometries(container, bodies)
  checkVertexNumbers(geometries, bodies)
  const linear = container.column('linear', 'f32')
  const chunk: Chunk = {
    firstGeometry: container.count('firstGeometry'),
    firstMaterial: container.count('firstMaterial'),
    firstInstance: container.count('firstInstance'),
    geometries,
    ...bodies,
    instances: decodeInstances(container, Math.floor(linear.length / 9)),
    linear,
    materials: decodeMaterials(container),
  }
  checkNumbers(chunk)
  return chunk
}
