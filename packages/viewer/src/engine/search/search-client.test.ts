import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { TreeAccess } from '../model/tree-access.js'
import type { PackageLoader, SearchResult } from '../types.js'
import { noQueries } from './model-queries.js'
import { Search } from './search-client.js'
import {
  createSearchEngines,
  executeTask,
  type SearchEngines,
  type SearchReply,
  type SearchRequest,
} from './search-messages.js'

let building: TestPackage
let roles: TestBuilding
beforeAll(async () => {
  building = await writeTestPackage((scene) => void (roles = buildBuilding(scene)))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const signal = new AbortController().signal

function createLoader(files: ReadonlyMap<string, Uint8Array> = building.files) {
  const fetched: string[] = []
  const loader: PackageLoader = {
    fetchManifest: async () => null,
    fetchFile: async (path) => {
      fetched.push(path)
      const file = files.get(path)
      if (file === undefined) throw new TypeError(`no file ${path}`)
      // A view into a larger buffer, which must not be transferred.
      return Uint8Array.of(9, ...file).subarray(1)
    },
  }
  return { loader, fetched }
}

const columnQuery = {
  kind: 'test',
  field: { set: 'Common', property: 'Load' },
  operator: 'at-least',
  value: '3',
} as const

/** Worker with the real engine, on the same thread. */
class InProcessWorker {
  onmessage: ((event: { data: SearchReply }) => void) | null = null
  onerror: (() => void) | null = null
  isTerminated = false
  readonly messages: string[] = []
  isSilent = false
  #engines: Promise<SearchEngines> | null = null
  readonly #blocks = new Map<number, (bytes: ArrayBuffer | null) => void>()

  readonly #running = new Map<number, AbortController>()

  postMessage(request: SearchRequest): void {
    this.messages.push(request.kind)
    if (request.kind === 'files')
      this.#engines = createSearchEngines(structuredClone(request.files), (block) => this.#readBlock(block))
    else if (request.kind === 'block') this.#blocks.get(request.block)?.(request.bytes)
    else if (request.kind === 'cancel') this.#running.get(request.id)?.abort()
    else if (request.kind === 'task' && !this.isSilent) void this.#reply(request)
  }
  terminate(): void {
    this.isTerminated = true
  }

  #readBlock(block: number): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#blocks.set(block, (bytes) => (bytes === null ? reject(new RangeError()) : resolve(new Uint8Array(bytes))))
      this.onmessage?.({ data: { kind: 'block', block } })
    })
  }

  async #reply({ id, task }: SearchRequest & { kind: 'task' }): Promise<void> {
    try {
      const { signal } = this.#running.set(id, new AbortController()).get(id) as AbortController
      const onPartial = (result: SearchResult): void => this.onmessage?.({ data: { kind: 'partial', id, result } })
      const engines = await (this.#engines as Promise<SearchEngines>)
      const result = await executeTask(engines, task, { signal, onPartial })
      this.onmessage?.({ data: { kind: 'result', id, ok: true, result } })
    } catch (error) {
      this.onmessage?.({ data: { kind: 'result', id, ok: false, reason: String(error) } })
    }
  }
}

function createLoaderSearch(
  loader: PackageLoader,
  { withProperties, createWorker }: { withProperties: boolean; createWorker: (() => Worker) | null },
): Search {
  const loadTree = () => new TreeAccess(loader, { signal, createWorker: null }).loadColumns()
  return new Search({ loader, signal, loadTree, withProperties, maxPropertyBytes: 1e6, createWorker })
}

function createSearch(inWorker: boolean, withProperties = true) {
  const files = new Map(building.files)
  const { loader, fetched } = createLoader(files)
  const worker = new InProcessWorker()
  vi.stubGlobal('Worker', InProcessWorker)
  const createWorker = inWorker ? () => worker as unknown as Worker : null
  return { search: createLoaderSearch(loader, { withProperties, createWorker }), files, fetched, worker }
}

