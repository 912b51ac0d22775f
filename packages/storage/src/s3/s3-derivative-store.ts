import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { createHash } from 'node:crypto'
import { AppError } from '@kamar/core'
import type { ByteRange } from '../blob-store.js'
import type {
  DerivativeAddress,
  DerivativeStore,
  OpenDerivative,
  StoredDerivative,
  WrittenDerivative,
} from '../derivative-store.js'
import { openFileOrChunk } from '../pack-chunk.js'
import { isSafeDerivativePath, isTranslationId } from '../safe-path.js'
import type { ObjectClient } from './object-client.js'
import { readObject } from './read-object.js'
import { writeObject } from './write-object.js'

const maxConcurrentRemovals = 16

/** View packages in an object store: `derivatives/<translation id>/scene/000.bin`. Provisional files are written like others. */
export class S3DerivativeStore implements DerivativeStore {
  readonly #client: ObjectClient

  constructor(client: ObjectClient) {
    this.#client = client
  }

  async write(address: DerivativeAddress, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<WrittenDerivative> {
    const key = formatKey(address)
    if (key === null) throw new AppError('bad-request', { path: address.path.slice(0, 200) })
    if (!(content instanceof Uint8Array))
      return { path: address.path, ...(await writeObject(this.#client, key, content)) }
    await this.#client.put(key, content)
    const sha256 = createHash('sha256').update(content).digest('hex')
    return { path: address.path, sizeBytes: content.byteLength, sha256 }
  }

  async read(address: DerivativeAddress): Promise<Uint8Array | null> {
    const object = await this.open(address)
    return object === null ? null : buffer(object.content)
  }

  async open(address: DerivativeAddress, range?: ByteRange): Promise<OpenDerivative | null> {
    return openFileOrChunk(address, range, (file, part) => this.#openFile(file, part))
  }

  async #openFile(address: DerivativeAddress, range?: ByteRange): Promise<OpenDerivative | null> {
    const key = formatKey(address)
    const object = key === null ? null : await readObject(this.#client, key, range)
    return object === null
      ? null
      : { sizeBytes: object.totalBytes, content: Readable.from(object.content, { objectMode: false }) }
  }

  async list(translationId: string): Promise<readonly StoredDerivative[]> {
    if (!isTranslationId(translationId)) return []
    const folder = formatPrefix(translationId)
    const files: StoredDerivative[] = []
    for await (const { key, sizeBytes } of this.#client.list(folder))
      files.push({ path: key.slice(folder.length), sizeBytes })
    return files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  }

  async remove(address: DerivativeAddress): Promise<void> {
    const key = formatKey(address)
    if (key !== null) await this.#client.remove(key)
  }

  async removeAll(translationId: string): Promise<void> {
    // One by one: bulk deletion requires checksums that stores implement differently.
    const files = await this.list(translationId)
    for (let start = 0; start < files.length; start += maxConcurrentRemovals) {
      const some = files.slice(start, start + maxConcurrentRemovals)
      await Promise.all(some.map(({ path }) => this.remove({ translationId, path })))
    }
  }

  async *translations(): AsyncIterable<string> {
    for await (const name of this.#client.folders('derivatives/')) if (isTranslationId(name)) yield name
  }
}

const formatPrefix = (translationId: string): string => `derivatives/${translationId}/`

function formatKey({ translationId, path }: DerivativeAddress): string | null {
  return isTranslationId(translationId) && isSafeDerivativePath(path) ? `${formatPrefix(translationId)}${path}` : null
}
