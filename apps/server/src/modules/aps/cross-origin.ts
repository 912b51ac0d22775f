import { isProtocolPath } from '@kamar/aps'
import type { FastifyInstance } from 'fastify'

const oneDaySeconds = '86400'

/**
 * Lets web pages of other sites call the APS-compatible API, as they call APS. It ignores cookies: a caller without a
 * token or signed URL gets nothing, from any origin.
 */
export function addCrossOriginHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!isProtocolPath(request.url)) return
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'etag, location, content-range, content-disposition, retry-after',
      'cross-origin-resource-policy': 'cross-origin',
    })
    if (request.method !== 'OPTIONS') return
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
        'access-control-allow-headers': (request.headers['access-control-request-headers'] ?? '*').slice(0, 1000),
        'access-control-max-age': oneDaySeconds,
      })
      .send()
  })
}
