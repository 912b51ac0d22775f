import { noProxy, type CellElements, type CellTree, type ChunkInput } from '@kamar/package-format'
import type { PlacedScene } from '../placed-scene.js'
import { buildCells, computeDiagonal, type Cell } from './build-cells.js'
import { splitIntoChunks, type CellChunk, type CellChunkRequest } from './cell-chunks.js'
import type { CellLimits } from './cell-limits.js'

/** Cell with its number, the chunks of its own content, and the box around everything in it and below. */
export interface CellNode {
  readonly cell: Cell
  readonly chunks: readonly CellChunk[]
  readonly children: readonly CellNode[]
  /** Minimum x y z, then maximum. */
  readonly box: Float32Array
  /** Diagonal of the largest instance in it or below that is not visible from outside, metres. */
  readonly interiorSize: number
}

/** Returns the cells of a model, level by level: parents precede their children, which are consecutive. */
export function listCells(request: CellChunkRequest, limits: CellLimits): CellNode[] {
  const root = createNode(buildCells(request.scene, limits), request)
  const nodes = [root]
  for (let at = 0; at < nodes.length; at++) nodes.push(...nodes[at].children)
  return nodes
}

function createNode(cell: Cell, request: CellChunkRequest): CellNode {
  const { scene, exterior } = request
  const children = cell.children.map((child) => createNode(child, request))
  const box = Float32Array.of(Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity)
  for (const child of children) growBox(box, child.box, 0)
  let interiorSize = Math.max(0, ...children.map((child) => child.interiorSize))
  for (const row of cell.rows) {
    growBox(box, scene.boxes, row * 6)
    if (exterior[row] === 0) interiorSize = Math.max(interiorSize, computeDiagonal(scene, row))
  }
  return { cell, children, box, interiorSize, chunks: splitIntoChunks(cell.rows, request) }
}

function growBox(box: Float32Array, other: Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    box[axis] = Math.min(box[axis], other[at + axis])
    box[axis + 3] = Math.max(box[axis + 3], other[at + axis + 3])
  }
}

/** Sizes of encoded chunks in the buffers of a viewer. */
export interface ChunkSizes {
  readonly vertices: number
  readonly indices: number
}

/** Counts vertices and indices of a chunk, at most two indices of an axis for each mesh among them. */
export function countSizes({ geometries }: ChunkInput): ChunkSizes {
  let vertices = 0
  let indices = 0
  for (const geometry of geometries) {
    const count = geometry.positions.length / 3
    vertices += count
    if ('kind' in geometry) indices += count
    else {
      indices += geometry.edges.length
      if ('levels' in geometry) indices += 2 + geometry.levels.reduce((sum, level) => sum + level.count, 0)
    }
  }
  return { vertices, indices }
}

/** Number and error of a cell's proxy. */
export interface ProxyEntry {
  readonly number: number
  readonly error: number
}

/** Creates the columns of `cells.bin`; `sizes` are those of all chunks, then of all proxies. */
export function createCellTree(
  nodes: readonly CellNode[],
  proxies: ReadonlyMap<CellNode, ProxyEntry>,
  sizes: readonly ChunkSizes[],
): CellTree {
  const starts = (first: number, of: (node: CellNode) => number): Uint32Array => {
    let next = first
    return Uint32Array.from(nodes, (node) => (next += of(node)) - of(node))
  }
  const box = new Float32Array(nodes.length * 6)
  nodes.forEach((node, number) => box.set(node.box, number * 6))
  return {
    nodeCount: nodes.length,
    box,
    firstChild: starts(1, ({ children }) => children.length),
    childCount: Uint32Array.from(nodes, ({ children }) => children.length),
    firstChunk: starts(0, ({ chunks }) => chunks.length),
    chunkCount: Uint32Array.from(nodes, ({ chunks }) => chunks.length),
    proxy: Uint32Array.from(nodes, (node) => proxies.get(node)?.number ?? noProxy),
    error: Float32Array.from(nodes, (node) => proxies.get(node)?.error ?? 0),
    interiorSize: Float32Array.from(nodes, ({ interiorSize }) => interiorSize),
    chunkRank: Uint8Array.from(nodes.flatMap(({ chunks }) => chunks.map(({ rank }) => rank))),
    vertices: Uint32Array.from(sizes, ({ vertices }) => vertices),
    indices: Uint32Array.from(sizes, ({ indices }) => indices),
  }
}

/** Creates the boxes and chunks of elements, from the chunks in the order of the manifest. */
export function createCellElements(
  scene: PlacedScene,
  { nodes, elementCount }: { readonly nodes: readonly CellNode[]; readonly elementCount: number },
): CellElements {
  const boxes = new Float32Array(elementCount * 6)
  for (let at = 0; at < boxes.length; at++) boxes[at] = at % 6 < 3 ? Infinity : -Infinity
  for (let row = 0; row < scene.count; row++) {
    const at = scene.node[row] * 6
    growBox(boxes.subarray(at, at + 6), scene.boxes, row * 6)
  }
  const { start, chunks } = listElementChunks(
    scene,
    nodes.flatMap((node) => node.chunks),
    elementCount,
  )
  return { count: elementCount, box: quantiseBoxes(boxes, nodes[0].box), start, chunks }
}

function listElementChunks(
  { node }: PlacedScene,
  chunks: readonly CellChunk[],
  elementCount: number,
): Pick<CellElements, 'start' | 'chunks'> {
  /** Calls `visit` once for each element of each chunk. */
  const forEachPair = (visit: (element: number, chunk: number) => void): void => {
    const last = new Int32Array(elementCount).fill(-1)
    chunks.forEach(({ rows }, chunk) => {
      for (const row of rows) {
        if (last[node[row]] === chunk) continue
        last[node[row]] = chunk
        visit(node[row], chunk)
      }
    })
  }
  const start = new Uint32Array(elementCount + 1)
  forEachPair((element) => start[element + 1]++)
  for (let element = 0; element < elementCount; element++) start[element + 1] += start[element]
  const next = start.slice()
  const numbers = new Uint32Array(start[elementCount])
  forEachPair((element, chunk) => {
    numbers[next[element]++] = chunk
  })
  return { start, chunks: numbers }
}

/** Elements without a shape get zeros. */
function quantiseBoxes(boxes: Float32Array, root: Float32Array): Uint16Array {
  const out = new Uint16Array(boxes.length)
  for (let at = 0; at < boxes.length; at++) {
    if (!Number.isFinite(boxes[at])) continue
    const axis = at % 3
    const side = Math.max(root[axis + 3] - root[axis], 1e-30)
    const value = ((boxes[at] - root[axis]) / side) * 65_535
    out[at] = Math.max(0, Math.min(65_535, at % 6 < 3 ? Math.floor(value) : Math.ceil(value)))
  }
  return out
}
