import { randomUUID } from 'node:crypto'
import { AppError, createFileTooLargeError, type ErrorCode } from '@kamar/core'
import { encodeUploadResult, type UploadResult, uploadResultHeader } from '@kamar/contracts'
import { ERRORS, Server, type Upload } from '@tus/server'
import { asAppError } from '../../platform/http/error-responses.js'
import { readUploadIntent, type UploadIntent } from '../../domain/uploads/upload-intent.js'
import { formatIdentity, parseIdentity, type UploadName } from '../../domain/uploads/upload-folder.js'
import type { UploadLocks } from './upload-locks.js'
import type { UploadService, CompletedUpload } from '../../domain/uploads/upload-service.js'

/** Error codes for tus' own refusals. */
const codesOfTus: Readonly<Record<string, ErrorCode>> = {
  [ERRORS.FILE_NOT_FOUND.body]: 'not-found',
  [ERRORS.FILE_NO_LONGER_EXISTS.body]: 'not-found',
  [ERRORS.INVALID_OFFSET.body]: 'upload-conflict',
  [ERRORS.ABORTED.body]: 'upload-conflict',
  [ERRORS.ERR_LOCK_TIMEOUT.body]: 'upload-conflict',
  [ERRORS.ERR_SIZE_EXCEEDED.body]: 'request-too-large',
}

/** Time that the connection holding an upload gets after a newer one requests it. */
const drainMilliseconds = 250

/** Account that sends a request, and its upload limit. */
interface Caller {
  readonly accountId: string
  readonly limitBytes: number
}

/**
 * Server of the tus protocol (1.0.0: creation, creation-with-upload, creation-defer-length, termination, expiration).
 */
export class TusServer {
  readonly #server: Server
  readonly #uploads: UploadService
  readonly #callers = new WeakMap<Request, Caller>()
  readonly #failures = new WeakMap<Request, AppError>()
  readonly #begun = new WeakMap<Request, UploadName>()

  constructor(uploads: UploadService, locks: UploadLocks) {
    this.#uploads = uploads
    this.#server = new Server({
      path: '/api/uploads',
      datastore: uploads.folder.store,
      locker: locks,
      lockDrainTimeout: drainMilliseconds,
      maxSize: (request) => this.#getCaller(request).limitBytes,
      // One origin serves page and API; other origins may not upload.
      allowedOrigins: () => false,
      namingFunction: (request) => `${this.#getCaller(request).accountId}/${randomUUID()}`,
      generateUrl: (_, { path, id }) => `${path}/${id.split('/')[1] ?? ''}`,
      getFileIdFromRequest: (request, id) => this.#storedName(request, id),
      onUploadCreate: (request, upload) => this.#begin(request, upload),
      onResponseError: (request, error) => {
        this.#failures.set(request, toAppError(error, this.#getCaller(request)))
        return undefined
      },
    })
  }

  /**
   * Handles one request of an account; throws failures as `AppError`. The response to the request with the last byte
   * contains the file. (Not in tus' own hook for that: after it tus looks for the upload, which has moved.)
   */
  async handle(request: Request, accountId: string): Promise<Response> {
    this.#callers.set(request, { accountId, limitBytes: await this.#uploads.readLimit(accountId) })
    const response = await this.#server.handleWeb(request)
    const failure = this.#failures.get(request)
    if (failure?.code === 'file-too-large') await this.#abandon(request)
    if (failure) {
      await this.#releaseUnbegun(request)
      throw failure
    }
    if (request.method === 'DELETE') await this.#abandon(request)
    if (response.status >= 400)
      throw new AppError('bad-request', { reason: (await response.text()).trim().slice(0, 200) })
    const uploadId =
      request.method === 'DELETE' ? undefined : parseUploadId(response.headers.get('location') ?? request.url)
    const result = uploadId === undefined ? null : await this.finishCompleted({ accountId, uploadId })
    if (result) response.headers.set(uploadResultHeader, encodeUploadResult(result))
    return response
  }

  /** Creates the file of a complete upload, also after a crash at any moment; returns null when bytes are missing. */
  async finishCompleted(name: UploadName): Promise<UploadResult | null> {
    const stored = await this.#server.datastore.getUpload(formatIdentity(name)).catch(() => null)
    if (stored && stored.offset === stored.size) return this.#uploads.complete(toCompletedUpload(name, stored.metadata))
    if (stored || (await this.#uploads.folder.notedAddress(name)) === null) return null
    const metadata = (await this.#uploads.folder.store.describe(formatIdentity(name)))?.metadata
    return this.#uploads.complete(toCompletedUpload(name, metadata))
  }

  async #begin(request: Request, upload: Upload): Promise<{ metadata: NonNullable<Upload['metadata']> }> {
    const intent = readIntent(upload.metadata)
    const { expectedSha256, fileId, fileName, folderId, modifiedAt, note } = intent
    await this.#uploads.assertTaken(fileName)
    if (upload.size === 0) throw new AppError('empty-file')
    const name = parseIdentity(upload.id)
    await this.#uploads.reserve(name, intent, upload.size ?? this.#getCaller(request).limitBytes)
    this.#begun.set(request, name)
    const entries = Object.entries({ fileId, folderId, modifiedAt, note, sha256: expectedSha256 || undefined })
    const metadata = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return { metadata: { filename: fileName, ...Object.fromEntries(metadata) } }
  }

  /** Removes an upload that exceeds the limit or was cancelled, because it can never become a file. */
  async #abandon(request: Request): Promise<void> {
    const stored = this.#storedName(request, parseUploadId(request.url))
    if (stored !== undefined) await this.#uploads.discard(parseIdentity(stored))
  }

  /** Releases the quota reserved for an upload that could not be begun. */
  async #releaseUnbegun(request: Request): Promise<void> {
    const name = this.#begun.get(request)
    if (name === undefined) return
    const stored = await this.#uploads.folder.store.describe(formatIdentity(name))
    if (stored === undefined) await this.#uploads.release(name)
  }

  /** Returns the name below the account: the id of another account's upload matches nothing. */
  #storedName(request: Request, uploadId: string | undefined): string | undefined {
    if (!uploadId || !/^[0-9a-f-]{36}$/.test(uploadId)) return undefined
    return formatIdentity({ accountId: this.#getCaller(request).accountId, uploadId })
  }

  #getCaller(request: Request): Caller {
    const caller = this.#callers.get(request)
    if (caller === undefined) throw new AppError('not-signed-in')
    return caller
  }
}

function parseUploadId(url: string): string {
  return new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
}

function toCompletedUpload(name: UploadName, metadata: Upload['metadata']): CompletedUpload {
  return { name, identity: formatIdentity(name), ...readIntent(metadata) }
}

function readIntent(metadata: Upload['metadata']): UploadIntent {
  return readUploadIntent(metadata?.['filename'] ?? metadata?.['name'] ?? '', (name) => metadata?.[name])
}

function toAppError(error: unknown, { limitBytes }: Caller): AppError {
  const { body, status_code: statusCode } = error as { readonly body?: unknown; readonly status_code?: unknown }
  if (body === ERRORS.ERR_MAX_SIZE_EXCEEDED.body) return createFileTooLargeError(limitBytes, { cause: error })
  const code = typeof body === 'string' ? codesOfTus[body] : undefined
  if (code) return new AppError(code, {}, { cause: error })
  return asAppError(statusCode === undefined ? error : { statusCode })
}
