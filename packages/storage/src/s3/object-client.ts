import { createHash } from 'node:crypto'
import type * as Sdk from '@aws-sdk/client-s3'
import { AppError } from '@kamar/core'
import { objectStoreCall, getHttpStatus } from './object-errors.js'

/** Address and credentials of an object store. */
export interface ObjectStoreSettings {
  /** `https://…` of a store other than Amazon's; null for Amazon's own. */
  readonly endpoint: string | null
  readonly region: string
  readonly bucket: string
  /** Prefix of every key, without a trailing slash; empty for none. */
  readonly prefix: string
  /** Whether the bucket's name is in the path instead of the host name. */
  readonly pathStyle: boolean
  /** Null: the machine's credentials (environment, file, role of the instance). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Maximum duration of one response and of one pause within it, milliseconds; default 15 000. */
  readonly timeoutMilliseconds?: number
}

/** An object as returned by a listing or a HEAD request. */
export interface ObjectEntry {
  /** Without the store's prefix. */
  readonly key: string
  readonly sizeBytes: number
  /** By the store's clock, in whole seconds. */
  readonly modified: Date
  readonly etag: string
}

/** Precondition of a write; a write that fails it throws `changed-meanwhile`. */
export type WriteCondition = 'absent' | { readonly etag: string } | null

/** A response with its body stream. */
export interface ObjectResponse {
  /** Of the whole object, also for a partial response. */
  readonly totalBytes: number
  readonly etag: string
  readonly body: AsyncIterable<Uint8Array>
}

/** A byte range to request; `etag` requires exactly this state of the object. */
export interface ObjectPart {
  readonly start: number
  readonly end: number | null
  readonly etag?: string
}

const attempts = 4
const defaultTimeoutMilliseconds = 15_000

/**
 * The few S3 calls that the stores use. Every call is bounded: a few attempts, each with a timeout. Permanent failures
 * throw `not-ready` (the store is unavailable), `storage-full` or `storage-damaged`.
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
      // Not every store supports the newer checksums; ours are sent as `Content-MD5` and checked there.
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

  /** Loads the S3 library on demand: a server that stores on disk never needs it. */
  static async open(settings: ObjectStoreSettings): Promise<ObjectClient> {
    return new ObjectClient(await import('@aws-sdk/client-s3'), settings)
  }

  /** Throws unless the bucket exists and is readable. */
  async assertReady(): Promise<void> {
    await this.#call(new this.#sdk.HeadBucketCommand({ Bucket: this.#settings.bucket }))
  }

  /**
   * Writes an object in one request. The store checks the bytes against their MD5 before the object becomes visible.
   */
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

  /** Returns the entry of an object, or null. */
  async stat(key: string): Promise<ObjectEntry | null> {
    const output = await this.#unlessMissing(new this.#sdk.HeadObjectCommand(this.#at(key)))
    return output === null ? null : { key, ...toDetails(output, output.ContentLength) }
  }

  /**
   * Sends one request, whose response may break off; null if the object does not exist. Throws `changed-meanwhile` if
   * the ETag differs.
   */
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

  /** Sets the time of an object to now. Returns false if the object does not exist. */
  async renew(key: string): Promise<boolean> {
    const source = `${this.#settings.bucket}/${this.#toKey(key)}`
    const copied = await this.#unlessMissing(
      new this.#sdk.CopyObjectCommand({ ...this.#at(key), CopySource: source, MetadataDirective: 'REPLACE' }),
    )
    return copied !== null
  }

  /** Removes an object; a missing one counts as removed. */
  async remove(key: string): Promise<void> {
    await this.#unlessMissing(new this.#sdk.DeleteObjectCommand(this.#at(key)))
  }

  /** Yields the objects below a folder (with a trailing slash), sorted by key. */
  async *list(folder: string): AsyncIterable<ObjectEntry> {
    const start = this.#toKey('').length
    for await (const page of this.#pages({ Prefix: this.#toKey(folder) }))
      for (const entry of page.Contents ?? [])
        yield { key: (entry.Key ?? '').slice(start), ...toDetails(entry, entry.Size) }
  }

  /** Yields the names of the folders directly below a folder. */
  async *folders(folder: string): AsyncIterable<string> {
    const prefix = this.#toKey(folder)
    for await (const page of this.#pages({ Prefix: prefix, Delimiter: '/' }))
      for (const { Prefix: output = '' } of page.CommonPrefixes ?? []) yield output.slice(prefix.length, -1)
  }

  /** Starts a multipart upload: nothing is visible before `complete`. */
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

/** A multipart upload with sequential parts of at least 5 MB (the last may be smaller). */
export interface PartsUpload {
  put(bytes: Uint8Array): Promise<void>
  /** Makes the complete object visible. */
  complete(): Promise<void>
  /** Discards the parts. */
  abort(): Promise<void>
}

function computeMd5(bytes: Uint8Array): string {
  return createHash('md5').update(bytes).digest('base64')
}

function toConditionHeaders(condition: WriteCondition): { IfNoneMatch?: string; IfMatch?: string } {
  if (condition === null) return {}
  // Without its quotation marks: Ceph compares the ETag of a write literally, Amazon accepts both.
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
