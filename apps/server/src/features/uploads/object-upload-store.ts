import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@kamar/contracts'
import { type ObjectClient, readObject } from '@kamar/storage'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { uploadLifetimeMilliseconds } from './upload-store.js'

/** What a server that dies may lose of an upload; the client sends it again. */
const chunkBytes = 8 * 1024 ** 2
const offsetDigits = 12

/** One stored piece of an upload: where it begins and what it is. */
interface UploadChunk {
  readonly key: string
  readonly start: number
  readonly sizeBytes: number
  readonly etag: string
}

/**
 * Uploads on their way in an object store: `uploads/<account>/<upload>/info` and pieces named by where they begin. Any
 * server goes on with an upload another one began. Nobody is locked out: a piece is written once, a short one grows only
 * from the state it was read in, and of two who write at one place the second is told `upload-conflict`.
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

  /** What is known of an upload besides its bytes. */
  async describe(id: string): Promise<Upload | undefined> {
    const info = await readObject(this.#client, `${formatFolder(id)}info`)
    if (info === null) return undefined
    // Read as it was written: by this class.
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
      // What came before a connection broke off is kept: the client goes on behind it.
      await writing.flush()
    }
    return writing.end
  }

  override async remove(id: string): Promise<void> {
    // The pieces first: an upload without them is at its beginning, pieces without an upload would stay.
    for (const { key } of await this.#listChunks(id)) await this.#client.remove(key)
    await this.#client.remove(`${formatFolder(id)}info`)
  }

  override getExpiration(): number {
    return uploadLifetimeMilliseconds
  }

  /** The bytes from the first on, as far as they are here; null when nothing of the upload is. */
  async read(id: string): Promise<AsyncIterable<Uint8Array> | null> {
    const chunks = await this.#listChunks(id)
    return chunks.length === 0 ? null : this.#contents(chunks)
  }

  /** Ids of all uploads, with the time something of them was last written. */
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

  /** The pieces in their order, up to the first gap. */
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

/** Gathers bytes and writes them piece by piece. */
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

  /** Where the bytes end that are written. */
  get end(): number {
    return this.#start + this.#heldBytes
  }

  /** Goes on with a short piece. */
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

  /** Writes what is held, if any of it is new. */
  async flush(): Promise<void> {
    if (this.#unwritten === 0) return
    const bytes = Buffer.concat(this.#bufferedChunks)
    // Not again by a second call: what failed once is lost, and sent again by the client.
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
      // The answer to our own write may have been lost, and the library have asked again.
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
