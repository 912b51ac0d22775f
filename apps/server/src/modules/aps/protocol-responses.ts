import { errorText } from '@kamar/contracts'
import { ProtocolError, protocolErrorBody, protocolPrefixServices, type ProtocolService } from '@kamar/aps'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { asAppError } from '../../platform/http/error-responses.js'

/** Converts every error of an APS service into the response format of its clients. */
export function addProtocolErrors(app: FastifyInstance, service: ProtocolService): void {
  app.setErrorHandler((error, request, reply) => {
    const refusal = asProtocolError(error, reply)
    if (refusal.status >= 500) request.log.error({ err: error, reference: request.id }, 'request failed')
    else request.log.debug({ status: refusal.status, reason: refusal.message }, 'request refused')
    if (refusal.status === 401) reply.header('www-authenticate', 'Bearer')
    return reply
      .code(refusal.status)
      .header('cache-control', 'no-store')
      .removeHeader('content-disposition')
      .removeHeader('etag')
      .type('application/json; charset=utf-8')
      .send(protocolErrorBody(service, refusal))
  })
}

/**
 * Responds to unknown APS routes with 404 in the format of APS; every other unknown URL gets the page of the
 * application.
 */
export async function handleUnknownPaths(app: FastifyInstance): Promise<void> {
  for (const [prefix, service] of protocolPrefixServices) {
    await app.register(async (scope) => {
      addProtocolErrors(scope, service)
      scope.all(`${prefix}*`, async () => {
        throw new ProtocolError(404, 'There is no such call on this server')
      })
    })
  }
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
  return new ProtocolError(appError.status, errorText('en', appError.code, appError.details), {
    cause: error,
  })
}
