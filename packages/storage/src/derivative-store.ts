import type { Readable } from 'node:stream'
import type { ByteRange } from './blob-store.js'

/** Address of one file of a view package. */
export interface DerivativeAddress {
  readonly translationId: string
  /** `scene/000.bin`; see `isSafeDerivativePath`. `scene/000.pack/0-4095` reads a chunk of a pack (`parsePackPath`). */
  readonly path: string
}

/** A stored file with its path and size. */
export interface StoredDerivative {
  readonly path: string
  readonly sizeBytes: number
}

/** A stored file and the hash of its bytes. */
export interface WrittenDerivative extends StoredDerivative {
  readonly sha256: string
}

/** Durability of a write. Provisional files need not survive a power cut, so they skip the fsync. */
export interface WriteOptions {
  readonly provisional?: boolean
}

/** An open file and its length. */
export interface OpenDerivative {
  readonly sizeBytes: number
  readonly content: Readable
}

/**
 * The files of view packages, by translation and path. A file is either complete or absent. Reading an unsafe path
 * finds nothing; writing to one throws `bad-request`.
 */
export interface DerivativeStore {
  /** Stores bytes or a stream of them; a stream that fails leaves nothing, and the previous file stays. */
  write(
    address: DerivativeAddress,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options?: WriteOptions,
  ): Promise<WrittenDerivative>
  /** Returns null if the file does not exist. */
  read(address: DerivativeAddress): Promise<Uint8Array | null>
  /** Opens a file or a range of it; null if the file does not exist. `sizeBytes` is that of the whole file or chunk. */
  open(address: DerivativeAddress, range?: ByteRange): Promise<OpenDerivative | null>
  /** Returns the files of a translation, sorted by path. */
  list(translationId: string): Promise<readonly StoredDerivative[]>
  remove(address: DerivativeAddress): Promise<void>
  removeAll(translationId: string): Promise<void>
  /** Yields the ids of all translations that have files. */
  translations(): AsyncIterable<string>
}
