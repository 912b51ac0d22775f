import {
  type Chunk,
  decodeChunk,
  decodePropertyBlock,
  decodePropertyIndex,
  decoderReady,
  decodeTree,
  FileFetcher,
  type Manifest,
  type ModelTree,
  type PropertyBlock,
  type PropertyIndex,
  propertyBlockPath,
  readManifest,
  texturePath,
} from '../read.js'
import { showOnly } from './show-only.js'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const decompress = promisify(brotliDecompress)
/** Limit for foreign packages; no file of a Kamar package comes near it. */
const maxUnpackedBytes = 1024 * 2 ** 20

const unabortedSignal = new AbortController().signal

/** Reads the stored files of one view package, and streams in packs (`FileAddress`); rejects when there is no such file. */
export type StoredFiles = (path: string) => Promise<Uint8Array>

/** Reads a complete view package file by file. */
export class PackageReader {
  readonly manifest: Manifest
  readonly #fetcher: FileFetcher
  readonly #objectIds: readonly number[] | null

  private constructor(manifest: Manifest, files: StoredFiles, objectIds: readonly number[] | null) {
    this.manifest = manifest
    this.#objectIds = objectIds
    const compressed = new Set(manifest.files.filter(({ encoding }) => encoding === 'br').map(({ path }) => path))
    this.#fetcher = new FileFetcher(async ({ path, part }) => {
      const stored = await files(path)
      const isCompressed = part !== undefined || compressed.has(path)
      return isCompressed ? decompress(stored, { maxOutputLength: maxUnpackedBytes }) : stored
    })
    this.#fetcher.addresses.add(manifest)
  }

  /**
   * Validates and parses the manifest; throws `RangeError` when it is invalid or the package incomplete. With
   * `objectIds` (from 1), everything except these objects and their descendants is hidden.
   */
  static async open(
    json: unknown,
    files: StoredFiles,
    objectIds: readonly number[] | null = null,
  ): Promise<PackageReader> {
    await decoderReady
    const manifest = readManifest(json)
    if (manifest.state !== 'complete') throw new RangeError('the package is not complete')
    return new PackageReader(manifest, files, objectIds)
  }

  /** Yields the scene chunks in manifest order, one at a time. */
  async *chunks(): AsyncGenerator<Chunk> {
    for (const { path } of this.manifest.chunks) yield decodeChunk(await this.file(path))
  }

  async tree(): Promise<ModelTree> {
    const tree = decodeTree(await this.file('tree.bin'))
    return this.#objectIds === null ? tree : showOnly(tree, this.#objectIds)
  }

  /** Returns a material's image as WebP; null when the package has no image with this number. */
  async image(number: number): Promise<Uint8Array | null> {
    const path = texturePath(number)
    return this.manifest.files.some((file) => file.path === path) ? this.file(path) : null
  }

  async propertyIndex(): Promise<PropertyIndex> {
    return decodePropertyIndex(await this.file('properties/index.bin'))
  }

  async propertyBlock(block: number): Promise<PropertyBlock> {
    return decodePropertyBlock(await this.file(propertyBlockPath(block)))
  }

  /** Returns a file, decompressed; rejects when the path does not exist. */
  async file(path: string): Promise<Uint8Array> {
    const content = await this.#fetcher.fetchFile(path, unabortedSignal)
    return content instanceof Uint8Array ? content : new Uint8Array(content)
  }
}
