import { createHash } from 'node:crypto'
import type * as Sdk from '@aws-sdk/client-s3'
import { AppError } from '@kamar/contracts/core'
import { objectStoreCall, getHttpStatus } from './object-errors.js'

/** Where an object store is, and as whom it is asked. */
export interface ObjectStoreSettings {
  /** `https://…` of a store that is not Amazon's; null for Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** Put before every key, without a slash at its end; empty for none. */
  readonly prefix: string
  /** The bucket's name in the path and not in the host's name. */
  readonly pathStyle: boolean
  /** Null: what the machine has (environment, file, role of the instance). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** How long one answer may take and one pause within it may be, milliseconds; default 15 000. */
  readonly timeoutMilliseconds?: number
}

/** An object as a listing or a question about it tells. */
export interface ObjectEntry {
  /** Without the store's prefix. */
  readonly key: string
  readonly sizeBytes: number
  /** By the store's clock, in whole seconds. */
  readonly modified: Date
  readonly etag: string
}

/** What an object has to be like for a write to happen; a write that does not happen throws `changed-meanwhile`. */
export type WriteCondition = 'absent' | { readonly etag: string } | null

/** An answer with its bytes on the way. */
export interface ObjectResponse {
  /** Of the whole object, also where only a part of it comes. */
  readonly totalBytes: number
  readonly etag: string
  readonly body: AsyncIterable<Uint8Array>
}

/** Bytes of an object wanted from an answer; `etag` asks for exactly this state of it. */
export interface ObjectPart {
  readonly start: number
  readonly end: number | null
  readonly etag?: string
}

const attempts = 4
const defaultTimeoutMilliseconds = 15_000

/**
 * The few calls of S3 that the stores are made of. Every call is bounded: a few tries, each with a limit of time. What
 * fails for good throws `not-ready` (the store is away), `storage-full` or `storage-damaged`.
 */
export class ObjectClient {
  readonly timeoutMilliseconds: number
  readonly #sdk: typeof Sdk
  readonly #client: Sdk.S3Client
  readonly #settings: ObjectStoreSettings

