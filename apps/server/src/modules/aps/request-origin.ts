import type { FastifyRequest } from 'fastify'

/**
 * Origin of the links in a response: the configured one, else the one of the request. Only that caller receives it, so
 * that a forged host deceives nobody else.
 */
export type RequestOrigin = (request: FastifyRequest) => string

export function requestOrigin(publicUrl: URL | null): RequestOrigin {
  return (request) => publicUrl?.origin ?? `${request.protocol}://${request.host}`
}