describe.each([
  ['in a worker', true],
  ['without a worker', false],
])('Search %s', (_, inWorker) => {
  it('finds elements by name and by property', async () => {
    const { search } = createSearch(inWorker)
    const { hits, total } = await search.search('wall')
    expect(total).toBe(3)
    expect(hits.map(({ element }) => element)).toContain(roles.wall)
    expect((await search.search('steel', 1)).total).toBe(2)
    expect((await search.search('steel', 1)).hits).toHaveLength(1)
  })

  it('reports matches in names before those in properties, and ends a search that is cancelled', async () => {
    const { search } = createSearch(inWorker)
    const totals: number[] = []
    const controller = new AbortController()
    const { signal } = controller
    const { total } = await search.search('wall', 9, { signal, onPartial: (result) => totals.push(result.total) })
    expect(totals).toEqual([3])
    expect(total).toBe(3)
    const cancelled = search.search('steel', 9, { signal })
    controller.abort()
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    expect((await search.search('steel')).total).toBe(2)
  })

  it('answers queries of the query engine', async () => {
    const { search } = createSearch(inWorker)
    const { queries } = search
    const columns = roles.columns.slice(2)
    const marked = new Uint8Array(32).fill(1)
    const load = columnQuery.field
    expect([...(await queries.filter(columnQuery, null))]).toEqual(
      [roles.wall, roles.wall + 1, ...columns].sort((a, b) => a - b),
    )
    expect((await queries.fields()).map(({ property }) => property)).toEqual(
      expect.arrayContaining(['Load', 'Layer', 'Material', 'External']),
    )
    expect(await queries.suggest(load, '3', { limit: 5 })).toEqual([{ text: '3', elements: 1 }])
    expect((await queries.values(load, marked, 9)).range).toEqual({ low: 1, high: 5 })
    const [low] = await queries.ranges(load, marked, [0.5, 1.5, 9])
    expect([...low]).toEqual([roles.columns[0]])
    expect((await queries.sets(roles.wall)).flatMap(({ properties }) => properties)).not.toEqual([])
    expect([await queries.sets(-1), await queries.sets(1e6)]).toEqual([[], []])
    expect((await queries.groups({ set: '', property: 'class' }, marked)).map(({ text }) => text)).toContain('IfcWall')
    const rows = Uint32Array.from(roles.columns)
    const order = await queries.order(rows, { field: load, descending: true })
    expect([...order]).toEqual(roles.columns.toReversed())
    expect(await queries.cells(rows, [load])).toEqual([[1, 2, 3, 4]])
    expect(await queries.csv(rows.subarray(0, 1), [load], ['Load'])).toBe('\uFEFFLoad\r\n1\r\n')
  })

  it('fetches the files once, for the first of several requests', async () => {
    const { search, fetched } = createSearch(inWorker)
    await Promise.all([search.prepare(), search.search('a'), search.queries.fields()])
    await search.search('b')
    expect(fetched).toHaveLength(new Set(fetched).size)
    expect(fetched).toEqual(expect.arrayContaining(['tree.bin', 'properties/index.bin']))
  })

  it('fetches no properties where the package has none', async () => {
    const { search, fetched } = createSearch(inWorker, false)
    expect((await search.search('steel')).total).toBe(0)
    expect((await search.search('door')).total).toBe(1)
    expect(fetched).toEqual(['tree.bin'])
  })
})

