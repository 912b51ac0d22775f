import { createHash } from 'node:crypto'
import { openApiDocument } from '@kamar/contracts'
import { withProtocol } from '@kamar/contracts/protocol'
import type { FastifyInstance } from 'fastify'
import { apiPage, apiPageStyle } from './api-page.js'

const styleHash = createHash('sha256').update(apiPageStyle).digest('base64')
const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
const oneHour = 'public, max-age=3600'

/** `GET /api/openapi.json` and `GET /api/docs`: the contract, for machines and for people. */
export function addDocumentationRoutes(app: FastifyInstance): void {
  const document = withProtocol(openApiDocument())
  const json = JSON.stringify(document)
  const page = apiPage(document)
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', oneHour).send(json),
  )
  app.get('/api/docs', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': oneHour, 'content-security-policy': pagePolicy })
      .send(page),
  )
}
