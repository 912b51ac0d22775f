import type { Readable } from 'node:stream'

/** What was stored: its content address and its length in bytes. */
export interface StoredBlob {
  readonly sha256: string
  readonly sizeBytes: number
}

/** A blob as it lies in the store. */
export interface BlobEntry extends StoredBlob {
  /** When these bytes last arrived (again). */
  readonly storedAt: Date
}

/** First and last byte, both included, as in an HTTP range. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A blob as a local file, for readers that need one. */
export interface LocalCopy {
  /** Never write to it: it may be the stored blob itself. */
  readonly path: string
  release(): Promise<void>
}

/**
 * Content-addressed bytes. What `put` and `adopt` have answered survives a crash; before that nothing is visible.
 * Failures: `storage-full`, `storage-damaged` (missing, cut or altered blob, or a store that cannot be written).
 */
export interface BlobStore {
  /** A folder in the same store, where uploads may collect bytes that `adopt` then takes without copying. */
  readonly temporaryFolder: string
  /** Stores a stream; the same bytes are stored once. */
  put(content: AsyncIterable<Uint8Array>): Promise<StoredBlob>
  /** Takes a file out of `temporaryFolder`. Give `sha256` when the bytes were hashed as they arrived; else they are hashed here. */
  adopt(temporaryPath: string, sha256?: string): Promise<StoredBlob>
  /** The bytes; a whole read is checked against the address and fails before its last piece when it differs. */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  materialise(sha256: string): Promise<LocalCopy>
  /** Null when there is no such blob. */
  stat(sha256: string): Promise<BlobEntry | null>
  /** Reads every byte again. */
  verify(sha256: string): Promise<'whole' | 'damaged' | 'missing'>
  remove(sha256: string): Promise<void>
  /** Removes it unless the same bytes have arrived at or after `time`; safe beside uploads. Answers whether it is gone. */
  removeIfStoredBefore(sha256: string, time: Date): Promise<boolean>
  list(): AsyncIterable<BlobEntry>
}
