import { type ByteSource, throwIfCancelled } from '@kamar/core'

const maxAheadBytes = 16 * 1024 * 1024
const minAheadBytes = 256 * 1024

interface Loaded {
  readonly start: number
  readonly bytes: Uint8Array
}

/** A window over a file: reads ahead while the positions follow each other, and little after a jump. */
export class FileWindow {
  readonly size: number
  /** Length up to which a range is read at once. */
  readonly maxBytes: number
  /** Called with the position of each read. */
  onRead: (position: number) => void = () => undefined
  readonly #source: ByteSource
  readonly #signal: AbortSignal
  #loaded: Loaded = { start: 0, bytes: new Uint8Array() }
  #aheadBytes = minAheadBytes

  constructor(source: ByteSource, { signal, maxBytes = maxAheadBytes }: { signal: AbortSignal; maxBytes?: number }) {
    this.#source = source
    this.#signal = signal
    this.size = source.size
    this.maxBytes = maxBytes
  }

  /** Returns a range of the file, shorter at its end; a view of the window, so copy what stays. */
  async load(at: number, length: number): Promise<Uint8Array> {
    const { start, bytes } = this.#covers(at, length) ? this.#loaded : await this.#read(at, length)
    return bytes.subarray(at - start, at - start + length)
  }

  #covers(at: number, length: number): boolean {
    const { start, bytes } = this.#loaded
    return at >= start && Math.min(at + length, this.size) <= start + bytes.length
  }

  async #read(at: number, length: number): Promise<Loaded> {
    throwIfCancelled(this.#signal)
    const { start, bytes } = this.#loaded
    const isNext = at >= start && at <= start + bytes.length + minAheadBytes
    this.#aheadBytes = Math.min(this.maxBytes, isNext ? 2 * this.#aheadBytes : minAheadBytes)
    const loaded = { start: at, bytes: await this.#source.read(at, Math.max(length, this.#aheadBytes)) }
    this.#loaded = loaded
    this.onRead(at)
    return loaded
  }
}
