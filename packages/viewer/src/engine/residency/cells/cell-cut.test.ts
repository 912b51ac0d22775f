import { noProxy, type CellTree } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import type { CullView } from '../../cull/culler.js'
import { computeCellBytes, type CellSize } from './cell-capacity.js'
import { CellCut } from './cell-cut.js'

/**
 * Two rows of 100 m: the root (chunk 0) contains cell 1 in the west with the leaves 3 and 4, and the leaf 2 in the
 * east. Leaf 3 has interior elements in chunk 3. Proxies are numbers 5 (root) and 6 (cell 1).
 */
const tree: CellTree = {
  nodeCount: 5,
  box: Float32Array.from(
    [
      [0, 0, 0, 200, 10, 10],
      [0, 0, 0, 100, 10, 10],
      [100, 0, 0, 200, 10, 10],
      [0, 0, 0, 50, 10, 10],
      [50, 0, 0, 100, 10, 10],
    ].flat(),
  ),
  firstChild: Uint32Array.of(1, 3, 5, 5, 5),
  childCount: Uint32Array.of(2, 2, 0, 0, 0),
  firstChunk: Uint32Array.of(0, 1, 1, 2, 4),
  chunkCount: Uint32Array.of(1, 0, 1, 2, 1),
  proxy: Uint32Array.of(0, 1, noProxy, noProxy, noProxy),
  error: Float32Array.of(8, 2, 0, 0, 0),
  interiorSize: Float32Array.of(3, 3, 0, 3, 0),
  chunkRank: Uint8Array.of(0, 0, 0, 1, 0),
  vertices: new Uint32Array(7),
  indices: new Uint32Array(7),
}
const size: CellSize = { vertices: 10, indices: 30, rows: 5, geometries: 2 }
const sizes = tree.vertices.length
const sizesOfAll = Array.from({ length: sizes }, () => size)
const times = (count: number): CellSize => ({
  vertices: 10 * count,
  indices: 30 * count,
  rows: 5 * count,
  geometries: 2 * count,
})

/** A camera that looks at everything from this distance south of the west end; 1,000 pixels per metre at one metre. */
const viewFrom = (distance: number, planes: readonly number[] = []): CullView => ({
  eye: [0, -distance, 5],
  planes: Float64Array.from(planes),
  pixelScale: 1000,
  orthographic: false,
})

function choose(
  view: CullView | null,
  options: { chunks?: number; isExterior?: boolean; isOpen?: Uint8Array; pinned?: number[] } = {},
) {
  const cut = new CellCut(tree, {
    sizes: sizesOfAll,
    capacity: times(options.chunks ?? 20),
    maxChunkBytes: Infinity,
  })
  const { isOpen, chunks } = cut.choose({
    view,
    isExterior: options.isExterior ?? true,
    isOpen: options.isOpen ?? new Uint8Array(tree.nodeCount),
    pinned: options.pinned ?? [],
  })
  return { open: [...isOpen.keys()].filter((node) => isOpen[node] === 1), chunks: [...chunks] }
}

describe('CellCut', () => {
  it('needs the proxy of the root alone before the first frame and from far away', () => {
    expect(choose(null)).toEqual({ open: [], chunks: [5] })
    expect(choose(viewFrom(10_000))).toEqual({ open: [], chunks: [5] })
  })

  it('opens a cell whose proxy differs by more than some pixels, with all that replaces it', () => {
    expect(choose(viewFrom(2000))).toEqual({ open: [0], chunks: [5, 0, 6, 1] })
    expect(choose(viewFrom(100))).toEqual({ open: [0, 1], chunks: [5, 0, 6, 1, 2, 4] })
  })

  it('keeps a cell open a little longer than it would open it', () => {
    const isOpen = Uint8Array.of(1, 0, 0, 0, 0)
    expect(choose(viewFrom(4500)).open).toEqual([])
    expect(choose(viewFrom(4500), { isOpen }).open).toEqual([0])
    expect(choose(viewFrom(6000), { isOpen }).open).toEqual([])
  })

  it('opens the largest error first, as far as the memory suffices', () => {
    expect(choose(viewFrom(100), { chunks: 5 }).open).toEqual([0])
    expect(choose(viewFrom(100), { chunks: 3 })).toEqual({ open: [], chunks: [5] })
  })

  it('adds what is inside where the interior is drawn', () => {
    expect(choose(viewFrom(100), { isExterior: false }).chunks).toContain(3)
    expect(choose(viewFrom(100), { isExterior: true }).chunks).not.toContain(3)
  })

  it('gives cells next to the view a fraction of their error', () => {
    // Only x > 150 is in view.
    const sideView = viewFrom(100, [1, 0, 0, -150])
    expect(choose(sideView).open).toEqual([0])
  })

  it('needs pinned chunks in any view', () => {
    expect(choose(viewFrom(10_000), { pinned: [4] }).chunks).toEqual([4, 5])
  })

  it('does not wait for a chunk that would take most of the memory', () => {
    const large = Array.from({ length: sizes }, (_, number) => (number === 0 ? times(16) : size))
    const cut = new CellCut(tree, { sizes: large, capacity: times(20), maxChunkBytes: Infinity })
    const request = { isExterior: true, isOpen: new Uint8Array(tree.nodeCount), pinned: [] }
    expect([...cut.choose({ ...request, view: viewFrom(2000) }).chunks]).toEqual([5, 6, 1])
    expect([cut.listContent(0), cut.listOversized(0)]).toEqual([[], [0]])
    const decoded = new CellCut(tree, { sizes: large, capacity: times(100), maxChunkBytes: computeCellBytes(times(2)) })
    expect([decoded.listContent(0), decoded.listOversized(0), decoded.listOversized(2)]).toEqual([[], [0], []])
    // Also where the interior is drawn.
    expect(decoded.choose({ ...request, isExterior: false, view: viewFrom(2000) }).chunks).not.toContain(0)
  })

  it('needs nothing of cells whose chunks have hidden elements alone', () => {
    const cut = new CellCut(tree, { sizes: sizesOfAll, capacity: times(20), maxChunkBytes: Infinity })
    const request = { view: viewFrom(100), isOpen: new Uint8Array(tree.nodeCount), pinned: [] }
    cut.setVisible(Uint8Array.of(0, 0, 0, 0, 1))
    expect([...cut.choose({ ...request, isExterior: false }).chunks]).toEqual([5, 6, 4])
    cut.setVisible(Uint8Array.of(0, 0, 0, 0, 0))
    expect([...cut.choose({ ...request, isExterior: false }).chunks]).toEqual([])
    cut.setVisible(null)
    expect([...cut.choose({ ...request, isExterior: false }).chunks]).toHaveLength(sizes)
  })
})
