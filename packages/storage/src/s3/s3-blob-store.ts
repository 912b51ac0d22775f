import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { chmod, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { AppError } from '@kamar/core'
import type { BlobEntry, BlobStore, ByteRange, LocalCopy, StoredBlob } from '../blob-store.js'
import { type ByteChunks, makeFolders, writeNewFile } from '../durable-file.js'
import { assertSha256, isSha256 } from '../safe-path.js'
import { storing } from '../store-errors.js'
import { verifiedStream } from '../verified-stream.js'
import type { ObjectClient } from './object-client.js'
import { readObject } from './read-object.js'
import { RemovalMarks } from './removal-marks.js'
import { writeObject } from './write-object.js'

/** Times in the store are whole seconds. */
const secondMilliseconds = 1000

/**
 * Blobs in an object store: `blobs/ab/ab12…`. Incoming bytes are collected in `temporary/` of a local folder; if the
 * machine dies, none of these have been acknowledged.
 */
export class S3BlobStore implements BlobStore {
  readonly temporaryFolder: string
  readonly #client: ObjectClient
  readonly #marks: RemovalMarks

  private constructor(client: ObjectClient, folder: string) {
    this.#client = client
    this.#marks = new RemovalMarks(client)
    this.temporaryFolder = join(folder, 'temporary')
  }

  /** Creates the local folder. */
  static async open(client: ObjectClient, folder: string): Promise<S3BlobStore> {
    const store = new S3BlobStore(client, folder)
    await storing(() => makeFolders(store.temporaryFolder))
    return store
  }

  async put(content: ByteChunks): Promise<StoredBlob> {
    const temporary = join(this.temporaryFolder, randomUUID())
    try {
      const blob = await storing(() => writeNewFile(temporary, content, { sync: false }))
      return await this.#commit(temporary, blob)
    } finally {
      await rm(temporary, { force: true })
    }
  }

  async adopt(temporaryPath: string, sha256?: string): Promise<StoredBlob> {
    const { size } = await stat(temporaryPath)
    const address = sha256 ?? (await computeSha256(createReadStream(temporaryPath)))
    assertSha256(address)
    const stored = await this.#commit(temporaryPath, { sha256: address, sizeBytes: size })
    await rm(temporaryPath, { force: true })
    return stored
  }

  async open(sha256: string, range?: ByteRange): Promise<Readable> {
    if (range === undefined) {
      const checked = verifiedStream(sha256)
      pipeline(Readable.from(await this.#read(sha256), { objectMode: false }), checked, () => undefined) // failures surface on `checked`
      return checked
    }
    const entry = await this.stat(sha256)
    if (entry === null) throw new AppError('storage-damaged', { sha256 })
    if (range.start < 0 || range.end >= entry.sizeBytes || range.start > range.end)
      throw new AppError('range-not-satisfiable', { size: entry.sizeBytes })
    return Readable.from(await this.#read(sha256, range), { objectMode: false })
  }

  /** Fetches the blob; the copy is checked against its address and exists until it is released. */
  async materialise(sha256: string): Promise<LocalCopy> {
    const path = join(this.temporaryFolder, randomUUID())
    const release = (): Promise<void> => rm(path, { force: true })
    try {
      const content = await this.open(sha256)
      await storing(() => writeNewFile(path, content as AsyncIterable<Buffer>, { sync: false }))
      // Readable by everyone who can reach it (the folder is private): sandboxed readers get a hard link to it.
      await chmod(path, 0o444)
      return { path, release }
    } catch (error) {
      await release()
      throw error
    }
  }

  async stat(sha256: string): Promise<BlobEntry | null> {
    assertSha256(sha256)
    const entry = await this.#client.stat(formatKey(sha256))
    return entry === null ? null : { sha256, sizeBytes: entry.sizeBytes, storedAt: entry.modified }
  }

  async verify(sha256: string): Promise<'whole' | 'damaged' | 'missing'> {
    assertSha256(sha256)
    const entry = await readObject(this.#client, formatKey(sha256))
    if (entry === null) return 'missing'
    return (await computeSha256(entry.content)) === sha256 ? 'whole' : 'damaged'
  }

  async remove(sha256: string): Promise<void> {
    assertSha256(sha256)
    await this.#client.remove(formatKey(sha256))
  }

  async removeIfStoredBefore(sha256: string, time: Date): Promise<boolean> {
    if ((await this.stat(sha256)) === null) return true
    return this.#marks.during(sha256, async (aheadMilliseconds, signal) => {
      const entry = await this.stat(sha256)
      if (entry === null) return true
      // The latest possible time on our clock.
      const storedAt = entry.storedAt.getTime() + secondMilliseconds - aheadMilliseconds
      if (storedAt >= time.getTime() || signal.aborted) return false
      await this.#client.remove(formatKey(sha256))
      return true
    })
  }

  async *list(): AsyncIterable<BlobEntry> {
    for await (const { key, sizeBytes, modified } of this.#client.list('blobs/')) {
      const sha256 = key.split('/').at(-1) ?? ''
      if (isSha256(sha256)) yield { sha256, sizeBytes, storedAt: modified }
    }
  }

  async #read(sha256: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    assertSha256(sha256)
    const entry = await readObject(this.#client, formatKey(sha256), range)
    if (entry === null) throw new AppError('storage-damaged', { sha256 })
    return entry.content
  }

  async #commit(path: string, blob: StoredBlob): Promise<StoredBlob> {
    do {
      if (!(await this.#renew(blob))) await this.#upload(path, blob)
      // Write again if a concurrent removal deleted it.
    } while (await this.#marks.settled(blob.sha256))
    return blob
  }

  /** Returns whether the blob exists with the right length; if so, its storage time is renewed. */
  async #renew({ sha256, sizeBytes }: StoredBlob): Promise<boolean> {
    const entry = await this.#client.stat(formatKey(sha256))
    return entry !== null && entry.sizeBytes === sizeBytes && (await this.#client.renew(formatKey(sha256)))
  }

  async #upload(path: string, { sha256 }: StoredBlob): Promise<void> {
    const writeResult = await writeObject(
      this.#client,
      formatKey(sha256),
      createReadStream(path) as AsyncIterable<Buffer>,
    )
    if (writeResult.sha256 === sha256) return
    await this.#client.remove(formatKey(sha256))
    throw new AppError('storage-damaged', { sha256 })
  }
}

const formatKey = (sha256: string): string => `blobs/${sha256.slice(0, 2)}/${sha256}`

async function computeSha256(content: AsyncIterable<Uint8Array | string>): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of content) hash.update(chunk)
  return hash.digest('hex')
}
