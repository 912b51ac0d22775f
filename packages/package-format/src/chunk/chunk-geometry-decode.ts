import { geometryFlag, vertexStride, type ChunkGeometries } from './chunk.js'
import { decodeTextureCoordinates } from './chunk-textures-decode.js'
import type { Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { sumNormals, writeNormals } from './derive-normals.js'
import { unshuffleFloats } from '../container/float-columns.js'
import { decodeLevelError } from './level-error.js'
import { decodeFromBase, decodeFromPrevious } from './position-coding.js'
import { PositionPredictor, type Positions } from './position-predictor.js'
import type { Topology } from './topology.js'
import { decodeTopologies } from './topology-decode.js'
import { releaseArrays } from '../container/release-arrays.js'
import { decodeDeltas } from '../container/varints.js'

/** Arrays of a chunk's geometries, as in `Chunk`. */
export interface ChunkBodies {
  readonly vertex: Uint8Array
  readonly color: Uint8Array
  readonly textureCoordinates: Float32Array | null
  readonly index: Uint32Array
  readonly edge: Uint32Array
}

/**
 * Topologies shared by many geometries may expand to so many numbers more than are stored; a larger expansion is a
 * decompression bomb.
 */
const maxDecodedNumbers = 1 << 25

interface Totals {
  vertices: number
  indices: number
  edges: number
  colors: number
  normals: number
  codes: number
  /** Vertex count of each textured geometry. */
  readonly textured: number[]
}

function computeTotals(topologies: readonly Topology[], topologyOf: Int32Array, flags: Uint8Array): Totals {
  const totals: Totals = { vertices: 0, indices: 0, edges: 0, colors: 0, normals: 0, codes: 0, textured: [] }
  topologyOf.forEach((number, row) => {
    const topology = topologies[number]
    if (topology === undefined) throw malformed('topology out of range')
    totals.vertices += topology.vertexCount
    totals.indices += topology.indices.length
    totals.edges += topology.edges.length
    totals.codes += topology.positionCount * 3
    if (flags[row] & geometryFlag.hasColors) totals.colors += topology.vertexCount
    if (flags[row] & geometryFlag.hasTexture) totals.textured.push(topology.vertexCount)
    if (flags[row] & geometryFlag.ownNormals) totals.normals += topology.vertexCount
  })
  return totals
}

/** Reads the positions of one geometry after the other; the first of a topology is the base of the others. */
class PositionReader {
  readonly #codes: Uint16Array
  #at = 0
  readonly #bases = new Map<Topology, Positions>()
  readonly #predictors = new Map<Topology, PositionPredictor>()
  readonly #read: Positions[] = []

  constructor(low: Uint8Array, high: Uint8Array) {
    this.#codes = new Uint16Array(low.length)
    for (let at = 0; at < low.length; at++) this.#codes[at] = low[at] | (high[at] << 8)
  }

  next(topology: Topology, fromBase: boolean): Positions {
    const positions = this.#decode(topology, fromBase)
    this.#read.push(positions)
    return positions
  }

  /** Frees the memory of all positions. */
  release(): void {
    releaseArrays([this.#codes, this.#read])
  }

  #decode(topology: Topology, fromBase: boolean): Positions {
    const codes = this.#codes.subarray(this.#at, (this.#at += topology.positionCount * 3))
    const base = this.#bases.get(topology)
    if (!fromBase) {
      const positions = decodeFromPrevious(codes)
      if (base === undefined) this.#bases.set(topology, positions)
      return positions
    }
    if (base === undefined) throw malformed('shape without a base')
    const predictor = this.#predictors.get(topology) ?? new PositionPredictor(base)
    this.#predictors.set(topology, predictor)
    return decodeFromBase(codes, predictor)
  }
}

/** Write positions of the next geometry. */
interface Cursor {
  vertex: number
  index: number
  edge: number
  normal: number
}

/** Expands geometries into the arrays of a chunk. */
class GeometryDecoder {
  readonly uint16: Uint16Array
  readonly signed: Int8Array
  readonly cursor: Cursor = { vertex: 0, index: 0, edge: 0, normal: 0 }
  readonly #bodies: ChunkBodies
  readonly #normals: Int8Array

  constructor(bodies: ChunkBodies, normals: Int8Array) {
    this.#bodies = bodies
    this.#normals = normals
    this.uint16 = new Uint16Array(bodies.vertex.buffer)
    this.signed = new Int8Array(bodies.vertex.buffer)
  }

  add(topology: Topology, positions: Positions, ownNormals: boolean): void {
    const { cursor } = this
    this.#writePositions(topology, positions)
    if (ownNormals) this.#copyNormals(topology)
    else if (topology.indices.length > 0) this.#deriveNormals(topology, positions)
    const { index, edge } = this.#bodies
    for (let at = 0; at < topology.indices.length; at++) index[cursor.index++] = topology.indices[at] + cursor.vertex
    for (let at = 0; at < topology.edges.length; at++) edge[cursor.edge++] = topology.edges[at] + cursor.vertex
    cursor.vertex += topology.vertexCount
  }

  #writePositions({ positionByVertex, vertexCount }: Topology, positions: Positions): void {
    let at = (this.cursor.vertex * vertexStride) / 2
    for (let vertex = 0; vertex < vertexCount; vertex++, at += vertexStride / 2) {
      const position = positionByVertex[vertex] * 3
      this.uint16[at] = positions[position]
      this.uint16[at + 1] = positions[position + 1]
      this.uint16[at + 2] = positions[position + 2]
    }
  }

  #copyNormals({ vertexCount }: Topology): void {
    for (let vertex = 0; vertex < vertexCount; vertex++) {
      const at = (this.cursor.vertex + vertex) * vertexStride + 6
      this.signed[at] = this.#normals[this.cursor.normal++]
      this.signed[at + 1] = this.#normals[this.cursor.normal++]
    }
  }

  #deriveNormals({ indices, levelCounts, positionByVertex }: Topology, positions: Positions): void {
    const sums = sumNormals({ indices, level0IndexCount: levelCounts[0], positionByVertex, positions })
    writeNormals(sums, this.signed, this.cursor.vertex * vertexStride + 6, vertexStride)
    releaseArrays(sums)
  }
}

