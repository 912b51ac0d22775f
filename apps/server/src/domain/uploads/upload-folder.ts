import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '@kamar/storage'
import type { DataStore, Upload } from '@tus/server'
import { UploadStore } from './upload-store.js'

/** Name of an upload in progress: ids are only looked up below the account that began them. */
export interface UploadName {
  readonly accountId: string
  readonly uploadId: string
}

/** Formats the permanent identity of an upload; stored with the resulting file. */
export function formatIdentity({ accountId, uploadId }: UploadName): string {
  return `${accountId}/${uploadId}`
}

/** Parses the identity of an upload. */
export function parseIdentity(identity: string): UploadName {
  const [accountId = '', uploadId = ''] = identity.split('/')
  return { accountId, uploadId }
}

/** Storage of tus uploads and of their metadata. */
export interface ResumableStore extends DataStore {
  describe(id: string): Promise<Upload | undefined>
}

/** First bytes of a collected file, and its size. */
export interface FileHeader {
  readonly header: Uint8Array
  readonly sizeBytes: number
}

const headerBytes = 65_536
const namePattern = /^[0-9a-f-]{1,64}$/

/**
 * Folder of uploads in progress: `uploads/<account>/<upload>`, on the file system of the blob store, so that a complete
 * file becomes a blob by a rename. Beside it are `.json` (tus metadata) and `.sha256` (its future storage address).
 */
export class UploadFolder {
  readonly path: string

  readonly #store: UploadStore

  protected constructor(path: string) {
    this.path = path
    this.#store = new UploadStore(path)
  }

  static async open(dataFolder: string): Promise<UploadFolder> {
    const folder = new UploadFolder(join(dataFolder, 'uploads'))
    await makeFolders(folder.path)
    return folder
  }

  /** Returns whether these are safe as parts of a path. */
  static isName({ accountId, uploadId }: UploadName): boolean {
    return namePattern.test(accountId) && namePattern.test(uploadId)
  }

  /** Storage of resumable uploads in progress. */
  get store(): ResumableStore {
    return this.#store
  }

  /** Returns the data file of an upload, and creates its account's folder. */
  async prepare(name: UploadName): Promise<string> {
    await makeFolders(join(this.path, name.accountId))
    return this.toPath(name)
  }

  toPath({ accountId, uploadId }: UploadName): string {
    if (!UploadFolder.isName({ accountId, uploadId })) throw new RangeError('not the name of an upload')
    return join(this.path, accountId, uploadId)
  }

  /** Reads first bytes and size; returns null when the file does not exist. */
  async header(name: UploadName): Promise<FileHeader | null> {
    const file = await open(this.toPath(name), 'r').catch(ignoreMissing)
    if (file === null) return null
    try {
      const { size } = await file.stat()
      const { buffer, bytesRead } = await file.read(new Uint8Array(Math.min(headerBytes, size)), 0)
      return { header: buffer.subarray(0, bytesRead), sizeBytes: size }
    } finally {
      await file.close()
    }
  }

  async hash(name: UploadName): Promise<string> {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(this.toPath(name), { highWaterMark: 1 << 20 }))
      hash.update(chunk as Buffer)
    return hash.digest('hex')
  }

  /**
   * Stores the address before the file moves there, so that an upload can resume after a crash between the move and the
   * transaction.
   */
  async noteAddress(name: UploadName, sha256: string): Promise<void> {
    await writeFile(`${this.toPath(name)}.sha256`, sha256, { mode: 0o600 })
  }

  async notedAddress(name: UploadName): Promise<string | null> {
    return readFile(`${this.toPath(name)}.sha256`, 'utf8').catch(ignoreMissing)
  }

  /** Removes all files of an upload. */
  async remove(name: UploadName): Promise<void> {
    const path = this.toPath(name)
    await Promise.all(['', '.json', '.sha256'].map((suffix) => rm(`${path}${suffix}`, { force: true })))
  }

  /** Removes like `remove`, but ignores disk errors: leftovers are removed with abandoned uploads. */
  async discard(name: UploadName): Promise<void> {
    await this.remove(name).catch(() => undefined)
  }

  /** Lists every upload, with the time of its last write. */
  async *list(): AsyncIterable<{ readonly name: UploadName; readonly lastWritten: Date }> {
    for (const accountId of await readdir(this.path)) {
      const files = await readdir(join(this.path, accountId))
      for (const uploadId of new Set(files.map((file) => file.replace(/\.(json|sha256)$/, '')))) {
        const name = { accountId, uploadId }
        if (!UploadFolder.isName(name)) continue
        yield { name, lastWritten: await this.#lastWritten(name) }
      }
    }
  }

  async #lastWritten(name: UploadName): Promise<Date> {
    const path = this.toPath(name)
    const fileStats = await Promise.all(
      ['', '.json', '.sha256'].map((suffix) => stat(`${path}${suffix}`).catch(ignoreMissing)),
    )
    return new Date(Math.max(0, ...fileStats.map((stats) => stats?.mtimeMs ?? 0)))
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}
