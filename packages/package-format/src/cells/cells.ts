/** Path of the tree of cells. */
export const cellsPath = 'cells.bin'
/** Path of the boxes and chunks of elements. */
export const cellElementsPath = 'cell-elements.bin'

/** `CellTree.proxy` of a node without one. */
export const noProxy = 0xffff_ffff

/** Values of `CellTree.chunkRank`: a chunk has the lowest rank of its instances. */
export const cellRank = { exterior: 0, interior: 1, hidden: 2 } as const

/**
 * Tree of cells: columns, one element per node unless stated. Node 0 is the root, parents precede their children, and
 * the children of a node are consecutive. A node contains the elements that are large for its cell, or all if it is a
 * leaf; the chunks of a node are consecutive in the manifest, in the order of the nodes except in a federation.
 */
export interface CellTree {
  readonly nodeCount: number
  /** Six per node: minimum x y z, then maximum of all instances in it and below, metres relative to the origin. */
  readonly box: Float32Array
  readonly firstChild: Uint32Array
  /** 0 for a leaf. */
  readonly childCount: Uint32Array
  readonly firstChunk: Uint32Array
  readonly chunkCount: Uint32Array
  /** Number in `Manifest.proxies` of the chunk that draws the node and everything below; `noProxy` for leaves. */
  readonly proxy: Uint32Array
  /** Metres by which the proxy differs from what is visible from outside. */
  readonly error: Float32Array
  /** Diagonal of the largest instance in it or below that is not visible from outside, metres: no proxy draws it. */
  readonly interiorSize: Float32Array
  /** One per chunk: a value of `cellRank`. */
  readonly chunkRank: Uint8Array
  /** One per chunk, then one per proxy: vertices. */
  readonly vertices: Uint32Array
  /** One per chunk, then one per proxy: indices of all levels and edges. */
  readonly indices: Uint32Array
}

/** Boxes of elements, and the chunks that contain their instances, one row per element of the tree. */
export interface CellElements {
  readonly count: number
  /** Six per element: minimum x y z, then maximum, in 65,535ths of the root's box; rounded outwards. */
  readonly box: Uint16Array
  /** One more than elements: start of each element's chunks in `chunks`. An element without chunks has no shape. */
  readonly start: Uint32Array
  readonly chunks: Uint32Array
}
