import { gunzipSync } from 'node:zlib'
import { TranslationError, type ReadContext, throwIfBeyond, throwIfCancelled } from '@kamar/core'
import type { CompoundFile } from '@kamar/codecs/compound-file'

/** The streams of a scene, compressed or not, within the inflation limit of the read context. */
export class Streams {
  readonly #file: CompoundFile
  readonly #context: ReadContext
  #inflatedBytes = 0

  constructor(file: CompoundFile, context: ReadContext) {
    this.#file = file
    this.#context = context
  }

  /** Reads a stream; null where none has that name. */
  async read(name: string): Promise<Uint8Array | null> {
    throwIfCancelled(this.#context.signal)
    const { inflatedBytes: maxBytes } = this.#context.limits
    const stored = await this.#file.stream(name, Infinity)
    if (stored === null) return null
    const bytes = isPacked(stored) ? inflated(stored, maxBytes - this.#inflatedBytes + 1) : stored
    this.#inflatedBytes += bytes.length
    throwIfBeyond('inflatedBytes', this.#inflatedBytes, this.#context.limits)
    return bytes
  }

  /** Reads the first existing stream of several names. */
  async readFirst(names: readonly string[]): Promise<Uint8Array | null> {
    const name = names.find((candidate) => this.#file.names.includes(candidate))
    return name === undefined ? null : this.read(name)
  }
}

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

function inflated(packed: Uint8Array, maxOutputLength: number): Uint8Array {
  try {
    return gunzipSync(packed, { maxOutputLength })
  } catch (cause) {
    const isTooLarge = cause instanceof RangeError
    throw new TranslationError(
      isTooLarge
        ? { code: 'limit-exceeded', details: { limit: `${maxOutputLength - 1} inflatedBytes` } }
        : { code: 'damaged' },
    )
  }
}
