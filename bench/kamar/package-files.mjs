import { readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { closedMeshShares } from '../translate/closed-meshes.mjs'

/** Files that a viewer must download to draw a model and to list its elements. */
const viewFilePattern = /^(manifest\.json|tree\.bin|exterior\.bin|scene\/.+)$/

function filesBelow(folder, prefix = '') {
  return readdirSync(join(folder, prefix), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(folder, `${prefix}${entry.name}/`) : [`${prefix}${entry.name}`],
  )
}

/**
 * Returns the stored bytes of a view package: total, needed for drawing, and by kind of file. @param {string} folder
 */
export function packageBytes(folder) {
  const files = filesBelow(folder).map((path) => ({ path, bytes: statSync(join(folder, path)).size }))
  const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0)
  /** @type {Record<string, number>} */
  const byKind = {}
  for (const { path, bytes } of files) byKind[path.split('/')[0]] = (byKind[path.split('/')[0]] ?? 0) + bytes
  return { all: sum(files), view: sum(files.filter(({ path }) => viewFilePattern.test(path))), byKind }
}

/** 16-bit words per vertex of a chunk: x, y, z and the normal. */
const wordsPerVertex = 4

/** Yields the triangle geometries of a decoded chunk at level 0, with quantised positions. */
function* meshesOfChunk({ geometries, vertex, index, firstGeometry }, uses) {
  const positions = new Uint16Array(vertex.buffer, vertex.byteOffset, vertex.byteLength / 2)
  const { count, kind, vertexStart, vertexCount, levelStart, levelCount } = geometries
  for (let row = 0; row < count; row++) {
    if (kind[row] !== 0) continue
    const first = vertexStart[row]
    const vertexIndices = index.subarray(levelStart[row * 3], levelStart[row * 3] + levelCount[row * 3])
    yield {
      positions: positions.subarray(first * wordsPerVertex, (first + vertexCount[row]) * wordsPerVertex),
      indices: vertexIndices.map((vertexIndex) => vertexIndex - first),
      uses: uses.get(firstGeometry + row) ?? 0,
    }
  }
}

/** Counts the instances of each geometry over all chunks. */
function countUses(chunks) {
  const uses = new Map()
  for (const { instances } of chunks)
    for (const geometry of instances.geometry) uses.set(geometry, (uses.get(geometry) ?? 0) + 1)
  return uses
}

/**
 * Returns the ratios of closed, consistently oriented meshes in a complete view package, computed from its triangles
 * and not from its own flags.
 * @param {string} folder
 */
export async function closedSharesOfPackage(folder) {
  const { folderFiles, PackageReader } = await import('@kamar/package-format/package-reader')
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const reader = await PackageReader.open(manifest, folderFiles(folder))
  const chunks = []
  for await (const chunk of reader.chunks()) chunks.push(chunk)
  const uses = countUses(chunks)
  return closedMeshShares(
    chunks.flatMap((chunk) => [...meshesOfChunk(chunk, uses)]),
    wordsPerVertex,
  )
}
