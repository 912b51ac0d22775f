import { collectBuffers, mapArrays, propertyBlockPath, type TreeColumns } from '@kamar/package-format/read'
import type { PackageLoader, SearchControl, SearchResult } from '../types.js'
import { asViewerError, ViewerError } from '../errors.js'
import { fetchFile } from '../stream/chunk-stream.js'
import { createBundledWorker } from './bundled-worker.js'
import { ModelQueries } from './model-queries.js'
import type { SearchEngines, SearchFiles, SearchReply, SearchRequest, SearchTask } from './search-messages.js'

/** Query engine over the files of one package. */
interface SearchEngine {
  /** Rejects with `cancelled` when the signal is aborted. */
  execute(task: SearchTask, control: SearchControl): Promise<unknown>
  close(): void
}

/** Fetches a block of properties. */
type FetchBlock = (block: number) => Promise<ArrayBuffer>

interface WaitingTask {
  resolve(result: unknown): void
  reject(error: ViewerError): void
  readonly onPartial: SearchControl['onPartial']
}

class WorkerEngine implements SearchEngine {
  readonly #worker: Worker
  readonly #fetchBlock: FetchBlock
  readonly #waiting = new Map<number, WaitingTask>()
  #next = 0
  /** Reason for which a block could not be fetched, until a task has failed with it. */
  #fetchError: ViewerError | null = null

  constructor(worker: Worker, files: SearchFiles, fetchBlock: FetchBlock) {
    this.#worker = worker
    this.#fetchBlock = fetchBlock
    worker.onmessage = (event: MessageEvent<SearchReply>) => this.#handleReply(event.data)
    worker.onerror = () => this.#fail(new ViewerError('package-damaged', 'the searching worker failed'))
    // The page keeps the columns of the tree; the worker gets copies. The browser's own copy of a message that is not
    // transferred would remain until the next garbage collection.
    const message = { ...files, tree: mapArrays(files.tree, (array) => array.slice()) }
    this.#post({ kind: 'files', files: message }, collectBuffers(message))
  }

  execute(task: SearchTask, { signal, onPartial }: SearchControl): Promise<unknown> {
    const id = this.#next++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onPartial })
      this.#post({ kind: 'task', id, task, isPartialWanted: onPartial !== undefined }, [])
      signal?.addEventListener('abort', () => {
        if (!this.#waiting.delete(id)) return
        this.#post({ kind: 'cancel', id }, [])
        reject(new ViewerError('cancelled'))
      })
    })
  }

  close(): void {
    this.#worker.terminate()
    this.#fail(new ViewerError('cancelled'))
  }

  #post(request: SearchRequest, transfer: ArrayBuffer[]): void {
    this.#worker.postMessage(request, transfer)
  }

  #handleReply(reply: SearchReply): void {
    if (reply.kind === 'block') void this.#sendBlock(reply.block)
    if (reply.kind === 'partial') this.#waiting.get(reply.id)?.onPartial?.(reply.result)
    if (reply.kind !== 'result') return
    const waiting = this.#waiting.get(reply.id)
    this.#waiting.delete(reply.id)
    if (waiting === undefined) return
    if (reply.ok) waiting.resolve(reply.result)
    else waiting.reject(this.#fetchError ?? new ViewerError('package-damaged', reply.reason))
    if (!reply.ok) this.#fetchError = null
  }

  async #sendBlock(block: number): Promise<void> {
    try {
      const bytes = await this.#fetchBlock(block)
      this.#post({ kind: 'block', block, bytes }, [bytes])
    } catch (error) {
      this.#fetchError = asViewerError(error, 'fetch-failed', propertyBlockPath(block))
      this.#post({ kind: 'block', block, bytes: null }, [])
    }
  }

  #fail(error: ViewerError): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

/** Engine without a worker; its code is fetched only where workers are unavailable. */
class InlineEngine implements SearchEngine {
  readonly #engines: Promise<SearchEngines>

