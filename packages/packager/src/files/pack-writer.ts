import { joinBytes } from '@kamar/core'
import {
  compressBytes,
  type BrotliQuality,
  type CompressedFiles,
  type ContentFile,
  type PackageFiles,
} from './package-files.js'
import { deferRejection } from './defer-rejection.js'

/** Folder and limits of packs. */
export interface PackOptions {
  readonly folder: string
  /** A pack ends before the stream that would make it larger; a larger stream has a pack of its own. Stored bytes. */
  readonly packBytes: number
  /** A stream ends before the file that would make it longer; a longer file has a stream of its own. Before brotli. */
  readonly streamBytes: number
}

/** Maximum streams that are being compressed at once. */
const maxPendingStreams = 4

/** A file of the stream that is being filled. */
interface Member {
  readonly file: ContentFile
  readonly bytes: Uint8Array
}

/**
 * Writes files into the packs of a folder, in the order of the calls: files that are used together are neighbours. A few
 * neighbours are one brotli stream, which is requested as a whole (`docs/decisions/0070-*`): alone, small files compress
 * badly and cost a request each.
 */
export class PackWriter implements CompressedFiles {
  readonly #files: PackageFiles
  readonly #options: PackOptions
  #members: Member[] = []
  #memberBytes = 0
  readonly #streams: Promise<void>[] = []
  #contents: Uint8Array[] = []
  #bytes = 0
  #packs = 0

  constructor(files: PackageFiles, options: PackOptions) {
    this.#files = files
    this.#options = options
  }

  /** Resolves when there is room for another file, before the file is stored. */
  async writeCompressed(path: string, bytes: Uint8Array, quality: BrotliQuality): Promise<ContentFile> {
    if (this.#memberBytes + bytes.length > this.#options.streamBytes) this.#endStream(quality)
    const file = this.#files.describe(path, bytes)
    this.#members.push({ file, bytes })
    this.#memberBytes += bytes.length
    await this.#streams.at(-maxPendingStreams)
    return file
  }

  async addStream(file: ContentFile, stream: Uint8Array): Promise<void> {
    const previous = this.#streams.at(-1)
    const write = async (): Promise<void> => {
      await previous
      await this.#addStream([file], stream)
    }
    this.#streams.push(deferRejection(write()))
    await this.#streams.at(-1)
  }

  /** Writes the last stream and the last pack. */
  async finish(quality: BrotliQuality): Promise<void> {
    this.#endStream(quality)
    await Promise.all(this.#streams)
    await this.#endPack()
  }

  #endStream(quality: BrotliQuality): void {
    if (this.#members.length === 0) return
    const members = this.#members
    this.#members = []
    this.#memberBytes = 0
    const compressed = deferRejection(compressBytes(joinBytes(members.map(({ bytes }) => bytes)), quality))
    const previous = this.#streams.at(-1)
    const files = members.map(({ file }) => file)
    const write = async (): Promise<void> => {
      await previous
      await this.#addStream(files, await compressed)
    }
    this.#streams.push(deferRejection(write()))
  }

  async #addStream(files: readonly ContentFile[], stream: Uint8Array): Promise<void> {
    if (this.#bytes > 0 && this.#bytes + stream.length > this.#options.packBytes) await this.#endPack()
    let start = 0
    for (const file of files) {
      this.#files.addPacked(file, { pack: this.#path, offset: this.#bytes, size: stream.length, start })
      start += file.size
    }
    this.#contents.push(stream)
    this.#bytes += stream.length
  }

  async #endPack(): Promise<void> {
    if (this.#bytes === 0) return
    const bytes = joinBytes(this.#contents)
    const path = this.#path
    this.#contents = []
    this.#bytes = 0
    this.#packs++
    await this.#files.writePack(path, bytes)
  }

  get #path(): string {
    return `${this.#options.folder}/${String(this.#packs).padStart(3, '0')}.pack`
  }
}