describe('Search', () => {
  it('requests a block of properties once, when it is needed', async () => {
    const { search, worker } = createSearch(true)
    await search.search('wall')
    await search.search('door')
    expect(worker.messages).toEqual(['files', 'task', 'block', 'task'])
  })

  it.each([
    ['in a worker', true],
    ['without a worker', false],
  ])('reports a block that cannot be fetched, and fetches it for the next query, %s', async (_, inWorker) => {
    vi.useFakeTimers()
    try {
      const { search, files } = createSearch(inWorker)
      const path = 'properties/000.bin'
      files.delete(path)
      const failed = search
        .search('wall')
        .catch((error: { code: string; detail: string }) => [error.code, error.detail])
      await vi.advanceTimersByTimeAsync(5000)
      expect(await failed).toEqual(['fetch-failed', path])
      files.set(path, building.files.get(path) as Uint8Array)
      expect((await search.search('wall')).total).toBe(3)
    } finally {
      vi.useRealTimers()
    }
  })

  it('returns all elements that a text finds', async () => {
    const { search } = createSearch(true)
    const { hits } = await search.search('wall')
    expect([...(await search.findElements('wall'))]).toEqual(
      hits.map(({ element }) => element).toSorted((a, b) => a - b),
    )
    expect(await search.findElements('  ')).toEqual(new Uint32Array(0))
  })

  it('rejects a query that the engine cannot answer, and answers the next', async () => {
    const { search } = createSearch(true)
    const bad = search.queries.filter({ kind: 'all', rules: [null as never] }, null)
    await expect(bad).rejects.toMatchObject({ code: 'package-damaged' })
    expect((await search.search('wall')).total).toBe(3)
  })

  it('rejects everything that waits when the worker fails, or when it is closed', async () => {
    const { search, worker } = createSearch(true)
    await search.prepare()
    worker.isSilent = true
    const failed = search.search('wall')
    await vi.waitFor(() => expect(worker.messages.filter((kind) => kind === 'task')).toHaveLength(2))
    worker.onerror?.()
    await expect(failed).rejects.toMatchObject({ code: 'package-damaged' })
    const cancelled = search.search('wall')
    await vi.waitFor(() => expect(worker.messages.filter((kind) => kind === 'task')).toHaveLength(3))
    search.close()
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' })
    expect(worker.isTerminated).toBe(true)
  })

  it('reports a damaged tree', async () => {
    const { loader } = createLoader(new Map([['tree.bin', Uint8Array.of(1, 2)]]))
    const search = createLoaderSearch(loader, { withProperties: false, createWorker: null })
    await expect(search.search('a')).rejects.toMatchObject({ code: 'package-damaged' })
    await expect(search.queries.fields()).rejects.toMatchObject({ code: 'package-damaged' })
  })

  it('tries again after a failed fetch', async () => {
    vi.useFakeTimers()
    try {
      const files = new Map<string, Uint8Array>()
      const { loader } = createLoader(files)
      const search = createLoaderSearch(loader, { withProperties: false, createWorker: null })
      const failed = search.search('door').catch((error: { code: string }) => error.code)
      await vi.advanceTimersByTimeAsync(5000)
      expect(await failed).toBe('fetch-failed')
      files.set('tree.bin', building.files.get('tree.bin') as Uint8Array)
      expect((await search.search('door')).total).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  it('does nothing when it is closed unused', () => {
    expect(() => createSearch(true).search.close()).not.toThrow()
  })
})

describe('noQueries', () => {
  it('has an empty result for every query', async () => {
    const field = { set: '', property: 'name' }
    const none = new Uint8Array(0)
    const rows = new Uint32Array(0)
    expect(await noQueries.fields()).toEqual([])
    expect(await noQueries.suggest(field, '', { limit: 9 })).toEqual([])
    expect(await noQueries.filter(columnQuery, null)).toEqual(rows)
    expect(await noQueries.values(field, none, 9)).toEqual({ groups: [], others: 0, range: null })
    expect(await noQueries.ranges(field, none, [])).toEqual([])
    expect(await noQueries.groups(field, none)).toEqual([])
    expect(await noQueries.order(rows, { field, descending: false })).toEqual(rows)
    expect(await noQueries.cells(rows, [field])).toEqual([])
    expect(await noQueries.csv(rows, [field], ['Name'])).toBe('')
  })
})
