import { AppError, type ErrorCode } from '@kamar/core'
import { type ErrorBody, errorText, type Language } from '@kamar/contracts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { preferredLanguage } from './language.js'

/** Error codes for Fastify's own failures; the rest of its 4xx are `bad-request`. */
const codesOfFastify: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request-too-large',
}

/** Error codes for failures of disk, connection and database. */
const codesOfSystem: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
  EIO: 'storage-damaged',
  EROFS: 'storage-damaged',
  // The client disconnected during its request and never reads this response.
  ECONNRESET: 'bad-request',
  ERR_STREAM_PREMATURE_CLOSE: 'bad-request',
  // PostgreSQL cannot store NUL in texts.
  '22021': 'invalid-input',
}

/** Form parser errors without a code: the body ends too early, or the header has no boundary. */
const brokenForm = /end of multipart data$|^Multipart: Boundary not found$/

/** Temporary: no file can be opened until others are closed. */
const overloadCodes = new Set<unknown>(['EMFILE', 'ENFILE'])
const overloadRetrySeconds = 5

/** Adds the only place where errors become responses; every handler only throws. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const appError = asAppError(error)
    if (appError.status >= 500) request.log.error({ err: error, reference: request.id }, 'request failed')
    else request.log.debug({ code: appError.code }, 'request refused')
    return sendError(request, reply, appError)
  })
}

/** Sends an error response; also used where an error is not thrown. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const retryAfter = error.details['retryAfterSeconds']
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  const size = error.details['size']
  if (error.code === 'range-not-satisfiable') reply.header('content-range', `bytes */${size ?? '*'}`)
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .removeHeader('content-encoding')
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(errorBody(error, { language: preferredLanguage(request.headers['accept-language']), reference: request.id }))
}

/**
 * Returns the body of an error response. Internal errors stay private: a 5xx has a reference to the log and no details.
 */
export function errorBody(
  error: AppError,
  { language, reference }: { readonly language: Language; readonly reference: string },
): ErrorBody {
  const message = errorText(language, error.code, error.details)
  const { status, code } = error
  if (status >= 500) return { status, code, message, reference }
  return Object.keys(error.details).length === 0
    ? { status, code, message }
    : { status, code, message, details: { ...error.details } }
}

/** Converts any thrown value to an `AppError`. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof Error && brokenForm.test(error.message)) return new AppError('bad-request', {}, { cause: error })
  const { code, statusCode } = error as { readonly code?: unknown; readonly statusCode?: unknown }
  if (overloadCodes.has(code))
    return new AppError('too-many-requests', { retryAfterSeconds: overloadRetrySeconds }, { cause: error })
  const knownCode = typeof code === 'string' ? (codesOfFastify[code] ?? codesOfSystem[code]) : undefined
  if (knownCode) return new AppError(knownCode, {}, { cause: error })
  const isCallersFault = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return new AppError(isCallersFault ? 'bad-request' : 'internal', {}, { cause: error })
}
