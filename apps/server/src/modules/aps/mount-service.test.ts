import { AppError } from '@kamar/core'
import { ProtocolError, protocolRoute, type ProtocolService } from '@kamar/aps'
import { type ProtocolScope } from '@kamar/contracts'
import { fastify, type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ApplicationActor } from '../../platform/authorization/actor.js'
import { createApplicationGuard } from './application-guard.js'
import { mountService } from './mount-service.js'

const errorFactories: Readonly<Record<string, () => Error>> = {
  protocol: () => new ProtocolError(409, 'Taken already'),
  product: () => new AppError('quota-exceeded'),
  busy: () => new AppError('too-many-requests', { retryAfterSeconds: 30 }),
  range: () => new AppError('range-not-satisfiable', { size: 10 }),
  broken: () => new TypeError('the password of the database is hunter2'),
}

const table = {
  greet: protocolRoute({
    method: 'POST',
    path: '/greet/:who',
    summary: 'Greet',
    access: [['data:read'], ['bucket:read', 'bucket:update']],
    query: z.object({ times: z.coerce.number().int().min(1).default(1) }),
    body: z.object({ word: z.string().optional() }),
    response: z.object({ text: z.string() }),
  }),
  form: protocolRoute({
    method: 'POST',
    path: '/form',
    summary: 'Take a form',
    access: 'public',
    consumes: 'application/x-www-form-urlencoded',
    body: z.object({ name: z.string() }),
    response: z.object({ name: z.string() }),
  }),
  count: protocolRoute({
    method: 'PUT',
    path: '/count',
    summary: 'Count bytes as they arrive',
    access: 'public',
    consumes: 'application/octet-stream',
    response: z.object({ bytes: z.number() }),
  }),
  nothing: protocolRoute({ method: 'DELETE', path: '/nothing', summary: 'Nothing', access: 'public', response: null }),
  fail: protocolRoute({ method: 'GET', path: '/fail/:how', summary: 'Fail', access: 'public', response: null }),
} as const

const applicationWith = (scopes: readonly ProtocolScope[]): ApplicationActor => ({
  kind: 'application',
  applicationId: 'a',
  clientId: 'c',
  ownerId: 'o',
  scopes: new Set(scopes),
})
const actorsByToken: Readonly<Record<string, ApplicationActor>> = {
  reader: applicationWith(['data:read']),
  half: applicationWith(['bucket:read', 'data:write']),
  both: applicationWith(['bucket:read', 'bucket:update']),
}
const guard = createApplicationGuard({ identify: async (token: string) => actorsByToken[token] ?? null } as never)

const apps = new Map<ProtocolService, FastifyInstance>()
beforeAll(async () => {
  for (const service of ['authentication', 'storage', 'derivative', 'webhooks'] as const) {
    const app = fastify()
    app.decorateRequest('application', null)
    await mountService(app, {
      service,
      routes: table,
      guard,
      handlers: {
        greet: async ({ application, parameters, query, body, reply }) => {
          reply.code(201)
          const word = body.word ?? 'hello'
          return { text: Array(query.times).fill(`${word} ${parameters.who} of ${application.clientId}`).join(', ') }
        },
        form: async ({ body }) => body,
        async count({ request }) {
          let bytes = 0
          for await (const chunk of request.raw as AsyncIterable<Buffer>) bytes += chunk.length
          return { bytes }
        },
        nothing: async () => undefined,
        fail: async ({ parameters }) => {
          throw errorFactories[parameters.how]?.() ?? new ProtocolError(404, 'No such failure')
        },
      },
    })
    apps.set(service, app)
  }
})
afterAll(async () => {
  for (const app of apps.values()) await app.close()
})

const inject = async (options: InjectOptions, service: ProtocolService = 'storage') => {
  const app = apps.get(service)
  if (!app) throw new Error(`no ${service}`)
  return app.inject(options)
}
const greet = (token: string, options: Partial<InjectOptions> = {}) =>
  inject({ method: 'POST', url: '/greet/Ani', headers: { authorization: `Bearer ${token}` }, ...options })

