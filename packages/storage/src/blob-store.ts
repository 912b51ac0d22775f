import type { Readable } from 'node:stream'
import type { ByteChunks } from './durable-file.js'

/** Content address and length in bytes of a stored blob. */
export interface StoredBlob {
  readonly sha256: string
  readonly sizeBytes: number
}

/** A blob with the time of its storage. */
export interface BlobEntry extends StoredBlob {
  /** When these bytes last arrived. */
  readonly storedAt: Date
}

/** First and last byte, both inclusive, as in an HTTP range. */
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
 * A store of content-addressed bytes. What `put` and `adopt` have returned survives a crash; before that nothing is
 * visible. Failures: `storage-full`, `storage-damaged` (missing, truncated or altered blob, or a store that cannot be
 * written).
 */
export interface BlobStore {
  /** A folder on the same file system, where uploads may collect bytes that `adopt` then moves without copying. */
  readonly temporaryFolder: string
  /** Stores a stream; the same bytes are stored once. */
  put(content: ByteChunks): Promise<StoredBlob>
  /**
   * Moves a file out of `temporaryFolder` into the store. Pass `sha256` if the bytes were hashed on arrival; else they
   * are hashed here.
   */
  adopt(temporaryPath: string, sha256?: string): Promise<StoredBlob>
  /** Opens the bytes; a full read is checked against the address and fails before its last chunk if they differ. */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  materialise(sha256: string): Promise<LocalCopy>
  /** Returns null if the blob does not exist. */
  stat(sha256: string): Promise<BlobEntry | null>
  /** Reads and checks every byte again. */
  verify(sha256: string): Promise<'whole' | 'damaged' | 'missing'>
  remove(sha256: string): Promise<void>
  /**
   * Removes the blob unless the same bytes arrived at or after `time`; safe during uploads. Returns whether it is gone.
   */
  removeIfStoredBefore(sha256: string, time: Date): Promise<boolean>
  list(): AsyncIterable<BlobEntry>
}
