import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parsePackPath, type PropertySet } from '@kamar/core'
import { describe, expect, it, vi } from 'vitest'
import { brotliCompressSync } from 'node:zlib'
import { encodeChunk, encodePropertyBlock, encodePropertyIndex, encodeTree, encoderReady } from '../index.js'
import { noParent, type Manifest, type PropertyIndex } from '../read.js'
import { folderFiles } from './folder-files.js'
import { PackageReader, type StoredFiles } from './package-reader.js'
import { RecentBlocks } from './recent-blocks.js'

await encoderReady

const none = new Uint32Array(0)
const createChunk = (firstInstance: number): Uint8Array =>
  encodeChunk({
    firstGeometry: 0,
    firstMaterial: 0,
    firstInstance,
    geometries: [],
    instances: { node: none, geometry: none, material: none, linear: none, translation: new Float32Array(0) },
    linear: new Float32Array(0),
    materials: { color: new Uint8Array(0), names: [] },
  })

const createSet = (number: number): PropertySet => ({
  name: `set ${number}`,
  properties: [{ name: 'n', value: number }],
})

/** Two elements with three sets in two blocks. */
const contents: Record<string, { readonly bytes: Uint8Array; readonly encoding: 'br' | 'identity' }> = {
  'scene/000.bin': { bytes: createChunk(5), encoding: 'br' },
  'scene/001.bin': { bytes: createChunk(6), encoding: 'identity' },
  'tree.bin': {
    bytes: encodeTree({
      count: 2,
      parent: Uint32Array.of(noParent, 0),
      classNames: ['a'],
      classIndex: new Uint16Array(2),
      hidden: new Uint8Array(2),
      name: (element) => `n${element}`,
      sourceId: () => '',
    }),
    encoding: 'br',
  },
  'properties/index.bin': {
    bytes: encodePropertyIndex({
      elementCount: 2,
      setStart: Uint32Array.of(0, 2, 4),
      setNumbers: Uint32Array.of(0, 1, 2, 0),
      blockStart: Uint32Array.of(0, 2, 3),
    }),
    encoding: 'br',
  },
  'properties/000.bin': { bytes: encodePropertyBlock([createSet(0), createSet(1)], 0), encoding: 'br' },
  'properties/001.bin': { bytes: encodePropertyBlock([createSet(2)], 2), encoding: 'br' },
  'textures/003.webp': { bytes: Uint8Array.of(1, 2, 3), encoding: 'identity' },
}

const sha256 = '0'.repeat(64)
const describeFile = (path: string): Manifest['chunks'][number] => ({
  path,
  size: 1,
  sha256,
  geometries: 0,
  instances: 0,
  triangles: 0,
})
const manifest: Manifest = {
  format: 'kamar-view-package',
  version: 3,
  state: 'complete',
  writer: 'test',
  source: { bytes: 1, formatId: 'ifc', reader: 'ifc 1' },
  unit: { name: 'metre', metres: 1 },
  origin: [0, 0, 0],
  georeference: null,
  bounds: null,
  counts: { nodes: 2, meshes: 0, instances: 0, triangles: 0, placedTriangles: 0, lines: 0, sheets: 0, materials: 0 },
  report: null,
  chunks: ['scene/001.bin', 'scene/000.bin'].map(describeFile),
  files: Object.entries(contents).map(([path, { encoding }]) => ({ path, size: 1, sha256, encoding })),
}

const readStored: StoredFiles = (path) => {
  const file = contents[path]
  if (file === undefined) return Promise.reject(new Error(`no file ${path}`))
  return Promise.resolve(file.encoding === 'br' ? brotliCompressSync(file.bytes) : file.bytes)
}

describe('PackageReader', () => {
  it('yields the chunks in the order of the manifest', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    const firstInstances: number[] = []
    for await (const { firstInstance } of reader.chunks()) firstInstances.push(firstInstance)
    expect(firstInstances).toEqual([6, 5])
    expect(reader.manifest).toBe(manifest)
  })

  it('decompresses exactly the files that the manifest states to be compressed', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    for (const [path, { bytes }] of Object.entries(contents))
      expect(new Uint8Array(await reader.file(path)), path).toEqual(bytes)
    await expect(reader.file('scene/002.bin')).rejects.toThrow('no file scene/002.bin')
  })

  it('reads the tree, complete or with other objects hidden', async () => {
    const [all, one] = await Promise.all(
      [null, [2]].map(async (objectIds) => (await PackageReader.open(manifest, readStored, objectIds)).tree()),
    )
    expect([all.name(1), [...all.hidden]]).toEqual(['n1', [0, 0]])
    expect([one.name(1), [...one.hidden]]).toEqual(['n1', [1, 0]])
    const reader = await PackageReader.open(manifest, readStored, [3])
    await expect(reader.tree()).rejects.toThrow(new RangeError('there is no object 3'))
    await expect((await PackageReader.open(manifest, readStored, [0])).tree()).rejects.toThrow('no object 0')
  })

  it('reads images that the package has', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    expect(await reader.image(3)).toEqual(Uint8Array.of(1, 2, 3))
    expect(await reader.image(2)).toBeNull()
  })

  it('reads property sets by block', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    expect([...(await reader.propertyIndex()).setsOf(1)]).toEqual([2, 0])
    expect((await reader.propertyBlock(1)).set(2)).toEqual(createSet(2))
  })

  it('refuses invalid manifests and incomplete packages', async () => {
    await expect(PackageReader.open({ ...manifest, version: 6 }, readStored)).rejects.toThrow('manifest field version')
    await expect(PackageReader.open({ ...manifest, state: 'inprogress' }, readStored)).rejects.toThrow(
      new RangeError('the package is not complete'),
    )
  })
})