describe('mountService route', () => {
  it('receives path, query and body parameters and sets its own status', async () => {
    const response = await greet('reader', { url: '/greet/An%2Fi?times=2', payload: { word: 'barev' } })
    expect([response.statusCode, response.json()]).toEqual([201, { text: 'barev An/i of c, barev An/i of c' }])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  it.each([
    ['no token', '', 401],
    ['an unknown token', 'stranger', 401],
    ['one scope of a required pair', 'half', 403],
    ['the first set of scopes', 'reader', 201],
    ['the second set of scopes', 'both', 201],
  ])('authorizes or refuses a request with %s', async (_, token, status) => {
    expect((await greet(token)).statusCode).toBe(status)
  })

  it.each([['application/json'], ['text/plain'], ['application/x-www-form-urlencoded'], ['x/y; z=1']])(
    'accepts an empty body of type %s',
    async (type) => {
      const headers = { authorization: 'Bearer reader', 'content-type': type }
      const response = await inject({
        method: 'POST',
        url: '/greet/Ani',
        headers,
        payload: type.includes('json') ? '{}' : '',
      })
      expect(response.json()).toEqual({ text: 'hello Ani of c' })
    },
  )

  it('names the invalid parameter', async () => {
    const wrongQuery = await greet('reader', { url: '/greet/Ani?times=0' })
    expect([wrongQuery.statusCode, wrongQuery.json().reason]).toEqual([400, expect.stringMatching(/^query\.times: /)])
    const wrongBody = await greet('reader', { payload: { word: 5 } })
    expect(wrongBody.json().reason).toMatch(/^body\.word: /)
    const broken = await greet('reader', {
      headers: { authorization: 'Bearer reader', 'content-type': 'application/json' },
      payload: '{"word":',
    })
    expect(broken.statusCode).toBe(400)
  })

  it('parses form bodies, and the last of equal names wins', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await inject({ method: 'POST', url: '/form', headers, payload: 'name=a&name=b+c%2Bd&__proto__=x' })
    expect(response.json()).toEqual({ name: 'b c+d' })
  })

  it.each([undefined, 'application/json', 'multipart/form-data; boundary=x', 'anything/at-all'])(
    'streams a request body of type %s',
    async (type) => {
      const headers = type === undefined ? {} : { 'content-type': type }
      const response = await inject({ method: 'PUT', url: '/count', headers, payload: Buffer.from('{"not":"parsed"') })
      expect(response.json()).toEqual({ bytes: 15 })
    },
  )

  it('sends an empty response', async () => {
    const response = await inject({ method: 'DELETE', url: '/nothing' })
    expect([response.statusCode, response.body]).toEqual([200, ''])
  })
})

describe('mountService error response', () => {
  it.each([
    [
      'authentication',
      { error: 'invalid_request', error_description: 'Taken already', developerMessage: 'Taken already' },
    ],
    ['storage', { reason: 'Taken already' }],
    ['derivative', { diagnostic: 'Taken already' }],
    ['webhooks', expect.objectContaining({ detail: ['Taken already'] })],
  ] as const)('has the body format of the service %s', async (service, body) => {
    const response = await inject({ url: '/fail/protocol' }, service)
    expect([response.statusCode, response.json()]).toEqual([409, body])
  })

  it('is the same for every service when the token is missing', async () => {
    for (const service of apps.keys()) {
      const response = await inject({ method: 'POST', url: '/greet/x' }, service)
      expect(response.json()).toEqual({
        developerMessage: 'Access token provided is invalid or expired.',
        userMessage: '',
        errorCode: 'AUTH-006',
        'more info': 'https://developer.api.autodesk.com/documentation/v1/errors/AUTH-006',
      })
    }
  })

  it('keeps the status of an AppError and its English message', async () => {
    const response = await inject({ url: '/fail/product', headers: { 'accept-language': 'hy' } })
    expect(response.statusCode).toBe(413)
    expect(response.json().reason).toMatch(/^[\x20-\x7e’]+$/)
  })

  it('includes Retry-After and Content-Range', async () => {
    const busy = await inject({ url: '/fail/busy' })
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([429, '30'])
    const range = await inject({ url: '/fail/range' })
    expect([range.statusCode, range.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  it('hides the message of an unexpected error', async () => {
    const response = await inject({ url: '/fail/broken' })
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('hunter2')
  })
})
