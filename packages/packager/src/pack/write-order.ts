import { getSizes } from '../stores/geometry-pool.js'
import { hasPoints, hasTriangles, type PlacedScene } from './placed-scene.js'

/** Instances of one chunk, in the order in which they are written. */
export type ChunkRows = Uint32Array

/** Target chunk size in bytes before brotli. Larger chunks compress better, smaller ones appear earlier. */
export const chunkBytes = 700_000
const firstChunkBytes = 300_000

/** Estimates the bytes of a geometry before brotli. */
export function estimateBytes(scene: PlacedScene, geometry: number): number {
  const { vertices, indices, edges } = getSizes(scene.geometries[geometry])
  return 60 + vertices * 5 + indices / 2 + edges / 4
}

/** Estimated bytes of an instance before brotli. */
export const instanceBytes = 40

/** Computes the rank of an instance: visible from outside first, hidden by default last. */
export function computeRank(scene: PlacedScene, exterior: Uint8Array, instance: number): number {
  if (scene.hidden[instance] === 1) return 2
  return exterior[instance] === 1 ? 0 : 1
}

/** Bits of a position per axis: 2^10 steps. */
const mortonBits = 10
/** Instances whose diagonals differ by less than this factor belong to one size tier. */
const tierFactor = 2

/** Spreads the bits of `value` to every third bit. */
function spreadBits(value: number): number {
  let spread = 0
  for (let bit = 0; bit < mortonBits; bit++) spread += ((value >> bit) & 1) * 8 ** bit
  return spread
}

/** Computes Morton codes, in which neighbours are close (interleaved bits of x, y and z). */
export function computeMortonCodes({ boxes, count }: PlacedScene): Float64Array {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  const computeCenter = (instance: number, axis: number): number =>
    (boxes[instance * 6 + axis] + boxes[instance * 6 + 3 + axis]) / 2
  for (let instance = 0; instance < count; instance++)
    for (let axis = 0; axis < 3; axis++) {
      low[axis] = Math.min(low[axis], computeCenter(instance, axis))
      high[axis] = Math.max(high[axis], computeCenter(instance, axis))
    }
  // One scale for all axes: a long, flat site is cut across its length.
  const step = Math.max(...high.map((value, axis) => value - low[axis])) / 2 ** mortonBits
  return Float64Array.from({ length: count }, (_, instance) => {
    let number = 0
    for (let axis = 0; axis < 3; axis++) {
      const at = step > 0 ? Math.floor((computeCenter(instance, axis) - low[axis]) / step) : 0
      number += spreadBits(Math.min(2 ** mortonBits - 1, at)) * 2 ** axis
    }
    return number
  })
}

function byImportance(scene: PlacedScene, exterior: Uint8Array): Uint32Array {
  const tier = new Float64Array(scene.count)
  const mortonCodes = computeMortonCodes(scene)
  for (let instance = 0; instance < scene.count; instance++) {
    let squared = 0
    for (let axis = 0; axis < 3; axis++)
      squared += (scene.boxes[instance * 6 + 3 + axis] - scene.boxes[instance * 6 + axis]) ** 2
    tier[instance] = squared > 0 ? Math.floor(Math.log2(squared) / (2 * Math.log2(tierFactor))) : -Infinity
  }
  return Uint32Array.from({ length: scene.count }, (_, instance) => instance).sort(
    (one, other) =>
      computeRank(scene, exterior, one) - computeRank(scene, exterior, other) ||
      (tier[one] === tier[other] ? 0 : tier[other] - tier[one]) ||
      mortonCodes[one] - mortonCodes[other] ||
      one - other,
  )
}

/**
 * Splits the model into chunks: visible from outside first, then by size in the world, and within a size tier by
 * position, because a viewer with limited memory evicts distant chunks. Within a chunk the order is free and serves
 * compression: instances of one geometry together, in element order.
 */
export function orderChunks(scene: PlacedScene, exterior: Uint8Array): ChunkRows[] {
  const chunks: ChunkRows[] = []
  const isWritten = new Uint8Array(scene.geometries.length)
  let rows: number[] = []
  let bytes = 0
  for (const instance of byImportance(scene, exterior)) {
    const geometry = scene.geometry[instance]
    bytes += instanceBytes + (isWritten[geometry] === 0 ? estimateBytes(scene, geometry) : 0)
    isWritten[geometry] = 1
    rows.push(instance)
    if (bytes < (chunks.length === 0 ? firstChunkBytes : chunkBytes)) continue
    chunks.push(Uint32Array.from(rows))
    rows = []
    bytes = 0
  }
  if (rows.length > 0) chunks.push(Uint32Array.from(rows))
  return chunks.map((chunk) => byGeometry(scene, chunk))
}

/** Sorts by geometry, in the order of the topology's first appearance, so that similar shapes are adjacent. */
export function byGeometry(scene: PlacedScene, rows: ChunkRows): ChunkRows {
  const rank = new Map<number, number>()
  const topologies = new Map<string, number>()
  for (const instance of rows) {
    const geometry = scene.geometry[instance]
    if (rank.has(geometry)) continue
    const shape = scene.geometries[geometry]
    const { vertices, indices, edges } = getSizes(shape)
    const key = `${vertices} ${hasTriangles(shape) ? indices : -1} ${hasPoints(shape) ? -1 : edges}`
    const topology = topologies.get(key) ?? topologies.size
    topologies.set(key, topology)
    rank.set(geometry, topology)
  }
  return rows
    .slice()
    .sort(
      (one, other) =>
        (rank.get(scene.geometry[one]) ?? 0) - (rank.get(scene.geometry[other]) ?? 0) ||
        scene.geometry[one] - scene.geometry[other] ||
        scene.node[one] - scene.node[other] ||
        one - other,
    )
}