describe('package with packs', () => {
  const names = Object.keys(contents)
  const [first, ...rest] = names.map((path) => Buffer.from(contents[path].bytes))
  /** The first file, and all others together. */
  const streams = [brotliCompressSync(first), brotliCompressSync(Buffer.concat(rest))]
  const pack = Buffer.concat(streams)
  const locate = (at: number) =>
    at === 0
      ? { offset: 0, size: streams[0].length, start: 0 }
      : {
          offset: streams[0].length,
          size: streams[1].length,
          start: rest.slice(0, at - 1).reduce((sum, { length }) => sum + length, 0),
        }
  const inPack: Manifest = {
    ...manifest,
    version: 5,
    files: names.map((path, at) => ({
      path,
      size: contents[path].bytes.length,
      sha256,
      encoding: 'identity',
      location: { pack: 'scene/000.pack', ...locate(at) },
    })),
    packs: [{ path: 'scene/000.pack', size: pack.length, sha256, encoding: 'identity' }],
  }

  it('is read by streams, each once', async () => {
    const requested: string[] = []
    const reader = await PackageReader.open(inPack, async (path) => {
      requested.push(path)
      const range = parsePackPath(path)
      return pack.subarray(range?.start, (range?.end ?? 0) + 1)
    })
    for (const path of names) expect(await reader.file(path)).toEqual(Buffer.from(contents[path].bytes))
    expect(requested).toEqual([
      `scene/000.pack/0-${streams[0].length - 1}`,
      `scene/000.pack/${streams[0].length}-${pack.length - 1}`,
    ])
    const firstInstances: number[] = []
    for await (const { firstInstance } of reader.chunks()) firstInstances.push(firstInstance)
    expect(firstInstances).toEqual([6, 5])
  })

  it('is read from a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'kamar-packs-'))
    try {
      await mkdir(join(folder, 'scene'))
      await writeFile(join(folder, 'scene/000.pack'), pack)
      await writeFile(join(folder, 'tree.bin'), streams[0])
      const reader = await PackageReader.open(inPack, folderFiles(folder))
      for (const path of names) expect(await reader.file(path)).toEqual(Buffer.from(contents[path].bytes))
      expect(Buffer.from(await folderFiles(folder)('tree.bin'))).toEqual(streams[0])
      await expect(folderFiles(folder)('scene/001.pack/0-4')).rejects.toThrow('ENOENT')
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('RecentBlocks', () => {
  it('reads the sets of an element in order, and none of an element without an entry', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    const blocks = new RecentBlocks(reader, await reader.propertyIndex())
    expect(await blocks.readSets(1)).toEqual([createSet(2), createSet(0)])
    expect(await blocks.readSets(0)).toEqual([createSet(0), createSet(1)])
    for (const element of [2, 3]) expect(await blocks.readSets(element)).toEqual([])
    expect(await blocks.set(1)).toEqual(createSet(1))
  })

  it('reads a block once', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    const readBlock = vi.spyOn(reader, 'propertyBlock')
    const blocks = new RecentBlocks(reader, await reader.propertyIndex())
    for (const element of [0, 1, 0, 1]) await blocks.readSets(element)
    for (const set of [0, 1, 2]) await blocks.set(set)
    expect(readBlock.mock.calls).toEqual([[0], [1]])
  })

  it('caches 64 blocks and evicts the one that was read first', async () => {
    const reader = await PackageReader.open(manifest, readStored)
    const index = { elementCount: 100, findBlock: (set: number) => set } as Partial<PropertyIndex> as PropertyIndex
    const readBlock = vi
      .spyOn(reader, 'propertyBlock')
      .mockImplementation((block) => Promise.resolve({ firstSet: block, setCount: 1, set: createSet }))
    const blocks = new RecentBlocks(reader, index)
    for (let set = 0; set < 64; set++) await blocks.set(set)
    await blocks.set(0)
    expect(readBlock).toHaveBeenCalledTimes(64)
    await blocks.set(64)
    await blocks.set(1)
    expect(readBlock).toHaveBeenCalledTimes(65)
    await blocks.set(0)
    expect(readBlock.mock.calls.slice(64)).toEqual([[64], [0]])
  })
})
