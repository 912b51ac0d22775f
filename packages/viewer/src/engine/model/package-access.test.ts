import { encodePropertyBlock, encodePropertyIndex, propertyBlockPath, type Manifest } from '@kamar/package-format'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { encodeTestTree } from '../../testing/search-sources.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { PackageLoader } from '../types.js'
import { decodeTransferableTree, type SearchReply } from '../search/search-messages.js'
import { Properties } from './properties.js'
import { TreeAccess } from './tree-access.js'

let building: TestPackage
let roles: TestBuilding
let manifest: Manifest

beforeAll(async () => {
  building = await writeTestPackage((scene) => void (roles = buildBuilding(scene)))
  manifest = building.manifest
})

/** Creates a loader of a package that counts its fetches; `damage` replaces files. */
function createLoader(source: TestPackage, damage: Readonly<Record<string, Uint8Array | Error>> = {}) {
  const fetched: string[] = []
  const loader: PackageLoader = {
    fetchManifest: async () => manifest,
    fetchFile: async (path) => {
      fetched.push(path)
      const file = damage[path] ?? source.files.get(path)
      if (file === undefined || file instanceof Error) throw file ?? new Error(`no file ${path}`)
      return fetched.length % 2 === 0 ? file.slice() : (file.slice().buffer as ArrayBuffer)
    },
  }
  return { loader, fetched }
}
const signal = new AbortController().signal

describe('TreeAccess', () => {
  it('fetches the tree once and keeps it', async () => {
    const { loader, fetched } = createLoader(building)
    const access = new TreeAccess(loader, { signal })
    expect(access.now).toBeNull()
    const [one, other] = await Promise.all([access.load(), access.load()])
    expect(one).toBe(other)
    expect([access.now, fetched]).toEqual([one, ['tree.bin']])
    expect(one.name(roles.door)).toBe('Door')
  })

  it('reports a damaged tree, and fetches it again at the next call', async () => {
    const damage: Record<string, Uint8Array> = { 'tree.bin': Uint8Array.of(1, 2, 3) }
    const { loader, fetched } = createLoader(building, damage)
    const access = new TreeAccess(loader, { signal })
    await expect(access.load()).rejects.toMatchObject({ code: 'package-damaged', detail: 'tree.bin' })
    expect(access.now).toBeNull()
    delete damage['tree.bin']
    expect((await access.load()).count).toBeGreaterThan(5)
    expect(fetched).toEqual(['tree.bin', 'tree.bin'])
  })

  describe('TreeAccess of a large tree', () => {
    const names = Array.from({ length: 60_000 }, (_, element) => ({ name: `Wall ${element * 7919}`, class: 'IfcWall' }))
    const large = encodeTestTree(names)
    let terminated = 0
    class FakeWorker {
      onmessage: ((event: { data: SearchReply }) => void) | null = null
      onerror: (() => void) | null = null
      postMessage({ bytes }: { bytes: ArrayBuffer }): void {
        void decodeTransferableTree(bytes).then(([tree]) =>
          this.onmessage?.({ data: { kind: 'tree', tree, reason: '' } }),
        )
      }
      terminate(): void {
        terminated++
      }
    }
    const createAccess = (worker: unknown, own = signal) => {
      vi.stubGlobal('Worker', FakeWorker)
      const { loader } = createLoader(building, { 'tree.bin': large })
      return new TreeAccess(loader, { signal: own, createWorker: () => worker as Worker })
    }
    afterEach(() => {
      vi.unstubAllGlobals()
    })

    it('terminates the worker after it decoded the tree', async () => {
      terminated = 0
      const tree = await createAccess(new FakeWorker()).load()
      expect([tree.count, tree.name(59_999), terminated]).toEqual([60_000, names[59_999].name, 1])
    })

    it('rejects where the tree is damaged, the worker fails or the model is closed', async () => {
      const createWorker = (reply: (worker: FakeWorker) => void) => {
        const worker = new FakeWorker()
        worker.postMessage = () => reply(worker)
        return worker
      }
      const damaged = createWorker((worker) =>
        worker.onmessage?.({ data: { kind: 'tree', tree: null, reason: 'RangeError' } }),
      )
      await expect(createAccess(damaged).load()).rejects.toMatchObject({ code: 'package-damaged', detail: 'tree.bin' })
      const failed = createWorker((worker) => worker.onerror?.())
      await expect(createAccess(failed).load()).rejects.toMatchObject({ code: 'package-damaged' })
      const closing = new AbortController()
      const silent = createWorker(() => closing.abort())
      await expect(createAccess(silent, closing.signal).load()).rejects.toMatchObject({ code: 'cancelled' })
    })
  })

  it('adds the descendants of elements without a shape, and those alone', async () => {
    const access = new TreeAccess(createLoader(building).loader, { signal })
    const storeys = new Set([roles.ground, roles.upper])
    const hasShape = (element: number): boolean => element !== 0 && !storeys.has(element)
    expect(access.withDescendants([roles.upper, 99], hasShape)).toEqual([roles.upper, 99])
    await access.load()
    const { ground, upper, door, upperSlab, upperWall, columns } = roles
    expect(access.withDescendants([door], hasShape)).toEqual([door])
    const above = access.withDescendants([upper], hasShape)
    expect(new Set(above)).toEqual(new Set([upper, upperSlab, upperWall, ...columns]))
    expect(above).toHaveLength(new Set(above).size)
    const all = access.withDescendants([0, upper, door], hasShape)
    expect(all).toHaveLength(access.now?.count ?? 0)
    // A number of another model, for example of a saved view, is none of this one.
    expect(access.withDescendants([all.length + 3, door], (element) => element === door)).toEqual([door])
    // A storey with a shape of its own, such as a terrain, does not include what stands on it.
    expect(access.withDescendants([ground], () => true)).toEqual([ground])
  })
})

