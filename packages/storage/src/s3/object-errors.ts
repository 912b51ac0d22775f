import { AppError } from '@kamar/core'
import { systemCode } from '../store-errors.js'

const fullNames = new Set(['QuotaExceeded', 'EntityTooLarge', 'InsufficientStorage', 'XMinioStorageFull'])
const refusedStatuses = new Set([400, 401, 403, 405])

/** Returns the HTTP status behind an error of the store, of ours or of the library; 0 without a response. */
export function getHttpStatus(error: unknown): number {
  const cause = error instanceof AppError ? error.cause : error
  const { $metadata: metadata } = (cause ?? {}) as { readonly $metadata?: { readonly httpStatusCode?: number } }
  return metadata?.httpStatusCode ?? 0
}

/**
 * Runs a call to the object store and maps its failure: `changed-meanwhile` for a failed precondition, `storage-full`,
 * `storage-damaged` for a refused request, `not-ready` for an unavailable or failing store.
 */
export async function objectStoreCall<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw toAppError(cause)
  }
}

function toAppError(cause: unknown): AppError {
  const name = cause instanceof Error ? cause.name : 'unknown'
  const status = getHttpStatus(cause)
  const details = { reason: (systemCode(cause) || name).slice(0, 64) }
  // 409: two concurrent conditional writes, one of which the store has not evaluated.
  if (status === 412 || status === 409) return new AppError('changed-meanwhile', details, { cause })
  if (status === 507 || fullNames.has(name)) return new AppError('storage-full', details, { cause })
  if (status === 404 || refusedStatuses.has(status)) return new AppError('storage-damaged', details, { cause })
  return new AppError('not-ready', details, { cause })
}
