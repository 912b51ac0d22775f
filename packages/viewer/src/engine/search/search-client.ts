import { decoderReady, propertyBlockPath } from '@kamar/package-format/read'
import type { PackageLoader, SearchResult } from '../types.js'
import { asViewerError, ViewerError } from '../errors.js'
import { fetchFile } from '../stream/chunk-stream.js'
import { ModelQueries } from './model-queries.js'
import type { SearchQuery } from './search-index.js'
import type { QueryCall, SearchReply, SearchFiles, SearchRequest, SearchEngines } from './search-messages.js'

/** Query engine over the files of one package. */
interface SearchEngine {
  search(query: SearchQuery): Promise<SearchResult>
  call(call: QueryCall): Promise<unknown>
  close(): void
}

class WorkerEngine implements SearchEngine {
  readonly #worker: Worker
  readonly #waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: ViewerError) => void }>()
  #next = 0

  constructor(worker: Worker, files: SearchFiles) {
    this.#worker = worker
    worker.onmessage = (event: MessageEvent<SearchReply>) => this.#handleReply(event.data)
    worker.onerror = () => this.#fail(new ViewerError('package-damaged', 'the searching worker failed'))
    const buffers = [
      files.tree,
      ...(files.properties === null ? [] : [files.properties.index, ...files.properties.blocks]),
    ]
    this.#post({ kind: 'files', files }, [...new Set(buffers)])
  }

  async search(query: SearchQuery): Promise<SearchResult> {
    return (await this.#request((id) => ({ kind: 'query', id, query }))) as SearchResult
  }
  call(call: QueryCall): Promise<unknown> {
    return this.#request((id) => ({ kind: 'call', id, call }))
  }

  close(): void {
    this.#worker.terminate()
    this.#fail(new ViewerError('cancelled'))
  }

  #request(requestOf: (id: number) => SearchRequest): Promise<unknown> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#post(requestOf(id), [])
    })
  }

  #post(request: SearchRequest, transfer: ArrayBuffer[]): void {
    this.#worker.postMessage(request, transfer)
  }

  #handleReply(reply: SearchReply): void {
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (reply.ok) waiting?.resolve(reply.result)
    else waiting?.reject(new ViewerError('package-damaged', reply.reason))
  }

  #fail(error: ViewerError): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

/** Engine without a worker; its code is fetched only where workers are unavailable. */
class InlineEngine implements SearchEngine {
  readonly #engines: Promise<SearchEngines>
  constructor(files: SearchFiles) {
    this.#engines = import('./search-messages.js').then(({ buildSearchEngines }) => buildSearchEngines(files))
  }
  search(query: SearchQuery): Promise<SearchResult> {
    return this.#with(({ index }) => index.search(query))
  }
  async call(call: QueryCall): Promise<unknown> {
    const { executeCall } = await import('./search-messages.js')
    return this.#with((engines) => executeCall(engines, call))
  }
  async #with<Result>(reply: (engines: SearchEngines) => Result): Promise<Result> {
    try {
      return reply(await this.#engines)
    } catch (error) {
      throw asViewerError(error, 'package-damaged')
    }
  }
  close(): void {
    // There is no worker to terminate.
  }
}

const bundledWorker = (): Worker =>
  new Worker(new URL('./search-worker.js', import.meta.url), { type: 'module', name: 'kamar-search' })

const asBuffer = (bytes: ArrayBuffer | Uint8Array): ArrayBuffer =>
  bytes instanceof Uint8Array ? bytes.slice().buffer : bytes

async function fetchSearchFiles(
  loader: PackageLoader,
  signal: AbortSignal,
  withProperties: boolean,
): Promise<SearchFiles> {
  const get = async (path: string): Promise<ArrayBuffer> => asBuffer(await fetchFile(loader, path, signal))
  const tree = get('tree.bin')
  tree.catch(() => undefined)
  if (!withProperties) return { tree: await tree, properties: null }
  const index = await get('properties/index.bin')
  await decoderReady
  const { propertyDecoders } = await import('../stream/property-decoders.js')
  const { blockCount } = propertyDecoders.index(new Uint8Array(index))
  const blocks = await Promise.all(Array.from({ length: blockCount }, (_, block) => get(propertyBlockPath(block))))
  return { tree: await tree, properties: { index, blocks } }
}

/** Text search over one package. The first query fetches the files and starts the worker. */
export class Search {
  readonly #parts: {
    readonly loader: PackageLoader
    readonly signal: AbortSignal
    readonly withProperties: boolean
    readonly createWorker: (() => Worker) | null
  }
  /** Other element queries, in the same worker. */
  readonly queries = new ModelQueries(async (call) => (await this.#ready()).call(call))
  #engine: Promise<SearchEngine> | null = null

  constructor(parts: {
    readonly loader: PackageLoader
    readonly signal: AbortSignal
    /** Whether the package has property files. */
    readonly withProperties: boolean
    readonly createWorker?: (() => Worker) | null | undefined
  }) {
    this.#parts = { ...parts, createWorker: parts.createWorker === undefined ? bundledWorker : parts.createWorker }
  }

  /** Fetches the files and builds the index ahead of the first query. */
  async prepare(): Promise<void> {
    await this.#ready()
  }

  /** Finds elements whose name, class, id or property values contain every word of the text. */
  async search(text: string, limit = 200): Promise<SearchResult> {
    return (await this.#ready()).search({ text, limit })
  }

  close(): void {
    this.#engine?.then(
      (engine) => engine.close(),
      () => undefined,
    )
    this.#engine = null
  }

  #ready(): Promise<SearchEngine> {
    this.#engine ??= this.#start().catch((error: unknown) => {
      this.#engine = null
      throw error
    })
    return this.#engine
  }

  async #start(): Promise<SearchEngine> {
    const { loader, signal, withProperties, createWorker } = this.#parts
    const files = await fetchSearchFiles(loader, signal, withProperties)
    if (createWorker === null || typeof Worker === 'undefined') return new InlineEngine(files)
    return new WorkerEngine(createWorker(), files)
  }
}
