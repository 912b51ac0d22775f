import { recordUse, parseModel, type OfflineModel } from './offline-model.js'

/** Single root folder in the browser's private file system (OPFS), so that one call removes everything. */
const deviceFolder = 'kamar'

const digestBytes = 32
const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = (bytes: BufferSource): Promise<ArrayBuffer> => crypto.subtle.digest('SHA-256', bytes)

/** Returns the SHA-256 hash as 64 hexadecimal digits. */
export const computeHash = async (content: BufferSource): Promise<string> => hex(await sha256(content))

/**
 * View packages of one account in a folder of the browser's private file system.
 *
 * - `models/<hash of the URN>.json`: an `OfflineModel`, which lists its files
 * - `files/<hash of the stored file>`: 32 bytes of SHA-256, then the content
 *
 * A file's name is the manifest's hash, which is of the compressed bytes; the browser returns the content, so its hash
 * is stored before it. A file that does not match counts as missing, so that an incomplete file is never read.
 */
export class PackageStore {
  readonly #models: FileSystemDirectoryHandle
  readonly #files: FileSystemDirectoryHandle

  private constructor(models: FileSystemDirectoryHandle, files: FileSystemDirectoryHandle) {
    this.#models = models
    this.#files = files
  }

  /** Opens the store of an account under `root`; null when it does not exist and `create` is false. */
  static async open(root: FileSystemDirectoryHandle, accountId: string, create: boolean): Promise<PackageStore | null> {
    try {
      const all = await root.getDirectoryHandle(deviceFolder, { create })
      const own = await all.getDirectoryHandle(accountId, { create })
      const [models, files] = await Promise.all([
        own.getDirectoryHandle('models', { create }),
        own.getDirectoryHandle('files', { create }),
      ])
      return new PackageStore(models, files)
    } catch (error) {
      if (!create && isMissing(error)) return null
      throw error
    }
  }

  async model(urn: string): Promise<OfflineModel | null> {
    return this.#readModel(await modelName(urn))
  }

  /** Returns all models, most recently used first. */
  async models(): Promise<OfflineModel[]> {
    const models: OfflineModel[] = []
    for await (const name of this.#models.keys()) {
      const model = await this.#readModel(name)
      if (model) models.push(model)
    }
    return models.sort((one, other) => other.usedAt - one.usedAt)
  }

  async writeModel(model: OfflineModel): Promise<void> {
    await writeCompletely(this.#models, await modelName(model.urn), [new TextEncoder().encode(JSON.stringify(model))])
  }

  /** Records that a model was viewed now; the least recently used one is evicted first. */
  async touch(urn: string, now: number): Promise<void> {
    const model = await this.model(urn)
    if (model) await this.writeModel(recordUse(model, now))
  }

  /** Returns the content of a file, or null when it is missing or damaged. */
  async readFile(name: string): Promise<ArrayBuffer | null> {
    try {
      const handle = await this.#files.getFileHandle(name)
      const bytes = await (await handle.getFile()).arrayBuffer()
      const content = bytes.slice(digestBytes)
      if (hex(bytes.slice(0, digestBytes)) === (await computeHash(content))) return content
      // It will be fetched again; a file that is being written cannot be removed, and need not be.
      await this.#files.removeEntry(name).catch(() => undefined)
      return null
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  /** Returns the stored size of a file in bytes; 0 when it is missing. */
  async getSize(name: string): Promise<number> {
    try {
      return (await (await this.#files.getFileHandle(name)).getFile()).size
    } catch (error) {
      if (isMissing(error)) return 0
      throw error
    }
  }

  /**
   * Stores a file and returns its stored size in bytes. The file becomes visible only when it is completely written.
   */
  async writeFile(name: string, content: ArrayBuffer): Promise<number> {
    await writeCompletely(this.#files, name, [await sha256(content), content])
    return content.byteLength + digestBytes
  }

  /** Removes a model, and the files that no other model uses. */
  async remove(urn: string): Promise<void> {
    await removeEntry(this.#models, await modelName(urn))
    await this.sweep()
  }

  /** Removes files that belong to no model. */
  async sweep(): Promise<void> {
    const referenced = new Set(
      (await this.models()).flatMap(({ manifest }) => manifest.files.map((file) => file.sha256)),
    )
    const unwanted: string[] = []
    for await (const name of this.#files.keys()) if (!referenced.has(name)) unwanted.push(name)
    for (const name of unwanted) await removeEntry(this.#files, name)
  }

  async #readModel(name: string): Promise<OfflineModel | null> {
    try {
      return parseModel(await (await (await this.#models.getFileHandle(name)).getFile()).text())
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
}

const modelName = async (urn: string): Promise<string> => `${await computeHash(new TextEncoder().encode(urn))}.json`

const isMissing = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError'

async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  try {
    await folder.removeEntry(name)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

type SyncHandle = { truncate(size: number): void; write(bytes: BufferSource, at: { at: number }): number } & {
  flush(): void
  close(): void
}
type FileHandle = Omit<FileSystemFileHandle, 'createWritable'> & {
  readonly createWritable?: FileSystemFileHandle['createWritable']
  readonly createSyncAccessHandle?: () => Promise<SyncHandle>
}

/**
 * Writes a file atomically. A stream replaces the file when it is closed. Safari before 26 has none; there a worker
 * writes in place, and the hash before the content, written last, marks it as complete.
 */
async function writeCompletely(
  folder: FileSystemDirectoryHandle,
  name: string,
  parts: readonly BufferSource[],
): Promise<void> {
  const handle: FileHandle = await folder.getFileHandle(name, { create: true })
  if (handle.createWritable) {
    const stream = await handle.createWritable()
    try {
      for (const part of parts) await stream.write(part)
      await stream.close()
    } catch (error) {
      await stream.abort().catch(() => undefined)
      throw error
    }
    return
  }
  const file = await handle.createSyncAccessHandle?.()
  if (!file) throw new DOMException('no way to write', 'NotSupportedError')
  try {
    writeInPlace(file, parts)
  } finally {
    file.close()
  }
}

function writeInPlace(file: SyncHandle, parts: readonly BufferSource[]): void {
  file.truncate(0)
  let end = parts.reduce((sum, part) => sum + part.byteLength, 0)
  for (const part of parts.toReversed()) {
    end -= part.byteLength
    file.write(part, { at: end })
  }
  file.flush()
}
