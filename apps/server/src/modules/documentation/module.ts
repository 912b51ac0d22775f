import { createHash } from 'node:crypto'
import { openApiDocument } from '@kamar/contracts'
import { withProtocol } from '@kamar/aps'
import type { FastifyInstance } from 'fastify'
import { defineModule } from '../../domain/server-module.js'
import { apiPage, apiPageStyle } from './api-page.js'

const styleHash = createHash('sha256').update(apiPageStyle).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const oneHour = 'public, max-age=3600'

/** The API description, for machines and for humans. */
export const documentationModule = defineModule({
  id: 'documentation',
  routes: {},
  create: () => null,
  handlers: () => ({}),
  streams: addDocumentation,
})

/** Adds `GET /api/openapi.json` and `GET /api/docs`. */
function addDocumentation(app: FastifyInstance): void {
  let documentationCache: Documentation | undefined
  const documentation = (): Documentation => (documentationCache ??= makeDocumentation())
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', oneHour).send(documentation().json),
  )
  app.get('/api/docs', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': oneHour, 'content-security-policy': pagePolicy })
      .send(documentation().page),
  )
}

interface Documentation {
  readonly json: string
  readonly page: string
}

/** Builds the documentation lazily: it takes a fifth of a second of a core, which would delay the start. */
function makeDocumentation(): Documentation {
  const document = withProtocol(openApiDocument())
  return { json: JSON.stringify(document), page: apiPage(document) }
}
