/** From when a package is written as cells, and how large they are. */
export interface CellLimits {
  /** A model with fewer instances and fewer drawn triangles has one order of chunks. */
  readonly minInstances: number
  readonly minTriangles: number
  /** Maximum content of a leaf: estimated bytes before brotli, and instances. */
  readonly leafBytes: number
  readonly leafInstances: number
  /** Maximum content of a proxy. */
  readonly proxyInstances: number
  readonly proxyTriangles: number
  /** Maximum bytes of a pack, as stored, and of a stream of neighbouring chunks in it, before brotli. */
  readonly packBytes: number
  readonly streamBytes: number
}

/** Limits of the product: larger than any model that fits into the memory of a page as a whole. */
export const cellLimits: CellLimits = {
  minInstances: 200_000,
  minTriangles: 12_000_000,
  leafBytes: 700_000,
  leafInstances: 4000,
  proxyInstances: 1500,
  proxyTriangles: 20_000,
  // Two packs are in memory while they are filled; a gigabyte of IFC makes about a dozen.
  packBytes: 16 * 1024 ** 2,
  streamBytes: 400_000,
}