/** Decodes the columns whose rows do not depend on the expansion. */
function decodeRows(
  container: Container,
  count: number,
): Pick<ChunkGeometries, 'kind' | 'flags' | 'step' | 'levelError' | 'origin'> {
  const step = unshuffleFloats(container.exactColumn('g.step', 'u8', count * 4), 1)
  const codes = container.exactColumn('g.error', 'u8', count * 2)
  return {
    kind: container.exactColumn('g.kind', 'u8', count),
    flags: container.exactColumn('g.flags', 'u8', count),
    step,
    levelError: Float32Array.from(codes, (code, at) => decodeLevelError(code, step[at >> 1])),
    origin: container.has('g.origin')
      ? container.exactColumn('g.origin', 'f32', count * 3)
      : new Float32Array(count * 3),
  }
}

function writeExtent(extent: Uint16Array, row: number, positions: Positions): void {
  for (let at = 0; at < positions.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      if (positions[at + axis] > extent[row * 3 + axis]) extent[row * 3 + axis] = positions[at + axis]
    }
  }
}

/** Decodes and expands a chunk's geometries; throws `RangeError` if malformed. */
export function decodeGeometries(container: Container): { geometries: ChunkGeometries; bodies: ChunkBodies } {
  const count = container.count('geometries')
  const topologies = decodeTopologies(container)
  const topologyOf = decodeDeltas(container.column('g.topology', 'u8'), count)
  const rows = decodeRows(container, count)
  const totals = computeTotals(topologies, topologyOf, rows.flags)
  if (totals.indices + totals.vertices + totals.edges > maxDecodedNumbers + container.byteLength * 16)
    throw malformed('geometries unfold to too much')
  const bodies: ChunkBodies = {
    vertex: new Uint8Array(totals.vertices * vertexStride),
    color: container.exactColumn('color', 'u8', totals.colors * 4),
    textureCoordinates: decodeTextureCoordinates(container, totals.textured),
    index: new Uint32Array(totals.indices),
    edge: new Uint32Array(totals.edges),
  }
  const low = container.exactColumn('place.low', 'u8', totals.codes)
  const positions = new PositionReader(low, container.exactColumn('place.high', 'u8', totals.codes))
  const normals = new Int8Array(container.exactColumn('normal', 'u8', totals.normals * 2).buffer)
  const decoder = new GeometryDecoder(bodies, normals)
  const column = (width: number): Uint32Array => new Uint32Array(count * width)
  const geometries = {
    count,
    ...rows,
    vertexStart: column(1),
    vertexCount: column(1),
    levelStart: column(3),
    levelCount: column(3),
    edgeStart: column(1),
    edgeCount: column(1),
    extent: new Uint16Array(count * 3),
  }
  for (let row = 0; row < count; row++) {
    const topology = topologies[topologyOf[row]]
    const own = positions.next(topology, (rows.flags[row] & geometryFlag.fromBase) !== 0)
    const { cursor } = decoder
    geometries.vertexStart[row] = cursor.vertex
    geometries.vertexCount[row] = topology.vertexCount
    geometries.edgeStart[row] = cursor.edge
    geometries.edgeCount[row] = topology.edges.length
    topology.levelCounts.reduce((start, indices, level) => {
      geometries.levelStart[row * 3 + level] = start
      geometries.levelCount[row * 3 + level] = indices
      return start + indices
    }, cursor.index)
    writeExtent(geometries.extent, row, own)
    decoder.add(topology, own, (rows.flags[row] & geometryFlag.ownNormals) !== 0)
  }
  positions.release()
  releaseArrays([topologies, topologyOf])
  return { geometries, bodies }
}
