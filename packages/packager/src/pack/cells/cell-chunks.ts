import type { PlacedScene } from '../placed-scene.js'
import { byGeometry, chunkBytes, computeRank, estimateBytes, instanceBytes } from '../write-order.js'

/** Instances of one chunk of a cell, and the lowest of their ranks. */
export interface CellChunk {
  readonly rows: Uint32Array
  /** A value of `cellRank`. */
  readonly rank: number
}

/** Minimum bytes of a chunk that ends where the rank changes: smaller rests of a cell are not worth a file. */
const minRankBytes = 60_000

/** Model and the order in which the instances of a cell are split into chunks. */
export interface CellChunkRequest {
  readonly scene: PlacedScene
  readonly exterior: Uint8Array
  /** Position of each instance on a curve through space. */
  readonly mortonCodes: Float64Array
}

/** Splits the instances of a cell into chunks: what is visible from outside first, hidden ones last. */
export function splitIntoChunks(rows: Uint32Array, { scene, exterior, mortonCodes }: CellChunkRequest): CellChunk[] {
  const getRank = (row: number): number => computeRank(scene, exterior, row)
  const sorted = rows
    .slice()
    .sort((one, other) => getRank(one) - getRank(other) || mortonCodes[one] - mortonCodes[other] || one - other)
  const chunks: CellChunk[] = []
  let members: number[] = []
  let bytes = 0
  let geometries = new Set<number>()
  const close = (): void => {
    if (members.length === 0) return
    chunks.push({ rows: byGeometry(scene, Uint32Array.from(members)), rank: getRank(members[0]) })
    members = []
    bytes = 0
    geometries = new Set()
  }
  for (const row of sorted) {
    const isNextRank = members.length > 0 && getRank(row) !== getRank(members[members.length - 1])
    if (bytes >= chunkBytes || (isNextRank && bytes >= minRankBytes)) close()
    const geometry = scene.geometry[row]
    bytes += instanceBytes + (geometries.has(geometry) ? 0 : estimateBytes(scene, geometry))
    geometries.add(geometry)
    members.push(row)
  }
  close()
  return chunks
}
