import { decoderReady, decodeTree, type ModelTree } from '@kamar/view-package/read'
import type { PackageLoader } from '../api.js'
import { ViewerError } from '../errors.js'
import { fetchFile } from '../stream/chunk-stream.js'

const treePath = 'tree.bin'

const asBytes = (bytes: ArrayBuffer | Uint8Array): Uint8Array =>
  bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)

/** The model tree: fetched when first asked for, kept as typed arrays. */
export class TreeAccess {
  readonly #loader: PackageLoader
  readonly #signal: AbortSignal
  #tree: Promise<ModelTree> | null = null
  #now: ModelTree | null = null
  /** Whether the package has a tree yet. */
  available = false

  constructor(loader: PackageLoader, signal: AbortSignal) {
    this.#loader = loader
    this.#signal = signal
  }

  /** The tree if it is here. */
  get now(): ModelTree | null {
    return this.#now
  }

  /** The tree; a failed fetch is tried again at the next call. */
  load(): Promise<ModelTree> {
    this.#tree ??= this.#fetch().catch((error: unknown) => {
      this.#tree = null
      throw error
    })
    return this.#tree
  }

  /**
   * The elements with everything below those that have no shape of their own: a storey means what stands on it, but a
   * terrain that was clicked does not mean the whole building under it in the tree. Without a tree, the elements alone.
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
      if (result.has(element)) continue
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
