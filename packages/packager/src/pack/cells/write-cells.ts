import {
  cellElementsPath,
  cellsPath,
  encodeCellElements,
  encodeCells,
  encodeChunk,
  type ChunkInput,
  type ManifestChunk,
} from '@kamar/package-format'
import { deferRejection } from '../../files/defer-rejection.js'
import { PackWriter } from '../../files/pack-writer.js'
import type { BrotliQuality, PackageFiles } from '../../files/package-files.js'
import { ChunkBuilder, type ChunkCounts } from '../chunk-builder.js'
import type { PlacedScene } from '../placed-scene.js'
import { computeMortonCodes } from '../write-order.js'
import { computeDiagonal } from './build-cells.js'
import type { CellLimits } from './cell-limits.js'
import {
  countSizes,
  createCellElements,
  createCellTree,
  listCells,
  type CellNode,
  type ChunkSizes,
  type ProxyEntry,
} from './cell-tables.js'
import { ProxyBuilder } from './proxy.js'

/** Model to be written as cells, and its destination. */
export interface CellWriting {
  readonly scene: PlacedScene
  /** 1 for instances visible from outside. */
  readonly exterior: Uint8Array
  readonly elementCount: number
  readonly files: PackageFiles
  readonly quality: BrotliQuality
  readonly limits: CellLimits
  readonly throwIfCancelled: () => void
}

/** Written cells: lists of the manifest, and what follows from their order. */
export interface WrittenCells {
  readonly chunks: readonly ManifestChunk[]
  readonly proxies: readonly ManifestChunk[]
  /** Rows of all chunks, in order. */
  readonly order: Uint32Array
  /** Materials of all chunks together: each has its own. */
  readonly materials: number
}

/** Maximum chunks that are being compressed at once. */
const maxPendingWrites = 4

/** Writes the chunks of all cells, their proxies and the tree. */
export async function writeCells(writing: CellWriting): Promise<WrittenCells> {
  const { scene, exterior, files, quality } = writing
  const nodes = listCells({ scene, exterior, mortonCodes: computeMortonCodes(scene) }, writing.limits)
  const chunkWriter = new CellChunkWriter(writing, 'scene')
  const proxyWriter = new CellChunkWriter(writing, 'proxies')
  for (const node of nodes) for (const { rows } of node.chunks) await chunkWriter.write(scene, rows)
  const proxies = await writeProxies(nodes, writing, proxyWriter)
  const sizes = [...chunkWriter.sizes, ...proxyWriter.sizes]
  const elements = createCellElements(scene, { nodes, elementCount: writing.elementCount })
  await files.writeCompressed(cellsPath, encodeCells(createCellTree(nodes, proxies, sizes)), quality)
  await files.writeCompressed(cellElementsPath, encodeCellElements(elements), quality)
  const order = new Uint32Array(scene.count)
  let at = 0
  for (const { chunks } of nodes)
    for (const { rows } of chunks) {
      order.set(rows, at)
      at += rows.length
    }
  return {
    chunks: await chunkWriter.finish(),
    proxies: await proxyWriter.finish(),
    order,
    materials: chunkWriter.materials,
  }
}

/** Writes self-contained chunks into the packs of a folder. */
class CellChunkWriter {
  readonly sizes: ChunkSizes[] = []
  readonly #writing: CellWriting
  readonly #folder: string
  readonly #packs: PackWriter
  readonly #builder = new ChunkBuilder(undefined, 'within-chunk')
  readonly #writes: Promise<ManifestChunk>[] = []

  constructor(writing: CellWriting, folder: string) {
    this.#writing = writing
    this.#folder = folder
    this.#packs = new PackWriter(writing.files, { ...writing.limits, folder })
  }

  get materials(): number {
    return this.#builder.materials
  }

  async write(scene: PlacedScene, rows: Uint32Array): Promise<void> {
    this.#writing.throwIfCancelled()
    const { input, counts } = this.#builder.build(scene, rows)
    this.sizes.push(countSizes(input))
    this.#writes.push(deferRejection(this.#compress(input, counts, this.#writes.length)))
    if (this.#writes.length >= maxPendingWrites) await this.#writes[this.#writes.length - maxPendingWrites]
  }

  async finish(): Promise<ManifestChunk[]> {
    const chunks = await Promise.all(this.#writes)
    await this.#packs.finish(this.#writing.quality)
    return chunks
  }

  async #compress(input: ChunkInput, counts: ChunkCounts, number: number): Promise<ManifestChunk> {
    const path = `${this.#folder}/${String(number).padStart(3, '0')}.bin`
    const { size, sha256 } = await this.#packs.writeCompressed(path, encodeChunk(input), this.#writing.quality)
    return { path, size, sha256, ...counts }
  }
}

/** The largest instances of a cell and everything below, and the size of the largest other one. */
interface ProxyCandidates {
  readonly rows: Uint32Array
  readonly omittedSize: number
}

/** Writes the proxies, from the leaves to the root; a leaf has none, and neither has a cell without exterior. */
async function writeProxies(
  nodes: readonly CellNode[],
  { scene, exterior, limits }: CellWriting,
  writer: CellChunkWriter,
): Promise<Map<CellNode, ProxyEntry>> {
  const builder = new ProxyBuilder(scene, limits)
  const candidatesByNode = new Map<CellNode, ProxyCandidates>()
  const proxies = new Map<CellNode, ProxyEntry>()
  for (const node of nodes.toReversed()) {
    const parts = node.children.map(
      (child) => candidatesByNode.get(child) ?? { rows: new Uint32Array(0), omittedSize: 0 },
    )
    const own = node.cell.rows.filter((row) => exterior[row] === 1)
    const rows = Uint32Array.from([...own, ...parts.flatMap((part) => [...part.rows])])
    rows.sort((one, other) => computeDiagonal(scene, other) - computeDiagonal(scene, one) || one - other)
    const first = rows.slice(0, limits.proxyInstances)
    const next = rows.length > first.length ? computeDiagonal(scene, rows[first.length]) : 0
    const omittedSize = Math.max(next, ...parts.map((part) => part.omittedSize))
    candidatesByNode.set(node, { rows: first, omittedSize })
    for (const child of node.children) candidatesByNode.delete(child)
    if (node.children.length === 0 || first.length === 0) continue
    const proxy = builder.build(first, omittedSize)
    proxies.set(node, { number: writer.sizes.length, error: proxy.error })
    const { count } = proxy.scene
    await writer.write(
      proxy.scene,
      Uint32Array.from({ length: count }, (_, row) => row),
    )
  }
  return proxies
}
