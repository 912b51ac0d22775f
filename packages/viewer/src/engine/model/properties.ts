import { decoderReady, propertyBlockPath, type PropertyBlock, type PropertyIndex } from '@kamar/package-format/read'
import type { PropertySet } from '@kamar/core'
import type { PackageLoader } from '../types.js'
import { ViewerError } from '../errors.js'
import { fetchFile } from '../stream/chunk-stream.js'

const indexPath = 'properties/index.bin'
/** Cached decoded blocks, about 64 KB each. */
const maxCachedBlocks = 32

const decoders = async () => (await import('../stream/property-decoders.js')).propertyDecoders

/** Reads the sets of an element in the search worker; null for a model whose index the page can decode at once. */
export type ReadInWorker = (element: number) => Promise<readonly PropertySet[]> | null

/**
 * Reads element properties: fetches the index once, then one or two blocks per element, each once. For a model of many
 * elements, the search worker does, which has the index: decoding it takes the page too long.
 */
export class Properties {
  readonly #loader: PackageLoader
  readonly #signal: AbortSignal
  readonly #readInWorker: ReadInWorker
  #index: Promise<PropertyIndex> | null = null
  readonly #blocks = new Map<number, Promise<PropertyBlock>>()

  constructor(loader: PackageLoader, signal: AbortSignal, readInWorker: ReadInWorker = () => null) {
    this.#loader = loader
    this.#signal = signal
    this.#readInWorker = readInWorker
  }

  /** Returns the property sets of an element, in the source's order; an empty list for an unknown element. */
  async of(element: number): Promise<readonly PropertySet[]> {
    const sets = this.#readInWorker(element)
    if (sets !== null) return sets
    this.#index ??= this.#read(indexPath, async () => (await decoders()).index).catch((error: unknown) => {
      this.#index = null
      throw error
    })
    const index = await this.#index
    if (element < 0 || element >= index.elementCount) return []
    const numbers = [...index.setsOf(element)]
    return Promise.all(numbers.map(async (number) => (await this.#block(index.findBlock(number))).set(number)))
  }

  #block(number: number): Promise<PropertyBlock> {
    const cached = this.#blocks.get(number)
    if (cached !== undefined) {
      this.#blocks.delete(number)
      this.#blocks.set(number, cached)
      return cached
    }
    const block = this.#read(propertyBlockPath(number), async () => (await decoders()).block)
    block.catch(() => this.#blocks.delete(number))
    this.#blocks.set(number, block)
    if (this.#blocks.size > maxCachedBlocks) this.#blocks.delete(this.#blocks.keys().next().value as number)
    return block
  }

  async #read<Result>(path: string, decoder: () => Promise<(bytes: Uint8Array) => Result>): Promise<Result> {
    const decode = await decoder()
    const bytes = await fetchFile(this.#loader, path, this.#signal)
    await decoderReady
    try {
      return decode(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
    } catch (cause) {
      throw new ViewerError('package-damaged', path, { cause })
    }
  }
}