  private constructor(sdk: typeof Sdk, settings: ObjectStoreSettings) {
    this.#sdk = sdk
    this.#settings = settings
    this.timeoutMilliseconds = settings.timeoutMilliseconds ?? defaultTimeoutMilliseconds
    this.#client = new sdk.S3Client({
      region: settings.region,
      forcePathStyle: settings.pathStyle,
      maxAttempts: attempts,
      ...(settings.endpoint === null ? {} : { endpoint: settings.endpoint }),
      ...(settings.credentials === null ? {} : { credentials: settings.credentials }),
      // What the newer checksums need is not understood by every store; ours are sent as `Content-MD5` and checked there.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: this.timeoutMilliseconds,
        requestTimeout: this.timeoutMilliseconds,
        throwOnRequestTimeout: true,
        socketTimeout: this.timeoutMilliseconds,
      },
    })
  }

  /** Reads the library of S3 only now: a server with a disk never needs it. */
  static async open(settings: ObjectStoreSettings): Promise<ObjectClient> {
    return new ObjectClient(await import('@aws-sdk/client-s3'), settings)
  }

  /** Throws unless the bucket is there and may be read. */
  async assertReady(): Promise<void> {
    await this.#call(new this.#sdk.HeadBucketCommand({ Bucket: this.#settings.bucket }))
  }

  /** Writes an object whole. The store compares the bytes with their MD5 before it shows them. */
  async put(key: string, bytes: Uint8Array, condition: WriteCondition = null): Promise<void> {
    await this.#call(
      new this.#sdk.PutObjectCommand({
        ...this.#at(key),
        Body: bytes,
        ContentLength: bytes.byteLength,
        ContentMD5: computeMd5(bytes),
        ...toConditionHeaders(condition),
      }),
    )
  }

  /** The object as it is, or null. */
  async stat(key: string): Promise<ObjectEntry | null> {
    const output = await this.#unlessMissing(new this.#sdk.HeadObjectCommand(this.#at(key)))
    return output === null ? null : { key, ...toDetails(output, output.ContentLength) }
  }

  /** One answer, which may break off; null when there is no such object. `changed-meanwhile` where the ETag is another. */
  async get(key: string, part: ObjectPart | null, signal: AbortSignal): Promise<ObjectResponse | null> {
    const range = part === null ? {} : { Range: `bytes=${part.start}-${part.end ?? ''}` }
    const match = part?.etag === undefined ? {} : { IfMatch: part.etag }
    const output = await this.#unlessMissing(
      new this.#sdk.GetObjectCommand({ ...this.#at(key), ...range, ...match }),
      signal,
    )
    if (output === null) return null
    if (output.Body === undefined) throw new AppError('storage-damaged', { reason: 'no body' })
    return {
      totalBytes: parseTotalBytes(output.ContentRange, output.ContentLength),
      etag: output.ETag ?? '',
      body: output.Body as AsyncIterable<Uint8Array>,
    }
  }

  /** Makes an object's time the present one. False when there is no such object. */
  async renew(key: string): Promise<boolean> {
    const source = `${this.#settings.bucket}/${this.#toKey(key)}`
    const copied = await this.#unlessMissing(
      new this.#sdk.CopyObjectCommand({ ...this.#at(key), CopySource: source, MetadataDirective: 'REPLACE' }),
    )
    return copied !== null
  }

  /** An object that is not there counts as removed. */
  async remove(key: string): Promise<void> {
    await this.#unlessMissing(new this.#sdk.DeleteObjectCommand(this.#at(key)))
  }

  /** Objects below a folder (which ends with a slash), sorted by key. */
  async *list(folder: string): AsyncIterable<ObjectEntry> {
    const start = this.#toKey('').length
    for await (const page of this.#pages({ Prefix: this.#toKey(folder) }))
      for (const entry of page.Contents ?? [])
        yield { key: (entry.Key ?? '').slice(start), ...toDetails(entry, entry.Size) }
  }

  /** Names of the folders right below a folder. */
  async *folders(folder: string): AsyncIterable<string> {
    const prefix = this.#toKey(folder)
    for await (const page of this.#pages({ Prefix: prefix, Delimiter: '/' }))
      for (const { Prefix: output = '' } of page.CommonPrefixes ?? []) yield output.slice(prefix.length, -1)
  }

  /** Begins an object in parts: nothing of it is seen before `complete`. */
  async beginParts(key: string): Promise<PartsUpload> {
    const { UploadId: id } = await this.#call(new this.#sdk.CreateMultipartUploadCommand(this.#at(key)))
    if (id === undefined) throw new AppError('storage-damaged', { reason: 'no upload id' })
    const upload = { ...this.#at(key), UploadId: id }
    const parts: { PartNumber: number; ETag: string | undefined }[] = []
    return {
      put: async (bytes) => {
        const number = parts.length + 1
        const body = { Body: bytes, ContentLength: bytes.byteLength, ContentMD5: computeMd5(bytes) }
        const { ETag } = await this.#call(new this.#sdk.UploadPartCommand({ ...upload, ...body, PartNumber: number }))
        parts.push({ PartNumber: number, ETag })
      },
      complete: async () => {
        const command = new this.#sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } })
        await this.#call(command)
      },
      abort: async () => {
        await this.#unlessMissing(new this.#sdk.AbortMultipartUploadCommand(upload))
      },
    }
  }

  close(): void {
    this.#client.destroy()
  }

  async *#pages(
    request: Pick<Sdk.ListObjectsV2CommandInput, 'Prefix' | 'Delimiter'>,
  ): AsyncIterable<Sdk.ListObjectsV2CommandOutput> {
    let token: string | undefined
    do {
      const page: Sdk.ListObjectsV2CommandOutput = await this.#call(
        new this.#sdk.ListObjectsV2Command({ Bucket: this.#settings.bucket, ...request, ContinuationToken: token }),
      )
      yield page
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined
    } while (token !== undefined)
  }

  #at(key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: this.#toKey(key) }
  }

  #toKey(key: string): string {
    return this.#settings.prefix === '' ? key : `${this.#settings.prefix}/${key}`
  }

  #call<Input extends Sdk.ServiceInputTypes, Output extends Sdk.ServiceOutputTypes>(
    command: Command<Input, Output>,
    signal?: AbortSignal,
  ): Promise<Output> {
    return objectStoreCall(() => this.#client.send(command, signal === undefined ? {} : { abortSignal: signal }))
  }

  #unlessMissing<Input extends Sdk.ServiceInputTypes, Output extends Sdk.ServiceOutputTypes>(
    command: Command<Input, Output>,
    signal?: AbortSignal,
  ): Promise<Output | null> {
    return this.#call(command, signal).catch((error: unknown) => {
      if (getHttpStatus(error) === 404) return null
      throw error
    })
  }
}

type Command<Input extends Sdk.ServiceInputTypes, Output extends Sdk.ServiceOutputTypes> = Parameters<
  typeof Sdk.S3Client.prototype.send<Input, Output>
>[0]

/** An object that comes in parts of at least 5 MB (the last may be smaller), one after the other. */
export interface PartsUpload {
  put(bytes: Uint8Array): Promise<void>
  /** Shows the object, whole. */
  complete(): Promise<void>
  /** Forgets the parts. */
  abort(): Promise<void>
}

function computeMd5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64')
}

function toConditionHeaders(condition: WriteCondition): { IfNoneMatch?: string; IfMatch?: string } {
  if (condition === null) return {}
  // Without its quotation marks: Ceph compares a write's letter by letter, Amazon takes both.
  return condition === 'absent' ? { IfNoneMatch: '*' } : { IfMatch: condition.etag.replaceAll('"', '') }
}

function toDetails(
  output: { readonly LastModified?: Date | undefined; readonly ETag?: string | undefined },
  sizeBytes: number | undefined,
): Omit<ObjectEntry, 'key'> {
  return { sizeBytes: sizeBytes ?? 0, modified: output.LastModified ?? new Date(0), etag: output.ETag ?? '' }
}

function parseTotalBytes(contentRange: string | undefined, contentLength: number | undefined): number {
  const total = /\/(\d+)$/.exec(contentRange ?? '')?.[1]
  const bytes = total === undefined ? contentLength : Number(total)
  if (bytes === undefined) throw new AppError('storage-damaged', { reason: 'no length' })
  return bytes
}
