import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@kamar/core'
import { type ObjectClient, readObject } from '@kamar/storage'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { uploadLifetimeMilliseconds } from './upload-store.js'

/** Bytes of an upload that a server crash may lose; the client sends them again. */
const chunkBytes = 8 * 1024 ** 2
const offsetDigits = 12

/** Stored chunk of an upload: its offset and object. */
interface UploadChunk {
  readonly key: string
  readonly start: number
  readonly sizeBytes: number
  readonly etag: string
}

/**
 * Uploads in progress in an object store: `uploads/<account>/<upload>/info` and chunks named by their offset. Any
 * server can resume an upload that another one began, without locks: a chunk is written once, a short one grows only
 * from the state in which it was read, and of two concurrent writes at one offset the second gets `upload-conflict`.
 */
export class ObjectUploadStore extends DataStore {
  readonly #client: ObjectClient

  constructor(client: ObjectClient) {
    super()
    this.#client = client
    this.extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.#writeInfo(upload)
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const info = await this.describe(id)
    if (info === undefined) throw ERRORS.FILE_NOT_FOUND
    info.offset = computeEnd(await this.#listChunks(id))
    return info
  }

  /** Describes an upload without its bytes. */
  async describe(id: string): Promise<Upload | undefined> {
    const info = await readObject(this.#client, `${formatFolder(id)}info`)
    if (info === null) return undefined
    // Written by this class, so that the format is known.
    return new Upload(JSON.parse((await readAll(info.content)).toString()) as ConstructorParameters<typeof Upload>[0])
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const info = await this.describe(id)
    if (info === undefined) throw ERRORS.FILE_NOT_FOUND
    info.size = size
    await this.#writeInfo(info)
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    const chunks = await this.#listChunks(id)
    if (computeEnd(chunks) !== offset) throw new AppError('upload-conflict')
    const last = chunks.at(-1)
    const growing = last !== undefined && last.sizeBytes < chunkBytes ? last : null
    const writing = new ChunkWriter(this.#client, formatFolder(id), offset)
    if (growing !== null) writing.growFrom(growing, await this.#bytes(growing.key))
    try {
      for await (const chunk of content as AsyncIterable<Buffer>) await writing.add(chunk)
    } finally {
      // Bytes before a dropped connection are stored: the client resumes after them.
      await writing.flush()
    }
    return writing.end
  }

  override async remove(id: string): Promise<void> {
    // The chunks first: an upload without them starts again, chunks without an upload would remain.
    for (const { key } of await this.#listChunks(id)) await this.#client.remove(key)
    await this.#client.remove(`${formatFolder(id)}info`)
  }

  override getExpiration(): number {
    return uploadLifetimeMilliseconds
  }

  /** Reads the bytes from the first on, as far as they are stored; returns null when none are. */
  async read(id: string): Promise<AsyncIterable<Uint8Array> | null> {
    const chunks = await this.#listChunks(id)
    return chunks.length === 0 ? null : this.#contents(chunks)
  }

  /** Lists the ids of all uploads, with the time of their last write. */
  async *list(): AsyncIterable<{ readonly id: string; readonly lastWritten: Date }> {
    const times = new Map<string, Date>()
    for await (const { key, modified } of this.#client.list('uploads/')) {
      const id = key.split('/').slice(1, 3).join('/')
      const lastModified = times.get(id)
      if (lastModified === undefined || lastModified < modified) times.set(id, modified)
    }
    for (const [id, lastWritten] of times) yield { id, lastWritten }
  }

  async *#contents(chunks: readonly UploadChunk[]): AsyncIterable<Uint8Array> {
    for (const { key } of chunks) yield await this.#bytes(key)
  }

  /** Lists the chunks in order, up to the first gap. */
  async #listChunks(id: string): Promise<UploadChunk[]> {
    const folder = `${formatFolder(id)}pieces/`
    const chunks: UploadChunk[] = []
    for await (const { key, sizeBytes, etag } of this.#client.list(folder)) {
      const start = Number(key.slice(folder.length))
      if (start === computeEnd(chunks)) chunks.push({ key, start, sizeBytes, etag })
    }
    return chunks
  }

  async #bytes(key: string): Promise<Buffer> {
    const info = await readObject(this.#client, key)
    if (info === null) throw new AppError('upload-conflict')
    return readAll(info.content)
  }

  async #writeInfo({ id, size, metadata, creation_date }: Upload): Promise<void> {
    const info = { id, size, metadata, creation_date, offset: 0 }
    await this.#client.put(`${formatFolder(id)}info`, Buffer.from(JSON.stringify(info)))
  }
}

/** Buffers bytes and writes them chunk by chunk. */
class ChunkWriter {
  readonly #client: ObjectClient
  readonly #folder: string
  #start: number
  #grownFrom: UploadChunk | null = null
  #bufferedChunks: Uint8Array[] = []
  #heldBytes = 0
  #unwritten = 0

  constructor(client: ObjectClient, folder: string, start: number) {
    this.#client = client
    this.#folder = folder
    this.#start = start
  }

  /** Offset after the last written byte. */
  get end(): number {
    return this.#start + this.#heldBytes
  }

  /** Continues a short chunk. */
  growFrom(chunk: UploadChunk, bytes: Buffer): void {
    this.#grownFrom = chunk
    this.#start = chunk.start
    this.#bufferedChunks = [bytes]
    this.#heldBytes = bytes.byteLength
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#bufferedChunks.push(bytes)
    this.#heldBytes += bytes.byteLength
    this.#unwritten += bytes.byteLength
    if (this.#heldBytes >= chunkBytes) await this.flush()
  }

  /** Writes the buffer, if it has new bytes. */
  async flush(): Promise<void> {
    if (this.#unwritten === 0) return
    const bytes = Buffer.concat(this.#bufferedChunks)
    // A second call must not retry: bytes of a failed write are lost, and the client sends them again.
    this.#unwritten = 0
    await this.#write(bytes)
    this.#start += bytes.byteLength
    this.#grownFrom = null
    ;[this.#bufferedChunks, this.#heldBytes] = [[], 0]
  }

  async #write(bytes: Buffer): Promise<void> {
    const key = `${this.#folder}pieces/${String(this.#start).padStart(offsetDigits, '0')}`
    const condition = this.#grownFrom === null ? 'absent' : { etag: this.#grownFrom.etag }
    try {
      await this.#client.put(key, bytes, condition)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'changed-meanwhile') throw error
      // The response to our own write may have been lost, and the library have retried it.
      const there = await readObject(this.#client, key)
      if (there === null || !bytes.equals(await readAll(there.content)))
        throw new AppError('upload-conflict', {}, { cause: error })
    }
  }
}

const formatFolder = (id: string): string => `uploads/${id}/`

function computeEnd(chunks: readonly UploadChunk[]): number {
  const last = chunks.at(-1)
  return last === undefined ? 0 : last.start + last.sizeBytes
}

function readAll(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return buffer(content)
}
