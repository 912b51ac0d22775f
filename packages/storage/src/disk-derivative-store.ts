import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@kamar/core'
import type { ByteRange } from './blob-store.js'
import type {
  DerivativeAddress,
  DerivativeStore,
  OpenDerivative,
  StoredDerivative,
  WriteOptions,
  WrittenDerivative,
} from './derivative-store.js'
import { makeFolders, moveDurably, syncFolder, writeNewFile } from './durable-file.js'
import { openFileOrChunk } from './pack-chunk.js'
import { isSafeDerivativePath, isTranslationId } from './safe-path.js'
import { storing, unlessMissing } from './store-errors.js'

/**
 * View packages in a folder: `derivatives/<translation id>/scene/000.bin`, and `temporary/` on the same file system.
 */
export class DiskDerivativeStore implements DerivativeStore {
  readonly #derivatives: string
  readonly #temporary: string

  private constructor(folder: string) {
    this.#derivatives = join(folder, 'derivatives')
    this.#temporary = join(folder, 'temporary')
  }

  /** Creates the folders. */
  static async open(folder: string): Promise<DiskDerivativeStore> {
    const store = new DiskDerivativeStore(folder)
    await storing(() => makeFolders(store.#derivatives))
    await storing(() => makeFolders(store.#temporary))
    return store
  }

  async write(
    address: DerivativeAddress,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    { provisional = false }: WriteOptions = {},
  ): Promise<WrittenDerivative> {
    const path = this.#find(address)
    if (path === null) throw new AppError('bad-request', { path: address.path.slice(0, 200) })
    const temporary = join(this.#temporary, randomUUID())
    try {
      const writeResult = await storing(async () => {
        const chunks = content instanceof Uint8Array ? [content] : content
        const result = await writeNewFile(temporary, chunks, { sync: !provisional })
        await this.#makeFolder(dirname(path), !provisional)
        await (provisional ? rename(temporary, path) : moveDurably(temporary, path))
        return result
      })
      return { path: address.path, ...writeResult }
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async read(address: DerivativeAddress): Promise<Uint8Array | null> {
    const derivative = await this.open(address)
    return derivative === null ? null : buffer(derivative.content)
  }

  async open(address: DerivativeAddress, range?: ByteRange): Promise<OpenDerivative | null> {
    return openFileOrChunk(address, range, (file, part) => this.#openFile(file, part))
  }

  async #openFile(file: DerivativeAddress, range?: ByteRange): Promise<OpenDerivative | null> {
    const path = this.#find(file)
    const stats = path === null ? null : await unlessMissing(stat(path))
    if (path === null || stats === null || !stats.isFile()) return null
    return { sizeBytes: stats.size, content: createReadStream(path, range) }
  }

  async list(translationId: string): Promise<readonly StoredDerivative[]> {
    if (!isTranslationId(translationId)) return []
    const root = join(this.#derivatives, translationId)
    const entries = (await unlessMissing(readdir(root, { withFileTypes: true, recursive: true }))) ?? []
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const described = await Promise.all(
      files.map(async (file) => ({
        path: relative(root, file).split(sep).join('/'),
        sizeBytes: (await unlessMissing(stat(file)))?.size,
      })),
    )
    return described
      .filter((file): file is StoredDerivative => file.sizeBytes !== undefined)
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  async remove(address: DerivativeAddress): Promise<void> {
    const path = this.#find(address)
    if (path !== null) await storing(() => rm(path, { force: true }))
  }

  async removeAll(translationId: string): Promise<void> {
    if (!isTranslationId(translationId)) return
    await storing(() => rm(join(this.#derivatives, translationId), { recursive: true, force: true }))
  }

  async *translations(): AsyncIterable<string> {
    for (const name of await readdir(this.#derivatives)) if (isTranslationId(name)) yield name
  }

  #find({ translationId, path }: DerivativeAddress): string | null {
    if (!isTranslationId(translationId) || !isSafeDerivativePath(path)) return null
    return join(this.#derivatives, translationId, path)
  }

  async #makeFolder(folder: string, sync: boolean): Promise<void> {
    const firstMade = await makeFolders(folder)
    if (firstMade === undefined || !sync) return
    for (let currentFolder = folder; currentFolder.length >= firstMade.length; currentFolder = dirname(currentFolder))
      await syncFolder(dirname(currentFolder))
  }
}
