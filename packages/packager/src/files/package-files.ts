import type { ReaderLimits } from '@kamar/core'
import type { PackageFile, PackLocation } from '@kamar/package-format'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { ScratchStorage } from './scratch-file.js'
import { assertLimit } from '../stores/limit.js'

/** Destination of a package: a folder, a store, a test's map. */
export interface PackageSink {
  /** Writes a file and replaces an existing one. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Reads a file that was written; sinks that cannot keep more in memory. */
  read?(path: string): Promise<Uint8Array>
  /** Removes a file, if it exists. */
  remove(path: string): Promise<void>
  /** Files for contents that cannot stay in memory; a sink without keeps everything in memory. */
  readonly scratch?: ScratchStorage
}

const compress = promisify(brotliCompress)
/** Returns size and hash of a file's bytes. */
export const describeFile = (path: string, bytes: Uint8Array, encoding: PackageFile['encoding']): PackageFile => ({
  path,
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  encoding,
})
const sortByPath = (files: ReadonlyMap<string, PackageFile>): PackageFile[] =>
  [...files.values()].sort((one, other) => (one.path < other.path ? -1 : 1))

/** Brotli quality, 0 to 11. The README lists the cost and savings of each. */
export type BrotliQuality = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11

/** Compresses to one brotli stream, in libuv's threads. */
export function compressBytes(bytes: Uint8Array, quality: BrotliQuality): Promise<Uint8Array> {
  return compress(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: 22,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}

/** A file with size and hash, of its stored bytes or, in a pack, of its content. */
export type ContentFile = Omit<PackageFile, 'location'>

/** Destination of files that are compressed: the package itself, or packs. */
export interface CompressedFiles {
  writeCompressed(path: string, bytes: Uint8Array, quality: BrotliQuality): Promise<ContentFile>
  /** Adds a file that is one brotli stream already. `file`: size and hash of its content. */
  addStream(file: ContentFile, stream: Uint8Array): Promise<void>
}

/** Writes the files of one package: compresses in libuv's threads, hashes, and enforces the output limits. */
export class PackageFiles implements CompressedFiles {
  readonly #sink: PackageSink
  readonly #limits: ReaderLimits
  readonly #files = new Map<string, PackageFile>()
  readonly #packs = new Map<string, PackageFile>()
  #total = 0
  constructor(sink: PackageSink, limits: ReaderLimits) {
    this.#sink = sink
    this.#limits = limits
  }

  /** Lists all files written with `writeCompressed` or `writePlain` or into packs, and not removed, by path. */
  list(): PackageFile[] {
    return sortByPath(this.#files)
  }

  /** Lists the packs by path. */
  listPacks(): PackageFile[] {
    return sortByPath(this.#packs)
  }

  async writeCompressed(path: string, bytes: Uint8Array, quality: BrotliQuality): Promise<PackageFile> {
    return this.#write(path, await compressBytes(bytes, quality), 'br')
  }

  async addStream({ path }: ContentFile, stream: Uint8Array): Promise<void> {
    await this.#write(path, stream, 'br')
  }

  async writePlain(path: string, bytes: Uint8Array): Promise<PackageFile> {
    return this.#write(path, bytes, 'identity')
  }

  /** Describes a file that is to be written as part of a pack. */
  describe(path: string, bytes: Uint8Array): ContentFile {
    return describeFile(path, bytes, 'identity')
  }

  /** Lists a file in a pack that is to be written. */
  addPacked(file: ContentFile, location: PackLocation): void {
    this.#files.set(file.path, { ...file, location })
  }

  /** Writes a pack; its files are in the list already. */
  async writePack(path: string, bytes: Uint8Array): Promise<void> {
    this.#packs.set(path, await this.#store(path, bytes, 'identity'))
  }

  /** Writes a file outside the list: the manifest. */
  async writeUnlisted(path: string, bytes: Uint8Array): Promise<void> {
    this.#hold(bytes.length)
    await this.#sink.write(path, bytes)
  }

  async remove(path: string): Promise<void> {
    this.#files.delete(path)
    await this.#sink.remove(path)
  }

  async #write(path: string, bytes: Uint8Array, encoding: PackageFile['encoding']): Promise<PackageFile> {
    const file = await this.#store(path, bytes, encoding)
    this.#files.set(path, file)
    return file
  }

  async #store(path: string, bytes: Uint8Array, encoding: PackageFile['encoding']): Promise<PackageFile> {
    this.#hold(bytes.length)
    await this.#sink.write(path, bytes)
    return describeFile(path, bytes, encoding)
  }

  #hold(size: number): void {
    assertLimit('outputFileBytes', size, this.#limits.outputFileBytes)
    this.#total += size
    assertLimit('outputTotalBytes', this.#total, this.#limits.outputTotalBytes)
  }
}
