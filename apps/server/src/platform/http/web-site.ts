import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@kamar/core'
import { isProtocolPath } from '@kamar/aps'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { readPublicPages } from './public-pages.js'

const oneYear = 'public, max-age=31536000, immutable'

/** Options of the web site. */
export interface WebSite {
  readonly folder: string
  /** Public URL, for links that search engines follow; null where it is unknown. */
  readonly publicUrl: URL | null
}

/**
 * Serves the web application: hashed assets are cached for ever, its pages always fresh and in the reader's language,
 * and the page of the application also for every URL of the browser's router. Without a build there is only the API.
 */
export async function serveWebSite(app: FastifyInstance, { folder, publicUrl }: WebSite): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  const pages = isBuilt ? await readPublicPages(folder, publicUrl?.origin ?? '') : null
  if (pages) {
    app.get('/', (request, reply) => pages.respond(request, reply))
    await app.register(fastifyStatic, {
      root: folder,
      // The plug-in's own route lists the folder at each request, to refuse other spellings of a name where disks ignore case.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? oneYear : 'no-cache')
      },
    })
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(`/${request.params['*']}`))
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!pages || !isPageRequest(request)) throw new AppError('not-found')
    return pages.respond(request, reply)
  })
}

/**
 * Returns whether a request is for a page: only URLs without a file name are, so that a missing script or image stays a
 * 404.
 */
function isPageRequest({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  const isFile = (path.split('/').at(-1) ?? '').includes('.')
  return (
    (method === 'GET' || method === 'HEAD') &&
    !isFile &&
    path !== '/api' &&
    !path.startsWith('/api/') &&
    !isProtocolPath(path)
  )
}
