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
    { name: 'proxy', data: tree.proxy },
    { name: 'error', data: tree.error },
    { name: 'interiorSize', data: tree.interiorSize },
    { name: 'rank', data: tree.chunkRank },
    { name: 'vertices', data: encodeVarints(tree.vertices) },
    { name: 'indices', data: encodeVarints(tree.indices) },
  ])
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
