import type { Readable } from 'node:stream'
import type { ByteRange } from './blob-store.js'

/** Names one file of a view package. */
export interface DerivativeAddress {
  readonly translationId: string
  /** `scene/000.bin`; see `isSafeDerivativePath`. */
  readonly path: string
}

/** A stored file, as it lies in the store. */
export interface StoredDerivative {
  readonly path: string
  readonly sizeBytes: number
}

/** A stored file together with the hash of its bytes. */
export interface WrittenDerivative extends StoredDerivative {
  readonly sha256: string
}

/** How much a write promises. Provisional files need not survive a power cut, so they skip the fsync. */
export interface WriteOptions {
  readonly provisional?: boolean
}

/** An open file and its length. */
export interface OpenDerivative {
  readonly sizeBytes: number
  readonly content: Readable
}

/**
 * The files of view packages, by translation and path. A file is there whole or not at all. Reading a path that is not
 * safe finds nothing; writing to one throws `bad-request`.
 */
export interface DerivativeStore {
  /** Stores bytes or a stream of them; a stream that fails leaves nothing, and what was there before stays. */
  write(
    address: DerivativeAddress,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ): Promise<WrittenDerivative>
  /** Null when there is no such file. */
  read(address: DerivativeAddress): Promise<Uint8Array | null>
  /** The whole or a part of a file; null when there is no such file. `sizeBytes` is that of the whole. */
  open(address: DerivativeAddress, range?: ByteRange): Promise<OpenDerivative | null>
  /** Sorted by path. */
  list(translationId: string): Promise<readonly StoredDerivative[]>
  remove(address: DerivativeAddress): Promise<void>
  removeAll(translationId: string): Promise<void>
  /** Ids of all translations that have files. */
  translations(): AsyncIterable<string>
}
