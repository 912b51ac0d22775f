import { errorMessages, fillPlaceholders } from '@kamar/contracts'
import { ProtocolError, protocolErrorBody, type ProtocolService } from '@kamar/aps'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { asAppError } from '../../platform/http/error-responses.js'

/** Converts every error of an APS service into the response format of its clients. */
export function addProtocolErrors(app: FastifyInstance, service: ProtocolService): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asProtocolError(error, reply)
    if (refusal.status >= 500) request.log.error({ err: error, reference: request.id }, 'request failed')
    else request.log.debug({ status: refusal.status, reason: refusal.message }, 'request refused')
    return sendRefusal(request, reply, { refusal, service })
  })
}

function sendRefusal(
  _request: FastifyRequest,
  reply: FastifyReply,
  { refusal, service }: { readonly refusal: ProtocolError; readonly service: ProtocolService },
): FastifyReply {
  if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .removeHeader('content-disposition')
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(protocolErrorBody(service, refusal))
}

/**
 * Converts an error: errors of the product keep their status and English text; details of internal errors stay private.
 */
function asProtocolError(error: unknown, reply: FastifyReply): ProtocolError {
  if (error instanceof ProtocolError) return error
  const appError = asAppError(error)
  const { retryAfterSeconds, size } = appError.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (appError.code === 'range-not-satisfiable') reply.header('content-range', `bytes */${size ?? '*'}`)
  return new ProtocolError(appError.status, fillPlaceholders(errorMessages.en[appError.code], appError.details), {
    cause: error,
  })
}
