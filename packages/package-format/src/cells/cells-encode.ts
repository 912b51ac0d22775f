import { encodeContainer } from '../container/container-encode.js'
import { encodeDeltas, encodeVarints } from '../container/varints.js'
import type { CellElements, CellTree } from './cells.js'

/** Encodes `cells.bin` (before brotli). */
export function encodeCells(tree: CellTree): Uint8Array {
  const meta = { nodes: tree.nodeCount, chunks: tree.chunkRank.length, proxies: countProxies(tree) }
  return encodeContainer(meta, [
    { name: 'box', data: tree.box },
    { name: 'children', data: encodeVarints(tree.childCount) },
    { name: 'chunkCount', data: encodeVarints(tree.chunkCount) },
    ...(areInOrder(tree) ? [] : [{ name: 'firstChunk', data: encodeVarints(tree.firstChunk) }]),
    { name: 'proxy', data: tree.proxy },
    { name: 'error', data: tree.error },
    { name: 'interiorSize', data: tree.interiorSize },
    { name: 'rank', data: tree.chunkRank },
    { name: 'vertices', data: encodeVarints(tree.vertices) },
    { name: 'indices', data: encodeVarints(tree.indices) },
  ])
}

/** Returns whether the chunks follow each other in the order of the nodes. */
function areInOrder({ firstChunk, chunkCount }: CellTree): boolean {
  let next = 0
  return firstChunk.every((first, node) => {
    const isNext = chunkCount[node] === 0 || first === next
    next += chunkCount[node]
    return isNext
  })
}

const countProxies = ({ vertices, chunkRank }: CellTree): number => vertices.length - chunkRank.length

/** Encodes `cell-elements.bin` (before brotli). */
export function encodeCellElements({ count, box, start, chunks }: CellElements): Uint8Array {
  const counts = Uint32Array.from({ length: count }, (_, element) => start[element + 1] - start[element])
  const side = (axis: number): Uint16Array =>
    Uint16Array.from({ length: count }, (_, element) => box[element * 6 + axis])
  return encodeContainer({ elements: count }, [
    ...[0, 1, 2, 3, 4, 5].map((axis) => ({ name: `box${axis}`, data: side(axis) })),
    { name: 'counts', data: encodeVarints(counts) },
    { name: 'chunks', data: encodeDeltas(chunks) },
  ])
}
