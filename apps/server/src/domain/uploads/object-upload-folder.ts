import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ObjectClient } from '@kamar/storage'
import { ObjectUploadStore } from './object-upload-store.js'
import { formatIdentity, type FileHeader, UploadFolder, type UploadName } from './upload-folder.js'

/**
 * Uploads of a deployment with an object store: resumable ones are collected there, and fetched to the machine of the
 * server that received their last byte when they are complete. Forms, which no second server resumes, are collected
 * here.
 */
export class ObjectUploadFolder extends UploadFolder {
  readonly #store: ObjectUploadStore
  readonly #temporary: string

  private constructor(dataFolder: string, client: ObjectClient) {
    super(join(dataFolder, 'uploads'))
    this.#temporary = join(dataFolder, 'temporary')
    this.#store = new ObjectUploadStore(client)
  }

  static async openWith(dataFolder: string, client: ObjectClient): Promise<ObjectUploadFolder> {
    const folder = new ObjectUploadFolder(dataFolder, client)
    for (const path of [folder.path, folder.#temporary]) await mkdir(path, { recursive: true, mode: 0o700 })
    return folder
  }

  override get store(): ObjectUploadStore {
    return this.#store
  }

  override async header(name: UploadName): Promise<FileHeader | null> {
    const header = await super.header(name)
    if (header !== null) return header
    return (await this.#fetch(name)) ? super.header(name) : null
  }

  override async remove(name: UploadName): Promise<void> {
    await Promise.all([super.remove(name), this.#store.remove(formatIdentity(name))])
  }

  override async *list(): AsyncIterable<{ readonly name: UploadName; readonly lastWritten: Date }> {
    yield* super.list()
    for await (const { id, lastWritten } of this.#store.list()) {
      const [accountId = '', uploadId = ''] = id.split('/')
      if (UploadFolder.isName({ accountId, uploadId })) yield { name: { accountId, uploadId }, lastWritten }
    }
  }

  /** Fetches the file atomically: a file at its path counts as complete. */
  async #fetch(name: UploadName): Promise<boolean> {
    const content = await this.#store.read(formatIdentity(name))
    if (content === null) return false
    const temporary = join(this.#temporary, randomUUID())
    try {
      await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(temporary, { mode: 0o600 }))
      const path = await this.prepare(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await rename(temporary, path)
      return true
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
