import { decoderReady, type ModelTree, type TreeColumns } from '@kamar/package-format/read'
import type { PackageLoader } from '../types.js'
import { ViewerError } from '../errors.js'
import { createBundledWorker } from '../search/bundled-worker.js'
import { toTransferable } from '../search/search-client.js'
import type { SearchReply } from '../search/search-messages.js'
import { fetchFile } from '../stream/chunk-stream.js'

const treePath = 'tree.bin'
/** Trees above this size, about 15,000 elements, are decoded in a worker: below, starting one takes longer. */
const maxInlineBytes = 1024 * 1024

const decoders = async () => (await import('../stream/tree-decoders.js')).treeDecoders

/** Lazy-loaded model tree, stored as typed arrays. */
export class TreeAccess {
  readonly #loader: PackageLoader
  readonly #signal: AbortSignal
  readonly #createWorker: (() => Worker) | null
  #columns: Promise<TreeColumns> | null = null
  #tree: Promise<ModelTree> | null = null
  #now: ModelTree | null = null

  constructor(
    loader: PackageLoader,
    {
      signal,
      createWorker = createBundledWorker,
    }: {
      readonly signal: AbortSignal
      readonly createWorker?: (() => Worker) | null | undefined
    },
  ) {
    this.#loader = loader
    this.#signal = signal
    this.#createWorker = typeof Worker === 'undefined' ? null : createWorker
  }

  /** The tree, if loaded. */
  get now(): ModelTree | null {
    return this.#now
  }

  /** Loads the tree; a failed fetch is retried at the next call. */
  load(): Promise<ModelTree> {
    this.#tree ??= this.loadColumns()
      .then(async (columns) => (this.#now = (await decoders()).tree(columns)))
      .catch((error: unknown) => {
        this.#tree = null
        throw error
      })
    return this.#tree
  }

  /** Loads the columns of the tree, likewise. */
  loadColumns(): Promise<TreeColumns> {
    this.#columns ??= this.#fetch().catch((error: unknown) => {
      this.#columns = null
      throw error
    })
    return this.#columns
  }

  /**
   * Returns the elements with all descendants of those that have no shape of their own: a storey includes everything on
   * it, but a clicked terrain does not include the building below it in the tree. Omits numbers that are not in the tree.
   * Without a tree, returns the elements alone.
   */
  withDescendants(elements: Iterable<number>, hasShape: (element: number) => boolean): number[] {
    const tree = this.#now
    if (tree === null) return [...elements]
    const result: number[] = []
    const isListed = new Uint8Array(tree.count)
    const stack: number[] = []
    for (const element of elements) {
      if (!hasShape(element)) stack.push(element)
      else if (element >= tree.count) result.push(element)
      else if (isListed[element] === 0) isListed[element] = result.push(element) > 0 ? 1 : 0
    }
    while (stack.length > 0) {
      const element = stack.pop() as number
      if (element >= tree.count || isListed[element] === 1) continue
      isListed[element] = 1
      result.push(element)
      for (const child of tree.children(element)) stack.push(child)
    }
    return result
  }

  async #fetch(): Promise<TreeColumns> {
    const bytes = await fetchFile(this.#loader, treePath, this.#signal)
    await decoderReady
    if (bytes.byteLength > maxInlineBytes && this.#createWorker !== null)
      return decodeInWorker(this.#createWorker(), toTransferable(bytes), this.#signal)
    const { columns } = await decoders()
    try {
      return columns(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
    } catch (cause) {
      throw new ViewerError('package-damaged', treePath, { cause })
    }
  }
}

/** Decodes a large tree, so that the page stays responsive; the memory that this needs is freed with the worker. */
function decodeInWorker(worker: Worker, bytes: ArrayBuffer, signal: AbortSignal): Promise<TreeColumns> {
  return new Promise<TreeColumns>((resolve, reject) => {
    const fail = (cause?: unknown): void => reject(new ViewerError('package-damaged', treePath, { cause }))
    worker.onmessage = ({ data }: MessageEvent<SearchReply>) => {
      if (data.kind !== 'tree' || data.tree === null) fail(data.kind === 'tree' ? data.reason : undefined)
      else resolve(data.tree)
    }
    worker.onerror = () => fail()
    signal.addEventListener('abort', () => reject(new ViewerError('cancelled')), { once: true })
    worker.postMessage({ kind: 'tree', bytes }, [bytes])
  }).finally(() => worker.terminate())
}