  constructor(files: SearchFiles, fetchBlock: FetchBlock) {
    const readBlock = async (block: number): Promise<Uint8Array> => new Uint8Array(await fetchBlock(block))
    this.#engines = import('./search-messages.js').then((module) => module.createSearchEngines(files, readBlock))
    this.#engines.catch(() => undefined)
  }
  async execute(task: SearchTask, control: SearchControl): Promise<unknown> {
    const { executeTask } = await import('./search-messages.js')
    try {
      return await executeTask(await this.#engines, task, control)
    } catch (error) {
      if (control.signal?.aborted === true) throw new ViewerError('cancelled')
      throw asViewerError(error, 'package-damaged')
    }
  }
  close(): void {
    // There is no worker to terminate.
  }
}

/** Returns the bytes as a buffer that can be transferred; those of a view are copied. */
export const toTransferable = (bytes: ArrayBuffer | Uint8Array): ArrayBuffer =>
  bytes instanceof Uint8Array ? bytes.slice().buffer : bytes

/** Dependencies of `Search`. */
export interface SearchDependencies {
  readonly loader: PackageLoader
  readonly signal: AbortSignal
  /** Returns the tree of the package. */
  loadTree(): Promise<TreeColumns>
  /** Whether the package has property files. */
  readonly withProperties: boolean
  /** Maximum bytes of property blocks that the worker keeps. */
  readonly maxPropertyBytes: number
  readonly createWorker?: (() => Worker) | null | undefined
}

/** Text search over one package. The first query starts the worker; it requests blocks of properties from the page. */
export class Search {
  readonly #dependencies: SearchDependencies
  /** Other element queries, in the same worker. */
  readonly queries = new ModelQueries((call) => this.#execute({ kind: 'call', call }))
  #engine: Promise<SearchEngine> | null = null

  constructor(dependencies: SearchDependencies) {
    this.#dependencies = dependencies
  }

  /** Reads the properties ahead of the first query. */
  async prepare(): Promise<void> {
    await this.#execute({ kind: 'prepare' })
  }

  /** Finds elements whose name, class, id or property values contain every word of the text. */
  async search(text: string, limit = 200, control: SearchControl = {}): Promise<SearchResult> {
    return (await this.#execute({ kind: 'query', query: { text, limit } }, control)) as SearchResult
  }

  /** Returns all elements that `search` finds, ascending. */
  async findElements(text: string): Promise<Uint32Array> {
    return (await this.#execute({ kind: 'elements', text })) as Uint32Array
  }

  close(): void {
    this.#engine?.then(
      (engine) => engine.close(),
      () => undefined,
    )
    this.#engine = null
  }

  async #execute(task: SearchTask, control: SearchControl = {}): Promise<unknown> {
    this.#engine ??= this.#start().catch((error: unknown) => {
      this.#engine = null
      throw error
    })
    const engine = await this.#engine
    if (control.signal?.aborted === true) throw new ViewerError('cancelled')
    return engine.execute(task, control)
  }

  async #start(): Promise<SearchEngine> {
    const { withProperties, createWorker = createBundledWorker, maxPropertyBytes } = this.#dependencies
    const [tree, properties] = await Promise.all([
      this.#dependencies.loadTree(),
      withProperties ? this.#fetch('properties/index.bin') : null,
    ])
    // A search does not ask which elements are hidden by default.
    const files = { tree: { ...tree, hidden: new Uint8Array(0) }, properties, maxPropertyBytes }
    const fetchBlock: FetchBlock = (block) => this.#fetch(propertyBlockPath(block))
    if (createWorker === null || typeof Worker === 'undefined') return new InlineEngine(files, fetchBlock)
    return new WorkerEngine(createWorker(), files, fetchBlock)
  }

  async #fetch(path: string): Promise<ArrayBuffer> {
    return toTransferable(await fetchFile(this.#dependencies.loader, path, this.#dependencies.signal))
  }
}
