import { joinBytes } from '@kamar/core'
import type { PackageFile } from '@kamar/package-format'
import { compressBytes, type BrotliQuality, type CompressedFiles, type PackageFiles } from './package-files.js'
import { deferRejection } from './defer-rejection.js'

/**
 * Writes files into the packs of a folder, in the order of the calls: files that are used together are neighbours. Each
 * file is a brotli stream of its own, so a range of a pack can be decoded alone.
 */
export class PackWriter implements CompressedFiles {
  readonly #files: PackageFiles
  readonly #folder: string
  readonly #maxBytes: number
  #last: Promise<unknown> = Promise.resolve()
  #contents: Uint8Array[] = []
  #bytes = 0
  #packs = 0

  /** A pack ends before the file that would make it larger than `maxBytes`; a larger file has a pack of its own. */
  constructor(files: PackageFiles, { folder, maxBytes }: { readonly folder: string; readonly maxBytes: number }) {
    this.#files = files
    this.#folder = folder
    this.#maxBytes = maxBytes
  }

  writeCompressed(path: string, bytes: Uint8Array, quality: BrotliQuality): Promise<PackageFile> {
    const compressed = deferRejection(compressBytes(bytes, quality))
    const write = this.#last.then(async () => this.#add(path, await compressed))
    this.#last = deferRejection(write)
    return write
  }

  /** Writes the last pack. */
  async finish(): Promise<void> {
    await this.#last
    await this.#flush()
  }

  async #add(path: string, bytes: Uint8Array): Promise<PackageFile> {
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.#maxBytes) await this.#flush()
    const file = this.#files.addPacked(path, bytes, { pack: this.#path, offset: this.#bytes })
    this.#contents.push(bytes)
    this.#bytes += bytes.length
    return file
  }

  async #flush(): Promise<void> {
    if (this.#bytes === 0) return
    const bytes = joinBytes(this.#contents)
    const path = this.#path
    this.#contents = []
    this.#bytes = 0
    this.#packs++
    await this.#files.writePack(path, bytes)
  }

  get #path(): string {
    return `${this.#folder}/${String(this.#packs).padStart(3, '0')}.pack`
  }
}
