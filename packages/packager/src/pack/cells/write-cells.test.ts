import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  cellRank,
  decodeCellElements,
  decodeCells,
  decodeChunk,
  decodeExterior,
  noProxy,
  type CellElements,
  type CellTree,
  type Chunk,
  type Manifest,
} from '@kamar/package-format'
import { at, boxMesh, plainReport, WrittenPackage } from '../../test-support/written-package.js'
import { cellLimits } from './cell-limits.js'

/** Limits with which a model of some hundred elements has several levels of cells. */
const limits = {
  ...cellLimits,
  minInstances: 500,
  leafInstances: 60,
  proxyInstances: 40,
  proxyTriangles: 1000,
  packBytes: 4000,
  streamBytes: 12_000,
}
const side = 30

const computeSha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Writes a field of boxes of two sizes, no two of one shape, and some large ones. */
async function writeField(minInstances = limits.minInstances): Promise<WrittenPackage> {
  const viewPackage = new WrittenPackage({}, { cellLimits: { ...limits, minInstances } })
  const root = viewPackage.addRoot()
  const set = viewPackage.writer.addPropertySet({ name: 'site', properties: [{ name: 'side', value: side }] })
  viewPackage.writer.assignPropertySets(root, [set])
  for (let number = 0; number < side * side; number++) {
    const [x, y] = [number % side, Math.floor(number / side)]
    viewPackage.addPart(boxMesh(1 + number * 1e-3, 1, number % 7 === 0 ? 4 : 2), at(x * 3, y * 3, 0))
  }
  for (let number = 0; number < 4; number++) viewPackage.addPart(boxMesh(80, 1 + number, 1), at(0, number * 20, -3))
  await viewPackage.writer.finish(plainReport)
  return viewPackage
}

let viewPackage: WrittenPackage
let manifest: Manifest
let tree: CellTree
let elements: CellElements
let chunks: Chunk[]
let proxies: Chunk[]

beforeAll(async () => {
  viewPackage = await writeField()
  manifest = viewPackage.manifest()
  chunks = await viewPackage.chunks()
  proxies = (manifest.proxies ?? []).map(({ path }) => decodeChunk(viewPackage.bytes(path)))
  tree = decodeCells(viewPackage.bytes('cells.bin'), { chunks: chunks.length, proxies: proxies.length })
  elements = decodeCellElements(viewPackage.bytes('cell-elements.bin'), chunks.length)
})

/** Returns the chunks of a node and of everything below it. */
function listChunksBelow(node: number): number[] {
  const own = Array.from({ length: tree.chunkCount[node] }, (_, index) => tree.firstChunk[node] + index)
  const children = Array.from({ length: tree.childCount[node] }, (_, index) => tree.firstChild[node] + index)
  return [...own, ...children.flatMap(listChunksBelow)]
}

const leaves = (): number[] => [...tree.childCount.keys()].filter((node) => tree.childCount[node] === 0)
const innerCells = (): number[] => [...tree.childCount.keys()].filter((node) => tree.childCount[node] > 0)

const listElements = (numbers: readonly number[]): Set<number> =>
  new Set(numbers.flatMap((number) => [...chunks[number].instances.node]))

