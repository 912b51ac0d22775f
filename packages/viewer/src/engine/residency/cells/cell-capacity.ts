import type { CellTree, Manifest } from '@kamar/package-format/read'
import { computePropertyBytes } from '../memory-budget.js'

/** Amounts of what chunks of cells take: vertices and indices on the GPU, rows of instances, and geometries. */
export interface CellSize {
  readonly vertices: number
  readonly indices: number
  readonly rows: number
  readonly geometries: number
}

/** Bytes of each, on the GPU and the page: at most, so that the sum of all limits is one. */
const unitBytes: CellSize = {
  // Position and colour on the GPU, position on the page.
  vertices: 8 + 4 + 8,
  // On the GPU and, for picking, on the page.
  indices: 4 + 4,
  // Columns, texels, lookup by element, boxes for picking, and the transform of the package for elements that move.
  rows: 280 + 8 + 86 + 60,
  geometries: 40,
}

/** Bytes of an element that are resident whatever is drawn: tree, search, states, boxes, and lookup of instances. */
const elementBytes = 64 + 1 + 20 + 8
/** Bytes of an element for its property sets in the search: five of them. */
const assignmentBytes = 24
/** Copies of a chunk while it is decoded, until it is in its place. */
export const scratchCopies = 2
/** Bytes of chunks that are decoded at once, unless one alone is larger. */
const maxScratchBytes = 16 * 2 ** 20
/** Maximum ratio of the budget for chunks that are being decoded: a larger chunk is not drawn. */
const maxScratchRatio = 1 / 8
/** Bytes of workers and of the browser's buffers for transfers to the GPU, measured, and their maximum ratio. */
const maxProcessBytes = 56 * 2 ** 20
const maxProcessRatio = 0.3
/** Chunks that are decoded at once. */
export const maxConcurrentLoads = 4
/** Minimum ratio of the budget for chunks if elements alone would use it up. */
const minChunkRatio = 0.25
/** Ratio of the capacity to use: the rest is lost to fragmentation. */
export const fillRatio = 0.9
/** Maximum rows: those of a texture of 4,096 lines. */
const maxRows = 1_048_576

/** Returns the sizes of all chunks, then of all proxies. */
export function listCellSizes({ chunks, proxies = [] }: Manifest, tree: CellTree): CellSize[] {
  return [...chunks, ...proxies].map(({ instances, geometries }, number) => ({
    vertices: tree.vertices[number],
    indices: tree.indices[number],
    rows: instances,
    geometries,
  }))
}

/** Returns the bytes of an amount. */
export const computeCellBytes = (size: CellSize): number =>
  size.vertices * unitBytes.vertices +
  size.indices * unitBytes.indices +
  size.rows * unitBytes.rows +
  size.geometries * unitBytes.geometries

/** Returns the bytes for chunks that are being decoded, all copies. */
export function computeScratchBytes(sizes: readonly CellSize[], budget: number): number {
  const largest = sizes.reduce((max, size) => Math.max(max, computeCellBytes(size)), 0)
  const needed = Math.max(largest, Math.min(largest * maxConcurrentLoads, maxScratchBytes)) * scratchCopies
  return Math.min(needed, budget * maxScratchRatio)
}

/**
 * Returns the bytes that are not available to chunks: of elements, of properties in the search, of chunks that are being
 * decoded, and of workers and buffers of the browser.
 */
export function computeFixedBytes(
  manifest: Manifest,
  { sizes, budget }: { readonly sizes: readonly CellSize[]; readonly budget: number },
): number {
  const hasProperties = manifest.files.some(({ path }) => path === 'properties/index.bin')
  const bytesOfElement = elementBytes + (hasProperties ? assignmentBytes : 0)
  return (
    manifest.counts.nodes * bytesOfElement +
    (hasProperties ? computePropertyBytes(manifest, budget) : 0) +
    computeScratchBytes(sizes, budget) +
    Math.min(maxProcessBytes, budget * maxProcessRatio)
  )
}

/**
 * Divides a budget in bytes among vertices, indices, rows and geometries, in the ratio in which the model has them;
 * there are at most `maxShapeLength` vertices, and indices.
 */
export function computeCapacity(
  manifest: Manifest,
  request: { readonly sizes: readonly CellSize[]; readonly budget: number; readonly maxShapeLength: number },
): CellSize {
  const { sizes, budget, maxShapeLength } = request
  const total = sizes.reduce((sum, size) => mapSizes((name) => sum[name] + size[name]))
  const available = Math.max(budget * minChunkRatio, budget - computeFixedBytes(manifest, { sizes, budget }))
  const ratio = Math.min(1.02 / fillRatio, available / computeCellBytes(total))
  const capacity = mapSizes((name) => Math.ceil(total[name] * ratio))
  const limit = { vertices: maxShapeLength, indices: maxShapeLength, rows: maxRows, geometries: Infinity }
  return mapSizes((name) => Math.min(limit[name], capacity[name]))
}

/** Returns a size with all four amounts computed by name. */
export const mapSizes = (compute: (name: keyof CellSize) => number): CellSize => ({
  vertices: compute('vertices'),
  indices: compute('indices'),
  rows: compute('rows'),
  geometries: compute('geometries'),
})

/** Returns whether a size is within another. */
export const isWithin = (size: CellSize, limit: CellSize): boolean =>
  size.vertices <= limit.vertices &&
  size.indices <= limit.indices &&
  size.rows <= limit.rows &&
  size.geometries <= limit.geometries
