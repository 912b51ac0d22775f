import { AppError } from '@kamar/core'
import type { FastifyInstance, HTTPMethods } from 'fastify'

const answeredMethods: readonly HTTPMethods[] = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']

/**
 * Collects the methods of each API route. Call it before routes are mounted; the function it returns, called after,
 * responds to every other method with 405 and `Allow` instead of "not found".
 */
export function watchMethods(app: FastifyInstance): () => void {
  const methodsOfPath = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/api/')) return
    const methods = methodsOfPath.get(url) ?? new Set()
    for (const name of [method].flat()) methods.add(name)
    methodsOfPath.set(url, methods)
  })
  return () => {
    const mountedMethods = new Map(methodsOfPath)
    for (const [url, methods] of mountedMethods) refuseOthers(app, url, [...methods].sort())
  }
}

function refuseOthers(app: FastifyInstance, url: string, allowedMethods: readonly string[]): void {
  const refused = answeredMethods.filter((method) => !allowedMethods.includes(method))
  if (refused.length === 0) return
  app.route({
    method: refused,
    url,
    onRequest: async (_, reply) => {
      reply.header('allow', allowedMethods.join(', '))
      throw new AppError('method-not-allowed')
    },
    handler: () => undefined,
  })
}
