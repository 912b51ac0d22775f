import { describe, expect, it } from 'vitest'
import { decodeCellElements, decodeCells } from './cells-decode.js'
import { encodeCellElements, encodeCells } from './cells-encode.js'
import { noProxy, type CellElements, type CellTree } from './cells.js'

const tree: CellTree = {
  nodeCount: 4,
  box: Float32Array.from({ length: 24 }, (_, at) => at / 3),
  firstChild: Uint32Array.of(1, 3, 3, 4),
  childCount: Uint32Array.of(2, 0, 1, 0),
  firstChunk: Uint32Array.of(0, 1, 3, 3),
  chunkCount: Uint32Array.of(1, 2, 0, 1),
  proxy: Uint32Array.of(1, noProxy, 0, noProxy),
  error: Float32Array.of(4, 0, 2, 0),
  interiorSize: Float32Array.of(1, 0.5, 0, 1),
  chunkRank: Uint8Array.of(0, 0, 1, 2),
  vertices: Uint32Array.of(10, 20, 30, 40, 5, 6),
  indices: Uint32Array.of(30, 60, 90, 120, 15, 16),
}

describe('decodeCells', () => {
  it('returns what was encoded', () => {
    expect(decodeCells(encodeCells(tree), { chunks: 4, proxies: 2 })).toEqual(tree)
    const federated = { ...tree, firstChunk: Uint32Array.of(3, 1, 0, 0) }
    expect(decodeCells(encodeCells(federated), { chunks: 4, proxies: 2 })).toEqual(federated)
  })

  it.each([
    ['of other chunks', tree, { chunks: 5, proxies: 2 }],
    ['of other proxies', tree, { chunks: 4, proxies: 1 }],
    ['whose proxy does not exist', { ...tree, proxy: Uint32Array.of(2, 0, 0, 0) }, { chunks: 4, proxies: 2 }],
    [
      'with a node that no other contains',
      { ...tree, childCount: Uint32Array.of(1, 0, 1, 0) },
      { chunks: 4, proxies: 2 },
    ],
    [
      'with a node that contains itself',
      { ...tree, childCount: Uint32Array.of(0, 3, 0, 0) },
      { chunks: 4, proxies: 2 },
    ],
    [
      'with more chunks than the manifest',
      { ...tree, chunkCount: Uint32Array.of(2, 2, 0, 1) },
      { chunks: 4, proxies: 2 },
    ],
    [
      'with a first chunk beyond the manifest',
      { ...tree, firstChunk: Uint32Array.of(4, 1, 0, 0) },
      { chunks: 4, proxies: 2 },
    ],
    ['with an infinite box', { ...tree, box: new Float32Array(24).fill(Infinity) }, { chunks: 4, proxies: 2 }],
  ])('refuses a tree %s', (_, wrong, counts) => {
    expect(() => decodeCells(encodeCells(wrong), counts)).toThrow(RangeError)
  })
})

describe('decodeCellElements', () => {
  const elements: CellElements = {
    count: 3,
    box: Uint16Array.from({ length: 18 }, (_, at) => at * 3000),
    start: Uint32Array.of(0, 1, 1, 3),
    chunks: Uint32Array.of(2, 0, 3),
  }

  it('returns what was encoded', () => {
    expect(decodeCellElements(encodeCellElements(elements), 4)).toEqual(elements)
  })

  it('refuses an element in a chunk that does not exist', () => {
    expect(() => decodeCellElements(encodeCellElements(elements), 3)).toThrow(RangeError)
  })
})
