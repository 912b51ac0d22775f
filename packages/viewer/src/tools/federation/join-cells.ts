import {
  encodeCellElements,
  encodeCells,
  noProxy,
  type CellElements,
  type CellTree,
  type RigidMatrix,
} from '@kamar/package-format'
import { movedBox } from './placement.js'

/** Tree of cells of a model, and the transform to the federation. */
export interface CellPart {
  readonly tree: CellTree
  readonly matrix: RigidMatrix
}

/** Node of one model's tree. */
interface PartNode {
  readonly part: number
  readonly node: number
}

/** First chunk and proxy numbers of each part. */
function computeOffsets(parts: readonly CellPart[]): { readonly chunk: number; readonly proxy: number }[] {
  let next = { chunk: 0, proxy: 0 }
  return parts.map(({ tree }) => {
    const offsets = next
    const chunks = tree.chunkRank.length
    next = { chunk: offsets.chunk + chunks, proxy: offsets.proxy + tree.vertices.length - chunks }
    return offsets
  })
}

/** Returns the nodes of all trees level by level: those of each tree are in this order already. */
function listNodes(parts: readonly CellPart[]): PartNode[] {
  const nodes: PartNode[] = parts.map((_, part) => ({ part, node: 0 }))
  for (let at = 0; at < nodes.length; at++) {
    const { part, node } = nodes[at]
    const { firstChild, childCount } = parts[part].tree
    for (let child = 0; child < childCount[node]; child++) nodes.push({ part, node: firstChild[node] + child })
  }
  return nodes
}

/**
 * Joins the trees of cells of all models below one root, which has no content. Its error is infinite: it is always open.
 * Chunks and proxies continue from one model to the next.
 */
export function joinCells(parts: readonly CellPart[]): Uint8Array {
  const offsets = computeOffsets(parts)
  const nodes = listNodes(parts)
  const boxes = new Float32Array((nodes.length + 1) * 6)
  nodes.forEach(({ part, node }, at) => {
    const { tree, matrix } = parts[part]
    boxes.set(moveBox(tree.box, node * 6, matrix), (at + 1) * 6)
  })
  boxes.set(uniteBoxes(boxes.subarray(6, (parts.length + 1) * 6)))
  const column = (root: number, of: (tree: CellTree, node: number, part: number) => number): number[] => [
    root,
    ...nodes.map(({ part, node }) => of(parts[part].tree, node, part)),
  ]
  const join = (name: 'vertices' | 'indices'): Uint32Array => {
    const chunks = parts.flatMap(({ tree }) => [...tree[name].subarray(0, tree.chunkRank.length)])
    const proxies = parts.flatMap(({ tree }) => [...tree[name].subarray(tree.chunkRank.length)])
    return Uint32Array.from([...chunks, ...proxies])
  }
  const childCount = Uint32Array.from(column(parts.length, (tree, node) => tree.childCount[node]))
  return encodeCells({
    nodeCount: nodes.length + 1,
    box: boxes,
    // Computed from the counts when it is decoded.
    firstChild: new Uint32Array(0),
    childCount,
    firstChunk: Uint32Array.from(column(0, (tree, node, part) => tree.firstChunk[node] + offsets[part].chunk)),
    chunkCount: Uint32Array.from(column(0, (tree, node) => tree.chunkCount[node])),
    proxy: Uint32Array.from(
      column(noProxy, (tree, node, part) =>
        tree.proxy[node] === noProxy ? noProxy : tree.proxy[node] + offsets[part].proxy,
      ),
    ),
    error: Float32Array.from(column(Infinity, (tree, node) => tree.error[node])),
    interiorSize: Float32Array.from(column(0, (tree, node) => tree.interiorSize[node])),
    chunkRank: Uint8Array.from(parts.flatMap(({ tree }) => [...tree.chunkRank])),
    vertices: join('vertices'),
    indices: join('indices'),
  })
}

/** A model's boxes and chunks of elements; null if they are missing. */
export interface CellElementPart extends CellPart {
  readonly elements: CellElements
}

/** Joins the boxes and chunks of elements; the element of each file has none of its own. */
export function joinCellElements(parts: readonly CellElementPart[]): Uint8Array {
  const offsets = computeOffsets(parts)
  const root = uniteBoxes(Float32Array.from(parts.flatMap(({ tree, matrix }) => moveBox(tree.box, 0, matrix))))
  const count = parts.reduce((sum, { elements }) => sum + elements.count + 1, 0)
  const box = new Uint16Array(count * 6)
  const start = new Uint32Array(count + 1)
  const chunks = new Uint32Array(parts.reduce((sum, { elements }) => sum + elements.chunks.length, 0))
  let next = 0
  let element = 0
  parts.forEach(({ elements, tree, matrix }, part) => {
    start[++element] = next
    for (let own = 0; own < elements.count; own++) {
      if (elements.start[own + 1] > elements.start[own])
        box.set(quantize(moveBox(toMetres(elements, own, tree.box), 0, matrix), root), element * 6)
      for (let at = elements.start[own]; at < elements.start[own + 1]; at++)
        chunks[next++] = elements.chunks[at] + offsets[part].chunk
      start[++element] = next
    }
  })
  return encodeCellElements({ count, box, start, chunks })
}

const steps = 65_535

/** Returns the box of an element in metres; `root` is that of its model. */
function toMetres({ box }: CellElements, element: number, root: ArrayLike<number>): number[] {
  return Array.from({ length: 6 }, (_, side) => {
    const axis = side % 3
    return root[axis] + (box[element * 6 + side] / steps) * (root[axis + 3] - root[axis])
  })
}

/** Returns a box in steps of the root's, rounded outwards. */
function quantize(box: readonly number[], root: ArrayLike<number>): number[] {
  return box.map((value, side) => {
    const axis = side % 3
    const step = ((value - root[axis]) / Math.max(root[axis + 3] - root[axis], 1e-30)) * steps
    return Math.max(0, Math.min(steps, side < 3 ? Math.floor(step) : Math.ceil(step)))
  })
}

/** Returns six numbers around a transformed box. */
function moveBox(box: ArrayLike<number>, at: number, matrix: RigidMatrix): number[] {
  const { min, max } = movedBox(
    { min: [box[at], box[at + 1], box[at + 2]], max: [box[at + 3], box[at + 4], box[at + 5]] },
    matrix,
  )
  return [...min, ...max]
}

function uniteBoxes(boxes: Float32Array): Float32Array {
  const union = boxes.slice(0, 6)
  for (let at = 0; at < boxes.length; at++) {
    const side = at % 6
    union[side] = side < 3 ? Math.min(union[side], boxes[at]) : Math.max(union[side], boxes[at])
  }
  return union
}
