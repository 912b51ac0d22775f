import type { PreparedPoints } from '@kamar/scene'
import type { ChunkLines, ChunkMesh } from './chunk.js'
import type { Places } from './place-predictor.js'
import type { Topology } from './topology.js'

/** What a chunk can draw. */
export type Geometry = ChunkMesh | ChunkLines | PreparedPoints

/** Whether a geometry has triangles. */
export const isMesh = (geometry: Geometry): geometry is ChunkMesh => 'levels' in geometry

/** Whether a geometry is points. */
export const isPoints = (geometry: Geometry): geometry is PreparedPoints => 'kind' in geometry

type LevelCounts = readonly [number, number, number]
const none = new Uint32Array(0)

const edgesOf = (geometry: Geometry): Uint32Array => (isPoints(geometry) ? none : geometry.edges)

/** All levels one after the other, wherever they lie in the mesh's own index array. */
function cornersOf(geometry: Geometry): { corners: Uint32Array; levelCounts: LevelCounts } {
  if (!isMesh(geometry)) return { corners: none, levelCounts: [0, 0, 0] }
  const levels = geometry.levels.slice(0, 3)
  const level0 = levels[0]
  if (levels.length === 1 && level0?.start === 0 && level0.count === geometry.indices.length)
    return { corners: geometry.indices, levelCounts: [level0.count, 0, 0] }
  const corners = new Uint32Array(levels.reduce((sum, level) => sum + level.count, 0))
  let at = 0
  for (const { start, count } of levels) {
    corners.set(geometry.indices.subarray(start, start + count), at)
    at += count
  }
  return { corners, levelCounts: [levels[0]?.count ?? 0, levels[1]?.count ?? 0, levels[2]?.count ?? 0] }
}

/** Kept between calls: a large model has tens of thousands of small geometries. */
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

/** Place number per vertex: the distinct positions in the order of their first vertex. */
export function placeNumbers(positions: Uint16Array): { placeOf: Uint32Array; placeCount: number } {
  const count = positions.length / 3
  const placeOf = new Uint32Array(count)
  const table = clearedSlots(count)
  const mask = table.length - 1
  let placeCount = 0
  for (let vertex = 0, at = 0; vertex < count; vertex++, at += 3) {
    const x = positions[at]
    const y = positions[at + 1]
    const z = positions[at + 2]
    const mixed = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d)
    let slot = (mixed ^ (mixed >>> 15)) & mask
    for (; table[slot] !== 0; slot = (slot + 1) & mask) {
      const other = firstVertexOf[table[slot] - 1] * 3
      if (positions[other] === x && positions[other + 1] === y && positions[other + 2] === z) break
    }
    if (table[slot] === 0) {
      firstVertexOf[placeCount] = vertex
      table[slot] = ++placeCount
    }
    placeOf[vertex] = table[slot] - 1
  }
  return { placeOf, placeCount }
}

/** Positions per place, or null when two vertices of one place stand apart. */
function placesOf(positions: Uint16Array, { placeOf, placeCount, vertexCount }: Topology): Places | null {
  const places = new Uint16Array(placeCount * 3)
  let met = 0
  for (let vertex = 0, from = 0; vertex < vertexCount; vertex++, from += 3) {
    const at = placeOf[vertex] * 3
    if (placeOf[vertex] === met) {
      places[at] = positions[from]
      places[at + 1] = positions[from + 1]
      places[at + 2] = positions[from + 2]
      met++
    } else if (
      places[at] !== positions[from] ||
      places[at + 1] !== positions[from + 1] ||
      places[at + 2] !== positions[from + 2]
    )
      return null
  }
  return places
}

const sameNumbers = (one: Uint32Array, other: Uint32Array): boolean => {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

function hashOf(vertexCount: number, ...lists: readonly Uint32Array[]): number {
  let hash = vertexCount
  for (const list of lists) {
    hash = Math.imul(hash ^ list.length, 0x9e3779b1)
    for (let at = 0; at < list.length; at++) hash = Math.imul(hash ^ list[at], 0x85ebca77) ^ (hash >>> 15)
  }
  return hash
}

/** A geometry taken apart. */
export interface Decomposed {
  /** Number of its topology. */
  readonly topology: number
  readonly places: Places
}

/** The topologies of a chunk, each once. */
export class TopologyTable {
  readonly topologies: Topology[] = []
  readonly #byHash = new Map<number, number[]>()
  /** Meshes that adopted another's triangles share its very array, levels and edges with it. */
  readonly #byArray = new Map<Uint32Array, number>()
  readonly #isSearched: boolean

  /** Without a search every geometry is a topology of its own. */
  constructor(isSearched: boolean) {
    this.#isSearched = isSearched
  }

  /** Finds or adds a geometry's topology. Vertices that share a place in the first shape of a topology must do so in all. */
  decompose(geometry: Geometry): Decomposed {
    if (!this.#isSearched) return this.#addUnsearched(geometry)
    const adopted = isMesh(geometry) ? this.#byArray.get(geometry.indices) : undefined
    if (adopted !== undefined) {
      const places = placesOf(geometry.positions, this.topologies[adopted])
      if (places !== null) return { topology: adopted, places }
    }
    const found = this.#find(geometry)
    if (isMesh(geometry)) this.#byArray.set(geometry.indices, found.topology)
    return found
  }

  #addUnsearched(geometry: Geometry): Decomposed {
    const vertexCount = geometry.positions.length / 3
    const placeOf = new Uint32Array(vertexCount)
    for (let vertex = 0; vertex < vertexCount; vertex++) placeOf[vertex] = vertex
    const common = { vertexCount, placeCount: vertexCount, placeOf, edges: edgesOf(geometry) }
    this.topologies.push({ ...common, ...cornersOf(geometry) })
    return { topology: this.topologies.length - 1, places: geometry.positions }
  }

  #find(geometry: Geometry): Decomposed {
    const { corners, levelCounts } = cornersOf(geometry)
    const edges = edgesOf(geometry)
    const vertexCount = geometry.positions.length / 3
    const hash = hashOf(vertexCount, corners, edges)
    const candidates = this.#byHash.get(hash) ?? []
    for (const number of candidates) {
      const known = this.topologies[number]
      if (
        known.vertexCount !== vertexCount ||
        known.levelCounts.some((count, level) => count !== levelCounts[level]) ||
        !sameNumbers(known.corners, corners) ||
        !sameNumbers(known.edges, edges)
      )
        continue
      const places = placesOf(geometry.positions, known)
      if (places !== null) return { topology: number, places }
    }
    const topology = { vertexCount, corners, levelCounts, edges, ...placeNumbers(geometry.positions) }
    this.#byHash.set(hash, [...candidates, this.topologies.length])
    this.topologies.push(topology)
    const places = placesOf(geometry.positions, topology) ?? new Uint16Array(0)
    return { topology: this.topologies.length - 1, places }
  }
}
