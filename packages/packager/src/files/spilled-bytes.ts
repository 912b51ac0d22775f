import { RecentCache } from './recent-cache.js'
import { ScratchFile, type ScratchStorage } from './scratch-file.js'

const pageBytes = 64 * 1024
/** Bytes of pages that stay in memory when the rest is in a file. */
const cacheBytes = 4 * 1024 ** 2

/** Bytes in pages, which go to a scratch file when there are many. */
export class SpilledBytes {
  /** Number of appended bytes. */
  length = 0
  readonly #storage: ScratchStorage | null
  #file: ScratchFile | null = null
  /** Complete pages, while they are in memory. */
  #pages: Uint8Array[] = []
  #open = new Uint8Array(pageBytes)
  readonly #cache = new RecentCache<Uint8Array>(cacheBytes)

  constructor(storage: ScratchStorage | null) {
    this.#storage = storage
  }

  /** Appends bytes; returns their position. */
  append(bytes: Uint8Array): number {
    const position = this.length
    for (let done = 0; done < bytes.length;) {
      const start = this.length % pageBytes
      const count = Math.min(bytes.length - done, pageBytes - start)
      this.#open.set(bytes.subarray(done, done + count), start)
      this.length += count
      done += count
      if (this.length % pageBytes === 0) this.#completePage()
    }
    return position
  }

  /** Returns bytes, as a view that the next call may invalidate. */
  read(position: number, length: number): Uint8Array {
    const page = Math.floor(position / pageBytes)
    const start = position % pageBytes
    if (start + length <= pageBytes) return this.#getPage(page).subarray(start, start + length)
    const joined = new Uint8Array(length)
    for (let done = 0; done < length;) {
      const at = position + done
      const own = this.#getPage(Math.floor(at / pageBytes))
        .subarray(at % pageBytes)
        .subarray(0, length - done)
      joined.set(own, done)
      done += own.length
    }
    return joined
  }

  /** Removes all bytes and frees their memory and file. */
  close(): void {
    this.#file?.close()
    this.#pages = []
    this.#cache.clear()
    this.length = 0
  }

  #completePage(): void {
    if (this.#file === null && this.#storage !== null && this.length > this.#storage.memoryBytes) {
      this.#file = new ScratchFile(this.#storage)
      for (const page of this.#pages) this.#file.append(page)
      this.#pages = []
    }
    if (this.#file === null) this.#pages.push(this.#open)
    else this.#file.append(this.#open)
    this.#open = new Uint8Array(pageBytes)
  }

  #getPage(number: number): Uint8Array {
    if (number === Math.floor(this.length / pageBytes)) return this.#open
    if (this.#file === null) return this.#pages[number]
    const cached = this.#cache.get(number)
    if (cached !== undefined) return cached
    const page = new Uint8Array(pageBytes)
    this.#file.read(number * pageBytes, page)
    this.#cache.set(number, page, pageBytes)
    return page
  }
}
