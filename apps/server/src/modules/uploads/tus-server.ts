import { randomUUID } from 'node:crypto'
import { AppError, type ErrorCode } from '@kamar/core'
import { encodeUploadResult, limits, type UploadResult, uploadResultHeader } from '@kamar/contracts'
import { ERRORS, Server, type Upload } from '@tus/server'
import { asAppError } from '../../platform/http/error-responses.js'
import { type UploadPurpose, uploadPurpose } from '../../domain/uploads/upload-purpose.js'
import {
  formatIdentity,
  parseIdentity,
  type UploadFolder,
  type UploadName,
} from '../../domain/uploads/upload-folder.js'
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
  [ERRORS.ERR_MAX_SIZE_EXCEEDED.body]: 'file-too-large',
}

/** Time that the connection holding an upload gets after a newer one requests it. */
const drainMilliseconds = 250

export interface TusServices {
  readonly uploads: UploadService
  readonly folder: UploadFolder
  readonly locks: UploadLocks
}

/**
 * Server of the tus protocol (1.0.0: creation, creation-with-upload, creation-defer-length, termination, expiration).
 */
export class TusServer {
  readonly #server: Server
  readonly #services: TusServices
  readonly #callers = new WeakMap<Request, string>()
  readonly #failures = new WeakMap<Request, AppError>()
  readonly #begun = new WeakMap<Request, UploadName>()

  constructor(services: TusServices) {
    this.#services = services
    this.#server = new Server({
      path: '/api/uploads',
      datastore: services.folder.store,
      locker: services.locks,
      lockDrainTimeout: drainMilliseconds,
      maxSize: limits.maxUploadBytes,
      // One origin serves page and API; other origins may not upload.
      allowedOrigins: () => false,
      namingFunction: (request) => `${this.#getCaller(request)}/${randomUUID()}`,
      generateUrl: (_, { path, id }) => `${path}/${id.split('/')[1] ?? ''}`,
      getFileIdFromRequest: (request, id) => this.#storedName(request, id),
      onUploadCreate: (request, upload) => this.#begin(request, upload),
      onResponseError: (request, error) => {
        this.#failures.set(request, toAppError(error))
        return undefined
      },
    })
  }

  /**
   * Handles one request of an account; throws failures as `AppError`. The response to the request with the last byte
   * contains the file. (Not in tus' own hook for that: after it tus looks for the upload, which has moved.)
   */
  async handle(request: Request, accountId: string): Promise<Response> {
    this.#callers.set(request, accountId)
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
    if (stored && stored.offset === stored.size) return this.#services.uploads.complete(toCompletedUpload(stored))
    if (stored || (await this.#services.folder.notedAddress(name)) === null) return null
    const metadata = (await this.#services.folder.store.describe(formatIdentity(name)))?.metadata
    return this.#services.uploads.complete({ name, identity: formatIdentity(name), ...parsePurpose(metadata) })
  }

  async #begin(request: Request, upload: Upload): Promise<{ metadata: NonNullable<Upload['metadata']> }> {
    const purpose = parsePurpose(upload.metadata)
    const { fileId, fileName, note, projectId } = purpose
    await this.#services.uploads.assertTaken(fileName)
    if (upload.size === 0) throw new AppError('empty-file')
    const name = parseIdentity(upload.id)
    await this.#services.uploads.reserve(name, purpose, upload.size ?? limits.maxUploadBytes)
    this.#begun.set(request, name)
    const sha256 = upload.metadata?.['sha256']
    const entries = Object.entries({ fileId, note, projectId, sha256: sha256 || undefined })
    const metadata = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
    return { metadata: { filename: fileName, ...Object.fromEntries(metadata) } }
  }

  /** Removes an upload that exceeds the limit or was cancelled, because it can never become a file. */
  async #abandon(request: Request): Promise<void> {
    const stored = this.#storedName(request, parseUploadId(request.url))
    if (stored !== undefined) await this.#services.uploads.discard(parseIdentity(stored))
  }

  /** Releases the quota reserved for an upload that could not be begun. */
  async #releaseUnbegun(request: Request): Promise<void> {
    const name = this.#begun.get(request)
    if (name === undefined) return
    const stored = await this.#services.folder.store.describe(formatIdentity(name))
    if (stored === undefined) await this.#services.uploads.release(name)
  }

  /** Returns the name below the account: the id of another account's upload matches nothing. */
  #storedName(request: Request, uploadId: string | undefined): string | undefined {
    if (!uploadId || !/^[0-9a-f-]{36}$/.test(uploadId)) return undefined
    return formatIdentity({ accountId: this.#getCaller(request), uploadId })
  }

  #getCaller(request: Request): string {
    const accountId = this.#callers.get(request)
    if (accountId === undefined) throw new AppError('not-signed-in')
    return accountId
  }
}

function parseUploadId(url: string): string {
  return new URL(url, 'http://localhost').pathname.split('/').at(-1) ?? ''
}

function toCompletedUpload(upload: Upload): CompletedUpload {
  const name = parseIdentity(upload.id)
  return {
    name,
    identity: formatIdentity(name),
    ...parsePurpose(upload.metadata),
    expectedSha256: upload.metadata?.['sha256'] ?? undefined,
  }
}

function parsePurpose(metadata: Upload['metadata']): UploadPurpose {
  return uploadPurpose({
    fileName: metadata?.['filename'] ?? metadata?.['name'] ?? '',
    fileId: metadata?.['fileId'] ?? undefined,
    projectId: metadata?.['projectId'] ?? undefined,
    note: metadata?.['note'] ?? undefined,
  })
}

function toAppError(error: unknown): AppError {
  const { body, status_code: statusCode } = error as { readonly body?: unknown; readonly status_code?: unknown }
  const code = typeof body === 'string' ? codesOfTus[body] : undefined
  if (code) return new AppError(code, {}, { cause: error })
  return asAppError(statusCode === undefined ? error : { statusCode })
}
