import { decodeContainer, type Container } from '../container/container-decode.js'
import { malformed } from '../container/container-layout.js'
import { decodeDeltas, decodeVarints } from '../container/varints.js'
import { noProxy, type CellElements, type CellTree } from './cells.js'

/** Maximum chunks and proxies of a tree; the viewer numbers them with 16 bits. */
const maxChunks = 65_535

/** Decodes `cells.bin`; throws `RangeError` if it is malformed or describes other numbers of chunks. */
export function decodeCells(
  bytes: Uint8Array,
  counts: { readonly chunks: number; readonly proxies: number },
): CellTree {
  const container = decodeContainer(bytes)
  const nodeCount = container.count('nodes')
  const total = counts.chunks + counts.proxies
  const isExpected = container.count('chunks') === counts.chunks && container.count('proxies') === counts.proxies
  if (!isExpected || total > maxChunks || nodeCount < 1) throw malformed('cells of other chunks')
  const childCount = decodeVarints(container.column('children', 'u8'), nodeCount)
  const chunkCount = decodeVarints(container.column('chunkCount', 'u8'), nodeCount)
  const tree: CellTree = {
    nodeCount,
    box: container.exactColumn('box', 'f32', nodeCount * 6),
    childCount,
    firstChild: startsFrom(childCount, 1, nodeCount),
    chunkCount,
    firstChunk: container.has('firstChunk')
      ? readStarts(container, chunkCount, counts.chunks)
      : startsFrom(chunkCount, 0, counts.chunks),
    proxy: container.exactColumn('proxy', 'u32', nodeCount),
    error: container.exactColumn('error', 'f32', nodeCount),
    interiorSize: container.exactColumn('interiorSize', 'f32', nodeCount),
    chunkRank: container.exactColumn('rank', 'u8', counts.chunks),
    vertices: decodeVarints(container.column('vertices', 'u8'), total),
    indices: decodeVarints(container.column('indices', 'u8'), total),
  }
  if (tree.proxy.some((number) => number !== noProxy && number >= counts.proxies)) throw malformed('proxy out of range')
  if (!tree.box.every(Number.isFinite)) throw malformed('cell without a box')
  return tree
}

/** Reads the first chunks of nodes of several models, whose chunks are in the order of the models. */
function readStarts(container: Container, chunkCount: Uint32Array, total: number): Uint32Array {
  const starts = decodeVarints(container.column('firstChunk', 'u8'), chunkCount.length)
  const sum = chunkCount.reduce((before, count) => before + count, 0)
  if (sum !== total || starts.some((start, node) => start + chunkCount[node] > total))
    throw malformed('cells past their end')
  return starts
}

/** Sums counts from `first` on; they must end at `end`, and children must follow their parent. */
function startsFrom(counts: Uint32Array, first: number, end: number): Uint32Array {
  const starts = new Uint32Array(counts.length)
  let next = first
  for (let node = 0; node < counts.length; node++) {
    starts[node] = next
    if (first > 0 && counts[node] > 0 && next <= node) throw malformed('cell before its parent')
    next += counts[node]
    if (next > end) throw malformed('cells past their end')
  }
  if (next !== end) throw malformed('cells without a parent')
  return starts
}

/** Decodes `cell-elements.bin`; throws `RangeError` if it is malformed. */
export function decodeCellElements(bytes: Uint8Array, chunkCount: number): CellElements {
  const container = decodeContainer(bytes)
  const count = container.count('elements')
  const sides = [0, 1, 2, 3, 4, 5].map((axis) => container.exactColumn(`box${axis}`, 'u16', count))
  const box = new Uint16Array(count * 6)
  sides.forEach((side, axis) => {
    for (let element = 0; element < count; element++) box[element * 6 + axis] = side[element]
  })
  const counts = decodeVarints(container.column('counts', 'u8'), count)
  const start = new Uint32Array(count + 1)
  for (let element = 0; element < count; element++) start[element + 1] = start[element] + counts[element]
  const encoded = container.column('chunks', 'u8')
  if (start[count] > encoded.length) throw malformed('more chunks of elements than stored')
  const chunks = new Uint32Array(decodeDeltas(encoded, start[count]).buffer)
  if (chunks.some((chunk) => chunk >= chunkCount)) throw malformed('element in no chunk')
  return { count, box, start, chunks }
}