describe('Properties', () => {
  it('reads the property sets of an element, and none for others', async () => {
    const { loader, fetched } = createLoader(building)
    const properties = new Properties(loader, signal)
    const values = async (element: number): Promise<unknown> =>
      (await properties.of(element)).map(({ name, properties: all }) => [
        name,
        Object.fromEntries(all.map((one) => [one.name, one.value])),
      ])
    expect(await values(roles.columns[2])).toEqual([['Common', { Load: 3, Layer: 'S-COLS', Material: 'Steel' }]])
    expect(await values(roles.slab)).toEqual([['Common', { Layer: 'S-SLAB' }]])
    expect([await values(roles.door), await values(-1), await values(1e6)]).toEqual([[], [], []])
    expect(fetched.filter((path) => path === 'properties/index.bin')).toHaveLength(1)
    expect(fetched).toHaveLength(new Set(fetched).size)
  })

  it('leaves the elements of a large model to the search worker', async () => {
    const { loader, fetched } = createLoader(building)
    const sets = [{ name: 'Common', properties: [] }]
    const properties = new Properties(loader, signal, (element) => (element === 3 ? Promise.resolve(sets) : null))
    expect(await properties.of(3)).toBe(sets)
    expect(fetched).toEqual([])
    expect(await properties.of(roles.wall)).not.toEqual([])
  })

  it('tries a damaged index and a damaged block again', async () => {
    const damage: Record<string, Uint8Array> = { 'properties/index.bin': Uint8Array.of(9) }
    const { loader } = createLoader(building, damage)
    const properties = new Properties(loader, signal)
    await expect(properties.of(roles.slab)).rejects.toMatchObject({
      code: 'package-damaged',
      detail: 'properties/index.bin',
    })
    delete damage['properties/index.bin']
    const [block] = [...building.files.keys()].filter((path) => /properties\/\d+/.test(path))
    damage[block] = Uint8Array.of(9)
    await expect(properties.of(roles.slab)).rejects.toMatchObject({ code: 'package-damaged', detail: block })
    delete damage[block]
    expect(await properties.of(roles.slab)).toHaveLength(1)
  })

  it('keeps the 32 blocks used last', async () => {
    // Every element has a set of its own, in a block of its own.
    const numbers = Uint32Array.from({ length: 40 }, (_, at) => at)
    const starts = Uint32Array.of(...numbers, 40)
    const index = { elementCount: 40, setStart: starts, setNumbers: numbers, blockStart: starts }
    const files = new Map<string, Uint8Array>([['properties/index.bin', encodePropertyIndex(index)]])
    for (const at of numbers) {
      const set = { name: `S${at}`, properties: [{ name: 'P', value: at }] }
      files.set(propertyBlockPath(at), encodePropertyBlock([set], at))
    }
    const { loader, fetched } = createLoader({ ...building, files })
    const properties = new Properties(loader, signal)
    const countFetches = async (element: number): Promise<number> => {
      const before = fetched.length
      expect((await properties.of(element)).map(({ name }) => name)).toEqual([`S${element}`])
      return fetched.length - before
    }
    // The index and a block.
    expect(await countFetches(0)).toBe(2)
    expect(await countFetches(1)).toBe(1)
    // The first block is used again and again; the second goes when there are 32 newer ones.
    for (let element = 2; element < 34; element++) {
      expect(await countFetches(element)).toBe(1)
      expect(await countFetches(0)).toBe(0)
    }
    expect([await countFetches(33), await countFetches(1)]).toEqual([0, 1])
  })
})
