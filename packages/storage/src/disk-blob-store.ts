import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, link, opendir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, type Readable } from 'node:stream'
import { AppError } from '@kamar/core'
import type { BlobEntry, BlobStore, ByteRange, LocalCopy, StoredBlob } from './blob-store.js'
import { type ByteChunks, makeFolders, moveDurably, syncFile, syncFolder, writeNewFile } from './durable-file.js'
import { assertSha256, isSha256 } from './safe-path.js'
import { storing, systemCode, unlessMissing } from './store-errors.js'
import { verifiedStream } from './verified-stream.js'

/**
 * Blobs in a folder: `blobs/ab/ab12…`, and `temporary/` beside it on the same file system so that a rename is enough.
 */
export class DiskBlobStore implements BlobStore {
  readonly temporaryFolder: string
  readonly #blobs: string

  private constructor(folder: string) {
    this.#blobs = join(folder, 'blobs')
    this.temporaryFolder = join(folder, 'temporary')
  }

  /** Creates the folders. */
  static async open(folder: string): Promise<DiskBlobStore> {
    const store = new DiskBlobStore(folder)
    await storing(() => makeFolders(store.temporaryFolder))
    await storing(() => makeFolders(store.#blobs))
    return store
  }

  async put(content: ByteChunks): Promise<StoredBlob> {
    const temporary = join(this.temporaryFolder, randomUUID())
    try {
      return await storing(async () => {
        const result = await writeNewFile(temporary, content, { sync: true })
        return this.#commit(temporary, result)
      })
    } finally {
      await rm(temporary, { force: true })
    }
  }

  adopt(temporaryPath: string, sha256?: string): Promise<StoredBlob> {
    return storing(async () => {
      await syncFile(temporaryPath)
      const { size } = await stat(temporaryPath)
      const address = sha256 ?? (await computeSha256(temporaryPath))
      assertSha256(address)
      const stored = await this.#commit(temporaryPath, { sha256: address, sizeBytes: size })
      await rm(temporaryPath, { force: true })
      return stored
    })
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    const entry = await this.stat(sha256)
    if (entry === null) throw new AppError('storage-damaged', { sha256 })
    if (range === undefined) {
      const checked = verifiedStream(sha256)
      pipeline(createReadStream(this.#toPath(sha256)), checked, () => undefined) // failures surface on `checked`
      return checked
    }
    if (range.start < 0 || range.end >= entry.sizeBytes || range.start > range.end)
      throw new AppError('range-not-satisfiable', { size: entry.sizeBytes })
    return createReadStream(this.#toPath(sha256), { start: range.start, end: range.end })
  }

  async materialise(sha256: string): Promise<LocalCopy> {
    if ((await this.stat(sha256)) === null) throw new AppError('storage-damaged', { sha256 })
    return { path: this.#toPath(sha256), release: () => Promise.resolve() }
  }

  async stat(sha256: string): Promise<BlobEntry | null> {
    assertSha256(sha256)
    const stats = await unlessMissing(stat(this.#toPath(sha256)))
    return stats === null ? null : { sha256, sizeBytes: stats.size, storedAt: stats.mtime }
  }

  async verify(sha256: string): Promise<'whole' | 'damaged' | 'missing'> {
    if ((await this.stat(sha256)) === null) return 'missing'
    return (await computeSha256(this.#toPath(sha256))) === sha256 ? 'whole' : 'damaged'
  }

  async remove(sha256: string): Promise<void> {
    assertSha256(sha256)
    await storing(() => rm(this.#toPath(sha256), { force: true }))
  }

  async removeIfStoredBefore(sha256: string, time: Date): Promise<boolean> {
    assertSha256(sha256)
    const temporaryPath = join(this.temporaryFolder, randomUUID())
    try {
      await rename(this.#toPath(sha256), temporaryPath)
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return true
      throw error
    }
    // An upload of the same bytes either renewed the time before the rename (seen here), or finds no blob and writes its own.
    const renewed = (await stat(temporaryPath)).mtime >= time
    if (renewed) await link(temporaryPath, this.#toPath(sha256)).catch(() => undefined)
    await rm(temporaryPath, { force: true })
    return !renewed
  }

  async *list(): AsyncIterable<BlobEntry> {
    for (const folder of await readdir(this.#blobs)) {
      for await (const file of await opendir(join(this.#blobs, folder))) {
        const entry = isSha256(file.name) ? await this.stat(file.name) : null
        if (entry !== null) yield entry
      }
    }
  }

  #toPath(sha256: string): string {
    return join(this.#blobs, sha256.slice(0, 2), sha256)
  }

  async #commit(temporaryPath: string, blob: StoredBlob): Promise<StoredBlob> {
    const path = this.#toPath(blob.sha256)
    if (await this.#renew(path, blob.sizeBytes)) return blob
    const folder = join(this.#blobs, blob.sha256.slice(0, 2))
    if ((await makeFolders(folder)) !== undefined) await syncFolder(this.#blobs)
    // Read-only for everyone who can reach it (the folder is private): sandboxed readers get a hard link to it.
    await chmod(temporaryPath, 0o444)
    await moveDurably(temporaryPath, path)
    return blob
  }

  /** Returns whether the blob exists with the right length; if so, its storage time is renewed. */
  async #renew(path: string, sizeBytes: number): Promise<boolean> {
    const now = new Date()
    const stats = await unlessMissing(utimes(path, now, now).then(() => stat(path)))
    return stats !== null && stats.size === sizeBytes
  }
}

async function computeSha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) hash.update(chunk)
  return hash.digest('hex')
}
