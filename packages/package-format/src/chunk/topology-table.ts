import type { PreparedPoints } from '@kamar/core'
import type { ChunkLines, ChunkMesh } from './chunk.js'
import type { Positions } from './position-predictor.js'
import type { Topology } from './topology.js'

/** A drawable geometry of a chunk. */
export type Geometry = ChunkMesh | ChunkLines | PreparedPoints

/** Returns whether a geometry has triangles. */
export const isMesh = (geometry: Geometry): geometry is ChunkMesh => 'levels' in geometry

/** Returns whether a geometry is points. */
export const isPoints = (geometry: Geometry): geometry is PreparedPoints => 'kind' in geometry

type LevelCounts = readonly [number, number, number]
const none = new Uint32Array(0)

const getEdges = (geometry: Geometry): Uint32Array => (isPoints(geometry) ? none : geometry.edges)

/** Returns all levels concatenated, wherever they are in the mesh's own index array. */
function collectIndices(geometry: Geometry): { indices: Uint32Array; levelCounts: LevelCounts } {
  if (!isMesh(geometry)) return { indices: none, levelCounts: [0, 0, 0] }
  const levels = geometry.levels.slice(0, 3)
  const level0 = levels[0]
  if (levels.length === 1 && level0?.start === 0 && level0.count === geometry.indices.length)
    return { indices: geometry.indices, levelCounts: [level0.count, 0, 0] }
  const indices = new Uint32Array(levels.reduce((sum, level) => sum + level.count, 0))
  let at = 0
  for (const { start, count } of levels) {
    indices.set(geometry.indices.subarray(start, start + count), at)
    at += count
  }
  return { indices, levelCounts: [levels[0]?.count ?? 0, levels[1]?.count ?? 0, levels[2]?.count ?? 0] }
}

/** Reused between calls: a large model has tens of thousands of small geometries. */
let slots = new Int32Array(1024)
let firstVertexOf = new Int32Array(512)

function clearedSlots(vertexCount: number): Int32Array {
  const length = 1 << (32 - Math.clz32(vertexCount * 2 + 15))
  if (length > slots.length) {
    slots = new Int32Array(length)
    firstVertexOf = new Int32Array(length / 2)
  }
  return slots.subarray(0, length).fill(0)
}

/** Numbers the distinct positions in the order of their first vertex; returns the number per vertex. */
export function numberPositions(vertexPositions: Uint16Array): {
  positionByVertex: Uint32Array
  positionCount: number
} {
  const count = vertexPositions.length / 3
  const positionByVertex = new Uint32Array(count)
  const table = clearedSlots(count)
  const mask = table.length - 1
  let positionCount = 0
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += 3) {
    const x = vertexPositions[at]
    const y = vertexPositions[at + 1]
    const z = vertexPositions[at + 2]
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    for (; table[slot] !== 0; slot = (slot + 1) & mask) {
      const other = firstVertexOf[table[slot] - 1] * 3
      if (vertexPositions[other] === x && vertexPositions[other + 1] === y && vertexPositions[other + 2] === z) break
    }
    if (table[slot] === 0) {
      firstVertexOf[positionCount] = vertex
      table[slot] = ++positionCount
    }
    positionByVertex[vertex] = table[slot] - 1
  }
  return { positionByVertex, positionCount }
}

/** Returns the coordinates per position number, or null if two vertices of one number differ. */
function computePositions(
  vertexPositions: Uint16Array,
  { positionByVertex, positionCount, vertexCount }: Topology,
): Positions | null {
  const positions = new Uint16Array(positionCount * 3)
  let visitedCount = 0
  for (let vertex = 0, from = 0; vertex < vertexCount; vertex++, from += 3) {
    const at = positionByVertex[vertex] * 3
    if (positionByVertex[vertex] === visitedCount) {
      positions[at] = vertexPositions[from]
      positions[at + 1] = vertexPositions[from + 1]
      positions[at + 2] = vertexPositions[from + 2]
      visitedCount++
    } else if (
      positions[at] !== vertexPositions[from] ||
      positions[at + 1] !== vertexPositions[from + 1] ||
      positions[at + 2] !== vertexPositions[from + 2]
    )
      return null
  }
  return positions
}

const sameNumbers = (one: Uint32Array, other: Uint32Array): boolean => {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

function computeHash(vertexCount: number, ...lists: readonly Uint32Array[]): number {
  let hash = vertexCount
  for (const list of lists) {
    hash = Math.imul(hash ^ list.length, 0x9e3779b1)
    for (let at = 0; at < list.length; at++) hash = Math.imul(hash ^ list[at], 0x85ebca77) ^ (hash >>> 15)
  }
  return hash
}

/** A geometry split into topology and positions. */
export interface Decomposed {
  /** Number of its topology. */
  readonly topology: number
  readonly positions: Positions
}

/** The unique topologies of a chunk. */
export class TopologyTable {
  readonly topologies: Topology[] = []
  readonly #byHash = new Map<number, number[]>()
  /** Meshes that reuse another's triangles share its index array, levels and edges. */
  readonly #byArray = new Map<Uint32Array, number>()
  readonly #isSearched: boolean

  /** Without the search every geometry is a topology of its own. */
  constructor(isSearched: boolean) {
    this.#isSearched = isSearched
  }

  /**
   * Finds or adds a geometry's topology. Vertices that share a position in the first shape of a topology must do so in
   * all.
   */
  decompose(geometry: Geometry): Decomposed {
    if (!this.#isSearched) return this.#addUnsearched(geometry)
    const adopted = isMesh(geometry) ? this.#byArray.get(geometry.indices) : undefined
    if (adopted !== undefined) {
      const positions = computePositions(geometry.positions, this.topologies[adopted])
      if (positions !== null) return { topology: adopted, positions }
    }
    const decomposed = this.#find(geometry)
    if (isMesh(geometry)) this.#byArray.set(geometry.indices, decomposed.topology)
    return decomposed
  }

  #addUnsearched(geometry: Geometry): Decomposed {
    const vertexCount = geometry.positions.length / 3
    const positionByVertex = new Uint32Array(vertexCount)
    for (let vertex = 0; vertex < vertexCount; vertex++) positionByVertex[vertex] = vertex
    const common = { vertexCount, positionCount: vertexCount, positionByVertex, edges: getEdges(geometry) }
    this.topologies.push({ ...common, ...collectIndices(geometry) })
    return { topology: this.topologies.length - 1, positions: geometry.positions }
  }

  #find(geometry: Geometry): Decomposed {
    const { indices, levelCounts } = collectIndices(geometry)
    const edges = getEdges(geometry)
    const vertexCount = geometry.positions.length / 3
    const hash = computeHash(vertexCount, indices, edges)
    const candidates = this.#byHash.get(hash) ?? []
    for (const number of candidates) {
      const candidate = this.topologies[number]
      if (
        candidate.vertexCount !== vertexCount ||
        candidate.levelCounts.some((count, level) => count !== levelCounts[level]) ||
        !sameNumbers(candidate.indices, indices) ||
        !sameNumbers(candidate.edges, edges)
      )
        continue
      const positions = computePositions(geometry.positions, candidate)
      if (positions !== null) return { topology: number, positions }
    }
    const topology = { vertexCount, indices, levelCounts, edges, ...numberPositions(geometry.positions) }
    this.#byHash.set(hash, [...candidates, this.topologies.length])
    this.topologies.push(topology)
    const positions = computePositions(geometry.positions, topology) ?? new Uint16Array(0)
    return { topology: this.topologies.length - 1, positions }
  }
}
