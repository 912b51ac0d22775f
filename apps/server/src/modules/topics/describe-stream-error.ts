import type { ErrorBody } from '@kamar/contracts'
import type { FastifyRequest } from 'fastify'
import { asAppError, errorBody } from '../../platform/http/error-responses.js'
import { preferredLanguage } from '../../platform/http/language.js'

/** Describes an error in a response whose status is already sent; logs those of the server under `event`. */
export function describeStreamError(request: FastifyRequest, error: unknown, event: string): ErrorBody {
  const appError = asAppError(error)
  if (appError.status >= 500) request.log.error({ err: error, reference: request.id }, event)
  const language = preferredLanguage(request.headers['accept-language'])
  return errorBody(appError, { language, reference: request.id })
}
