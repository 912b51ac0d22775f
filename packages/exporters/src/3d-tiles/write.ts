import { createHash } from 'node:crypto'
import type { ModelTree } from '@kamar/package-format/read'
import type { ExportJob } from '../kit/export-job.js'
import type { PackageReader } from '@kamar/package-format/package-reader'
import { alignedZip, type ZipFile } from '../kit/stored-zip.js'
import { buildTiles, type Tile } from './build-tiles.js'
import { collectTileInstances } from './tile-instance.js'
import { tileGlb } from './tile-glb.js'

/** All geometry is transformed in memory first: about 60 bytes a triangle. */
const maxTriangles = 8_000_000
const indexName = '@3dtilesIndex1@'
const digestBytes = 16

/**
 * Writes 3D Tiles 1.1 in one file (`.3tz`, a zip of stored files with an index at its end): `tileset.json` and a binary
 * glTF per tile, in which every vertex refers to its element. Metres, Z up, the model's origin in `asset.extras`.
 */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const tree = await model.tree()
  const instances = await collectTileInstances({ model, maxTriangles, onFraction })
  yield* alignedZip(tileFiles({ model, tree, root: buildTiles(instances) }), indexFile)
  onFraction(1)
}

interface TileSource {
  readonly model: PackageReader
  readonly tree: ModelTree
  readonly root: Tile | null
}

function* tileFiles({ model, tree, root }: TileSource): Generator<ZipFile> {
  const { writer: generator, origin } = model.manifest
  const names = new Map<Tile, string>()
  for (const tile of tilesBelow(root)) names.set(tile, `tiles/${names.size}.glb`)
  const tileset = {
    asset: { version: '1.1', extras: { generator, originMetres: origin } },
    geometricError: root === null ? 0 : computeDiagonal(root.box),
    root: root === null ? emptyTile : tileRecord(root, names),
  }
  yield { name: 'tileset.json', chunks: [new TextEncoder().encode(JSON.stringify(tileset))] }
  for (const [{ instances }, name] of names) yield { name, chunks: tileGlb({ parts: instances, tree, generator }) }
}

const emptyTile = { boundingVolume: { box: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1] }, geometricError: 0, refine: 'ADD' }

function* tilesBelow(tile: Tile | null): Generator<Tile> {
  if (tile === null) return
  yield tile
  for (const child of tile.children) yield* tilesBelow(child)
}

/** Additive refinement: children contain other objects, so parents stay visible. */
function tileRecord(tile: Tile, names: ReadonlyMap<Tile, string>): object {
  return {
    boundingVolume: { box: orientedBox(tile.box) },
    geometricError: tile.errorMetres,
    refine: 'ADD',
    content: { uri: names.get(tile) },
    ...(tile.children.length === 0 ? {} : { children: tile.children.map((child) => tileRecord(child, names)) }),
  }
}

/** Returns the centre, then each half axis. */
function orientedBox(box: readonly number[]): number[] {
  const center = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2)
  const half = [0, 1, 2].map((axis) => (box[axis + 3] - box[axis]) / 2)
  return [...center, half[0], 0, 0, 0, half[1], 0, 0, 0, half[2]]
}

const computeDiagonal = (box: readonly number[]): number =>
  Math.hypot(box[3] - box[0], box[4] - box[1], box[5] - box[2])

/** Creates the index: MD5 of each name and its header offset, sorted by digest as two 64-bit numbers. */
function indexFile(offsets: ReadonlyMap<string, number>): ZipFile {
  const rows = [...offsets].map(([name, offset]) => {
    const row = new Uint8Array(digestBytes + 8)
    row.set(createHash('md5').update(name).digest())
    new DataView(row.buffer).setBigUint64(digestBytes, BigInt(offset), true)
    return row
  })
  return { name: indexName, chunks: rows.toSorted(byDigest) }
}

function byDigest(one: Uint8Array, other: Uint8Array): number {
  const [a, b] = [new DataView(one.buffer), new DataView(other.buffer)]
  for (const at of [0, 8]) {
    const difference = a.getBigUint64(at, true) - b.getBigUint64(at, true)
    if (difference !== 0n) return difference < 0n ? -1 : 1
  }
  return 0
}
