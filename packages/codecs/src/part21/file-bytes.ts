import { readSync } from 'node:fs'
import { TranslationError } from '@kamar/core'

/** Sizes of the windows through which a file on disk is read. */
export interface WindowSizes {
  readonly windowBytes: number
  /** Maximum number of windows in memory, at least 2. */
  readonly maxWindows: number
}

/** A file that stays on disk. */
export interface DiskContent extends WindowSizes {
  /** Valid in every thread of the process. */
  readonly fileDescriptor: number
  readonly size: number
}

/** Content of a file, in a form that other threads can receive: an array in (shared) memory, or a file on disk. */
export type FileContent = Uint8Array | DiskContent

/**
 * Sizes of the windows: statements are read in the order of the file or nearby, and large windows would be read in full
 * for every sparse one.
 */
export const defaultWindows: WindowSizes = { windowBytes: 1 << 16, maxWindows: 384 }

/** Bytes that `seek` adds on both sides: scanning looks at up to two neighbours of a position. */
const paddingBytes = 2

/** Size above which an array for a statement that crosses windows is not reused. */
const maxScratchBytes = 1 << 20

/** The windows of one file that are in memory. */
class WindowCache {
  readonly #disk: DiskContent
  readonly #slotOfWindow: Int32Array
  readonly #windowOfSlot: Int32Array
  readonly #slots: Uint8Array[] = []
  /** By slot, whether it was used since the clock hand passed it. */
  readonly #isRecent: Uint8Array
  #hand = 0

  constructor(disk: DiskContent) {
    this.#disk = disk
    this.#slotOfWindow = new Int32Array(Math.ceil(disk.size / disk.windowBytes)).fill(-1)
    this.#windowOfSlot = new Int32Array(disk.maxWindows)
    this.#isRecent = new Uint8Array(disk.maxWindows)
  }

  /** Returns a window; its array is reused for others when it was not used for long. */
  get(window: number): Uint8Array {
    const cached = this.#slotOfWindow[window]
    const slot = cached >= 0 ? cached : this.#load(window)
    this.#isRecent[slot] = 1
    return this.#slots[slot]
  }

  #load(window: number): number {
    const { windowBytes, size } = this.#disk
    const slot = this.#freeSlot()
    const start = window * windowBytes
    const target = this.#slots[slot].buffer
    const bytes = new Uint8Array(target, 0, Math.min(windowBytes, size - start))
    readFully(this.#disk, bytes, start)
    this.#slots[slot] = bytes
    this.#slotOfWindow[window] = slot
    this.#windowOfSlot[slot] = window
    return slot
  }

  #freeSlot(): number {
    const { windowBytes, maxWindows } = this.#disk
    if (this.#slots.length < maxWindows) return this.#slots.push(new Uint8Array(windowBytes)) - 1
    for (; this.#isRecent[this.#hand] === 1; this.#hand = (this.#hand + 1) % maxWindows) this.#isRecent[this.#hand] = 0
    const slot = this.#hand
    this.#hand = (slot + 1) % maxWindows
    this.#slotOfWindow[this.#windowOfSlot[slot]] = -1
    return slot
  }
}

/** Fills `target` with the bytes at `position`; throws `damaged` when the file has become shorter. */
function readFully({ fileDescriptor }: DiskContent, target: Uint8Array, position: number): void {
  let filled = 0
  while (filled < target.length) {
    const count = readSync(fileDescriptor, target, filled, target.length - filled, position + filled)
    if (count === 0) throw new TranslationError({ code: 'damaged' })
    filled += count
  }
}

/**
 * Bytes of an exchange file by position: one array, or a file on disk of which only some windows are in memory. All
 * scanning works on the array that `seek` returns, in which a position of the file is at `position - base`.
 */
export class FileBytes {
  readonly content: FileContent
  readonly length: number
  /** File position of the first byte of the array that `seek` has returned. */
  base = 0
  readonly #disk: DiskContent | null
  readonly #windows: WindowCache | null
  readonly #scratch: [Uint8Array, Uint8Array] = [new Uint8Array(0), new Uint8Array(0)]
  #view: Uint8Array
  /** Range for which `#view` is the result of `seek`. */
  #from = 0
  #to = 0

  constructor(content: FileContent) {
    this.content = content
    const isInMemory = content instanceof Uint8Array
    this.length = isInMemory ? content.length : content.size
    this.#disk = isInMemory ? null : content
    this.#windows = isInMemory ? null : new WindowCache(content)
    this.#view = isInMemory ? content : new Uint8Array(0)
    if (isInMemory) this.#to = Infinity
  }

  /**
   * Returns an array with the bytes from `start` to `end` and their neighbours, and sets `base`. It is valid up to the
   * call after the next one.
   */
  seek(start: number, end: number): Uint8Array {
    return start >= this.#from && end <= this.#to ? this.#view : this.#load(start, end)
  }

  /** Copies the bytes from `start` to `end` to an array. */
  copy(start: number, end: number, target: Uint8Array, targetStart: number): void {
    if (this.#disk && end - start > this.#disk.windowBytes) {
      readFully(this.#disk, target.subarray(targetStart, targetStart + end - start), start)
      return
    }
    const bytes = this.seek(start, end)
    target.set(bytes.subarray(start - this.base, end - this.base), targetStart)
  }

  /**
   * Returns up to `length` bytes of the file from `start` on, for a pass over the whole file: in `buffer` if they fit.
   * Does not affect the arrays that `seek` returned.
   */
  readBlock(start: number, length: number, buffer: Uint8Array): Uint8Array {
    const count = Math.min(this.length - start, length)
    if (!this.#disk && count > buffer.length) return this.#view.subarray(start, start + count)
    const bytes = buffer.length >= count ? buffer.subarray(0, count) : new Uint8Array(count)
    if (this.#disk) readFully(this.#disk, bytes, start)
    else bytes.set(this.#view.subarray(start, start + count))
    return bytes
  }

  #load(start: number, end: number): Uint8Array {
    const windows = this.#windows
    const disk = this.#disk
    if (!windows || !disk) return this.#view
    const { windowBytes, size } = disk
    const from = Math.max(0, start - paddingBytes)
    const to = Math.min(size, end + paddingBytes)
    const window = Math.floor(from / windowBytes)
    const windowStart = window * windowBytes
    if (to > windowStart + windowBytes || from >= size) this.#loadScratch(disk, from, Math.max(from, to))
    else {
      this.#view = windows.get(window)
      this.base = windowStart
    }
    const viewEnd = this.base + this.#view.length
    this.#from = this.base === 0 ? 0 : this.base + paddingBytes
    this.#to = viewEnd === size ? Infinity : viewEnd - paddingBytes
    return this.#view
  }

  /** Reads a range that crosses windows into one of two arrays: the one that is not the current view. */
  #loadScratch(disk: DiskContent, from: number, to: number): void {
    this.#scratch.reverse()
    const length = to - from
    let target = this.#scratch[0]
    if (target.length < length) target = new Uint8Array(2 ** Math.ceil(Math.log2(length + 1)))
    if (target.length <= maxScratchBytes) this.#scratch[0] = target
    this.#view = target.subarray(0, length)
    readFully(disk, this.#view, from)
    this.base = from
  }
}
