import { AppError, type RouteName, routes, streamRoutes } from '@kamar/contracts'
import type { FastifyInstance } from 'fastify'
import { enter, type Handlers } from './http/mount-routes.js'
import type { Services } from './services.js'

const prefixes = ['/api/projects', '/api/invitations', '/api/share-links', '/api/notifications']
const parts = ['/people', '/project', '/links', '/topics', '/views', '/viewpoints', '/mentionable']
const isOurs = (path: string, method: string): boolean =>
  prefixes.some((prefix) => path.startsWith(prefix)) ||
  parts.some((part) => path.startsWith(`/api/auth/my-urns/:id${part}`)) ||
  (path === '/api/auth/my-urns/:id' && method === 'PATCH')

/** Handlers of the calls by which people work together. */
export function collaborationHandlers(_services: Services): Handlers {
  const names = (Object.keys(routes) as RouteName[]).filter((name) => isOurs(routes[name].path, routes[name].method))
  const handler = async (): Promise<never> => {
    throw new AppError('not-found')
  }
  return Object.fromEntries(names.map((name) => [name, handler])) as unknown as Handlers
}

/** The streams among them. */
export function addCollaborationRoutes(app: FastifyInstance, _services: Services): void {
  const ours = streamRoutes.filter(({ path }) => /\/snapshot$|\/bcf$|^\/api\/share-links/.test(path))
  for (const { method, path, access } of ours) {
    app.route({
      method,
      url: path,
      onRequest: enter(access),
      handler: async () => {
        throw new AppError('not-found')
      },
    })
  }
}
