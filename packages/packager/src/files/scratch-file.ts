import { closeSync, readSync, writeSync } from 'node:fs'

/** Temporary storage for contents that are too large for the memory. */
export interface ScratchStorage {
  /** Opens a new empty file for reading and writing that no path leads to; returns its descriptor. */
  open(): number
  /** Bytes of one kind of content (meshes, placements, texts) that stay in memory before a file is used. */
  readonly memoryBytes: number
}

/** Below the kernel's limit for one file of a reader process, whatever the deployment sets. */
const segmentBytes = 128 * 1024 ** 2
const bufferBytes = 512 * 1024

/** Part of an array, and its position in a file. */
interface Range {
  readonly offset: number
  readonly length: number
  readonly position: number
}
type Transfer = (descriptor: number, bytes: Uint8Array, range: Range) => number

const write: Transfer = (descriptor, bytes, { offset, length, position }) =>
  writeSync(descriptor, bytes, offset, length, position)

/**
 * Bytes that are appended once and read at any position, in unnamed files: the system frees them when the process ends,
 * however it ends. Reads are synchronous, because geometries are needed in the middle of loops over millions of rows.
 */
export class ScratchFile {
  /** Number of appended bytes. */
  length = 0
  readonly #storage: ScratchStorage
  readonly #descriptors: number[] = []
  #buffer: Uint8Array | null = null
  #bufferedBytes = 0

  constructor(storage: ScratchStorage) {
    this.#storage = storage
  }

  /** Appends bytes; returns their position. */
  append(bytes: Uint8Array): number {
    const position = this.length
    if (this.#bufferedBytes + bytes.length > bufferBytes) this.#flush()
    if (bytes.length > bufferBytes) this.#write(bytes, position)
    else {
      this.#buffer ??= new Uint8Array(bufferBytes)
      this.#buffer.set(bytes, this.#bufferedBytes)
      this.#bufferedBytes += bytes.length
    }
    this.length += bytes.length
    return position
  }

  /** Fills `target` with the bytes from a position on; throws `RangeError` when there are fewer. */
  read(position: number, target: Uint8Array): void {
    if (position + target.length > this.length) throw new RangeError('read past the end of a scratch file')
    const writtenBytes = this.length - this.#bufferedBytes
    if (position >= writtenBytes) {
      const start = position - writtenBytes
      if (this.#buffer !== null) target.set(this.#buffer.subarray(start, start + target.length))
      return
    }
    if (position + target.length > writtenBytes) this.#flush()
    this.#transfer(target, position, readSync)
  }

  /** Frees the storage; nothing can be read afterwards. */
  close(): void {
    for (const descriptor of this.#descriptors.splice(0)) closeSync(descriptor)
    this.#buffer = null
    this.#bufferedBytes = 0
    this.length = 0
  }

  #flush(): void {
    if (this.#buffer === null || this.#bufferedBytes === 0) return
    this.#write(this.#buffer.subarray(0, this.#bufferedBytes), this.length - this.#bufferedBytes)
    this.#bufferedBytes = 0
  }

  #write(bytes: Uint8Array, position: number): void {
    while (this.#descriptors.length * segmentBytes < position + bytes.length)
      this.#descriptors.push(this.#storage.open())
    this.#transfer(bytes, position, write)
  }

  /** Reads or writes all bytes, segment by segment; a call may handle fewer bytes than it was given. */
  #transfer(bytes: Uint8Array, position: number, transfer: Transfer): void {
    for (let done = 0; done < bytes.length;) {
      const at = position + done
      const inSegment = at % segmentBytes
      const range = {
        offset: done,
        length: Math.min(bytes.length - done, segmentBytes - inSegment),
        position: inSegment,
      }
      const count = transfer(this.#descriptors[Math.floor(at / segmentBytes)], bytes, range)
      if (count === 0) throw new RangeError('a scratch file ends early')
      done += count
    }
  }
}
