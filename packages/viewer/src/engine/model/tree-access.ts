import { decoderReady, decodeTree, type ModelTree } from '@kamar/package-format/read'
import type { PackageLoader } from '../types.js'
import { ViewerError } from '../errors.js'
import { fetchFile } from '../stream/chunk-stream.js'

const treePath = 'tree.bin'

const asBytes = (bytes: ArrayBuffer | Uint8Array): Uint8Array =>
  bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)

/** Lazy-loaded model tree, stored as typed arrays. */
export class TreeAccess {
  readonly #loader: PackageLoader
  readonly #signal: AbortSignal
  #tree: Promise<ModelTree> | null = null
  #now: ModelTree | null = null

  constructor(loader: PackageLoader, signal: AbortSignal) {
    this.#loader = loader
    this.#signal = signal
  }

  /** The tree, if loaded. */
  get now(): ModelTree | null {
    return this.#now
  }

  /** Loads the tree; a failed fetch is retried at the next call. */
  load(): Promise<ModelTree> {
    this.#tree ??= this.#fetch().catch((error: unknown) => {
      this.#tree = null
      throw error
    })
    return this.#tree
  }

  /**
   * Returns the elements with all descendants of those that have no shape of their own: a storey includes everything on
   * it, but a clicked terrain does not include the building below it in the tree. Omits numbers that are not in the tree.
   * Without a tree, returns the elements alone.
   */
  withDescendants(elements: Iterable<number>, hasShape: (element: number) => boolean): number[] {
    const tree = this.#now
    if (tree === null) return [...elements]
    const result = new Set<number>()
    const stack: number[] = []
    for (const element of elements) {
      if (hasShape(element)) result.add(element)
      else stack.push(element)
    }
    while (stack.length > 0) {
      const element = stack.pop() as number
      if (result.has(element) || element >= tree.count) continue
      result.add(element)
      for (const child of tree.children(element)) stack.push(child)
    }
    return [...result]
  }

  async #fetch(): Promise<ModelTree> {
    const bytes = await fetchFile(this.#loader, treePath, this.#signal)
    await decoderReady
    try {
      this.#now = decodeTree(asBytes(bytes))
      return this.#now
    } catch (cause) {
      throw new ViewerError('package-damaged', treePath, { cause })
    }
  }
}
