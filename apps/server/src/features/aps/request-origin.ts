import type { FastifyRequest } from 'fastify'

/**
 * The address that an answer's links begin with: the configured one, else the one the caller reached us by. It goes back
 * to that caller only, so that a made-up host deceives nobody else.
 */
export type RequestOrigin = (request: FastifyRequest) => string

export function requestOrigin(publicUrl: URL | null): RequestOrigin {
  return (request) => publicUrl?.origin ?? `${request.protocol}://${request.host}`
}