describe('package of a large model', () => {
  it('has version 5 and lists every file', () => {
    expect(manifest.version).toBe(5)
    const paths = new Set(manifest.files.map(({ path }) => path))
    for (const path of [
      'cells.bin',
      'cell-elements.bin',
      ...[...manifest.chunks, ...(manifest.proxies ?? [])].map((chunk) => chunk.path),
    ])
      expect(paths).toContain(path)
  })

  it('stores its chunks one after the other in a few packs', () => {
    const packs = (manifest.packs ?? []).map(({ path }) => path)
    expect(packs).toContain('properties/000.pack')
    expect(viewPackage.readProperties(0)).toEqual([{ name: 'site', properties: [{ name: 'side', value: side }] }])
    const scenePacks = packs.filter((path) => path.startsWith('scene/'))
    expect(scenePacks.length).toBeGreaterThan(2)
    expect(scenePacks.length).toBeLessThan(manifest.chunks.length / 2)
    expect(scenePacks).toEqual(scenePacks.map((_, number) => `scene/${String(number).padStart(3, '0')}.pack`))
    const isChunk = (path: string): boolean => /^(scene|proxies|properties\/\d)/.test(path)
    expect([...viewPackage.files.keys()].filter(isChunk).toSorted()).toEqual(packs)
    for (const { path, size, sha256 } of manifest.packs ?? []) {
      const stored = viewPackage.files.get(path) ?? new Uint8Array(0)
      expect([stored.length, computeSha256(stored)]).toEqual([size, sha256])
      const members = manifest.files.filter(({ location }) => location?.pack === path)
      const streams = new Map(members.map(({ location }) => [location?.offset ?? 0, location?.size ?? 0]))
      expect([...streams.values()].reduce((sum, streamSize) => sum + streamSize, 0)).toBe(size)
      expect(
        [...streams].every(([offset, streamSize]) => offset + streamSize === size || streams.has(offset + streamSize)),
      ).toBe(true)
      expect(size).toBeLessThanOrEqual(Math.max(limits.packBytes, ...(streams.size === 1 ? [size] : [])))
    }
  })

  it('states size and hash of the content of each file in a pack', () => {
    const members = manifest.files.filter(({ location }) => location !== undefined)
    expect(members.length).toBe(manifest.chunks.length + (manifest.proxies?.length ?? 0) + 1)
    for (const { path, size, sha256, encoding } of members) {
      const bytes = viewPackage.bytes(path)
      expect([bytes.length, computeSha256(bytes), encoding]).toEqual([size, sha256, 'identity'])
    }
    const streams = new Set(members.map(({ location }) => `${location?.pack} ${location?.offset}`))
    expect(streams.size).toBeLessThan(members.length / 2)
    for (const { path, size, sha256 } of [...manifest.chunks, ...(manifest.proxies ?? [])])
      expect(members).toContainEqual(expect.objectContaining({ path, size, sha256 }))
  })

  it('is viewPackage below the limit as before, without cells', async () => {
    const small = (await writeField(10_000)).manifest()
    expect([small.version, small.proxies, small.packs]).toEqual([2, undefined, undefined])
    expect(small.files.map(({ path }) => path)).not.toContain('cells.bin')
  })

  it('contains every instance once, in chunks with geometries and materials of their own', () => {
    const nodes = chunks.flatMap((chunk) => [...chunk.instances.node]).toSorted((one, other) => one - other)
    expect(nodes).toEqual(Array.from({ length: side * side + 4 }, (_, number) => number + 1))
    for (const { instances, firstGeometry, firstMaterial, firstInstance } of chunks) {
      expect(Math.min(...instances.geometry)).toBe(firstGeometry)
      expect(Math.min(...instances.material)).toBe(firstMaterial)
      expect(firstInstance).toBeGreaterThanOrEqual(0)
    }
    const last = chunks[chunks.length - 1]
    expect(manifest.counts.materials).toBe(last.firstMaterial + last.materials.names.length)
    expect(decodeExterior(viewPackage.bytes('exterior.bin')).instanceCount).toBe(manifest.counts.instances)
  })

  it('splits space into cells of limited content, large elements in large cells', () => {
    expect(tree.nodeCount).toBeGreaterThan(12)
    const countElements = (node: number): number => listElements(listChunksBelow(node)).size
    for (const node of leaves()) expect(countElements(node)).toBeLessThanOrEqual(limits.leafInstances)
    for (const node of innerCells()) expect(countElements(node)).toBeGreaterThan(limits.leafInstances)
    const rootElements = listElements([...Array(tree.chunkCount[0]).keys()])
    for (let number = 1; number <= 4; number++) expect(rootElements).toContain(side * side + number)
    expect([...tree.chunkRank].every((rank) => rank === cellRank.exterior)).toBe(true)
  })

  it('has a proxy for each inner cell, with elements in it and below, the largest among them', () => {
    for (const node of leaves()) expect(tree.proxy[node]).toBe(noProxy)
    for (const node of innerCells()) {
      const proxyElements = proxies[tree.proxy[node]].instances.node
      const below = listElements(listChunksBelow(node))
      expect(proxyElements.length).toBe(Math.min(limits.proxyInstances, below.size))
      for (const element of proxyElements) expect(below).toContain(element)
      expect(tree.error[node]).toBeGreaterThan(0)
    }
    for (let number = 1; number <= 4; number++)
      expect(proxies[tree.proxy[0]].instances.node).toContain(side * side + number)
  })

  it('states the box and the chunks of each element', () => {
    const [low, high] = [tree.box.subarray(0, 3), tree.box.subarray(3, 6)]
    const toMetres = (element: number, index: number): number =>
      low[index % 3] + (elements.box[element * 6 + index] / 65_535) * (high[index % 3] - low[index % 3])
    expect(elements.count).toBe(side * side + 5)
    expect(elements.start[1] - elements.start[0]).toBe(0)
    for (let element = 1; element < elements.count; element++) {
      const own = [...elements.chunks.subarray(elements.start[element], elements.start[element + 1])]
      expect(own.length).toBe(1)
      expect(chunks[own[0]].instances.node).toContain(element)
    }
    // Element 1 + x + y × side is a box at 3 x, 3 y.
    const box = [0, 1, 2, 3, 4, 5].map((index) => toMetres(1 + 5 + 4 * side, index))
    for (const [index, value] of [15, 12, 0, 16.125, 13, 2].entries()) expect(box[index]).toBeCloseTo(value, 1)
  })

  it('states the vertices and indices of each chunk', () => {
    for (const [number, chunk] of [...chunks, ...proxies].entries()) {
      expect(tree.vertices[number]).toBe(chunk.vertex.byteLength / 8)
      expect(tree.indices[number]).toBe(chunk.index.length + chunk.edge.length + 2 * chunk.geometries.count)
    }
  })

  it('is the same for a second run', async () => {
    const again = await writeField()
    expect(new Set(again.files.keys())).toEqual(new Set(viewPackage.files.keys()))
    for (const [path, bytes] of again.files) expect(Buffer.compare(bytes, viewPackage.stored(path)), path).toBe(0)
  })
})
