import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@kamar/contracts'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const oneYear = 'public, max-age=31536000, immutable'

/**
 * Serves the web application: hashed assets for ever, its page always fresh, and the page also for every address that the
 * browser's router knows. Without a build there is only the API.
 */
export async function serveWebSite(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('cache-control', path.includes('/assets/') ? oneYear : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!isBuilt || !asksForPage(request)) throw new AppError('not-found')
    const page = await readFile(join(folder, 'index.html'))
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page)
  })
}

/** A missing script or picture is missing; only addresses without a file name are pages. */
function asksForPage({ method, url }: FastifyRequest): boolean {
  const path = url.split('?')[0] ?? ''
  const isFile = (path.split('/').at(-1) ?? '').includes('.')
  return (method === 'GET' || method === 'HEAD') && !isFile && path !== '/api' && !path.startsWith('/api/')
}
