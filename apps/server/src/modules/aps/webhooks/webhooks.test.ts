import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeUrn, type Webhook, type WebhookPage } from '@kamar/aps'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { z } from 'zod'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestApplication, testApplication } from '../../../testing/test-application.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import { apsModule } from '../module.js'
import { translateLocally, wedge } from '../../../testing/translated.js'
import { createCallbackGuard, readNetwork } from '../../../platform/http/callback-guard.js'
import { parseEventFilter } from './event-filter.js'
import { sendCallback } from './send-callback.js'

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: TestServer
let application: TestApplication
let receiver: Server
let callbackUrl: string
let received: Received[]
let respond: (respond: (status: number) => void) => void
let now = Date.now()
const finished = '/webhooks/v1/systems/derivative/events/extraction.finished/hooks'
const minute = 60_000

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      respond((status) => response.writeHead(status, { location: 'http://169.254.169.254/' }).end())
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  callbackUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  server = await startTestServer({
    configuration: { webhookNetworks: [['127.0.0.1', 32]] },
    parts: { now: () => new Date(now) },
  })
})
beforeEach(async () => {
  received = []
  respond = (respond) => respond(200)
  application = await testApplication(server)
})
afterAll(async () => {
  await server.close()
  receiver.closeAllConnections()
  receiver.close()
})

const call = (options: InjectOptions): Promise<LightMyRequestResponse> =>
  server.inject({ ...options, headers: { ...application.headers, ...options.headers } })
const hook = (changes: object = {}) => ({ callbackUrl, scope: { workflow: 'my-workflow' }, ...changes })
const listed = async (url = '/webhooks/v1/hooks'): Promise<Webhook[]> =>
  (await call({ url })).json<z.infer<typeof WebhookPage>>().data
async function make(changes: object = {}): Promise<string> {
  const createResponse = await call({ method: 'POST', url: finished, payload: hook(changes) })
  expect([createResponse.statusCode, createResponse.body]).toEqual([201, ''])
  return String(createResponse.headers.location)
}

/** Translates a file through the APS-compatible API, to its end. */
async function translate(
  misc: object = { workflow: 'my-workflow', workflowAttribute: { number: 7 } },
): Promise<string> {
  await call({ method: 'POST', url: '/oss/v2/buckets', payload: { bucketKey: 'models', policyKey: 'persistent' } })
  const stored = await call({
    method: 'PUT',
    url: '/oss/v2/buckets/models/objects/wedge.stl',
    payload: `${wedge}; ${application.clientId}\n`,
    headers: { 'content-type': 'application/octet-stream' },
  })
  const urn = encodeUrn(stored.json<{ objectId: string }>().objectId)
  const payload = { input: { urn }, output: { formats: [{ type: 'thumbnail' }] }, misc }
  await call({ method: 'POST', url: '/modelderivative/v2/designdata/job', payload })
  const { translation_id: translationId } = await server.services.database
    .selectFrom('derivative_design')
    .select('translation_id')
    .where('application_id', '=', application.id)
    .executeTakeFirstOrThrow()
  await translateLocally(server, { translationId: translationId ?? '' })
  await server.find(apsModule).designs.poll()
  await deliver()
  return urn
}
const deliver = (): Promise<void> => server.find(apsModule).deliveries.deliver()

describe('webhook', () => {
  it('is created, listed, changed and deleted', async () => {
    const location = await make({ hookAttribute: { project: 'x' }, filter: "$[?(@.Payload.status=='success')]" })
    expect(location).toMatch(
      /^\/webhooks\/v1\/systems\/derivative\/events\/extraction\.finished\/hooks\/[0-9a-f-]{36}$/,
    )
    expect((await call({ url: location })).json()).toMatchObject({
      hookId: location.split('/').at(-1),
      callbackUrl,
      createdBy: application.clientId,
      event: 'extraction.finished',
      system: 'derivative',
      creatorType: 'Application',
      status: 'active',
      scope: { workflow: 'my-workflow' },
      hookAttribute: { project: 'x' },
      __self__: location.replace('/webhooks/v1', ''),
    })
    for (const url of [
      '/webhooks/v1/hooks',
      '/webhooks/v1/app/hooks',
      '/webhooks/v1/systems/derivative/hooks',
      finished,
    ]) {
      expect(await listed(url), url).toHaveLength(1)
    }
    expect(await listed('/webhooks/v1/systems/derivative/events/extraction.updated/hooks')).toEqual([])
    const change = { status: 'inactive', filter: null, hookAttribute: { project: 'y' }, token: 'own' }
    expect((await call({ method: 'PATCH', url: location, payload: change })).statusCode).toBe(200)
    expect(await listed('/webhooks/v1/hooks?status=inactive')).toMatchObject([
      { status: 'inactive', hookAttribute: { project: 'y' } },
    ])
    expect((await call({ method: 'DELETE', url: location })).statusCode).toBe(204)
    expect((await call({ url: location })).statusCode).toBe(404)
  })

  it('is created for every event of a system at once', async () => {
    const createResponse = await call({ method: 'POST', url: '/webhooks/v1/systems/derivative/hooks', payload: hook() })
    expect(createResponse.statusCode).toBe(201)
    expect(createResponse.json<{ hooks: Webhook[] }>().hooks.map(({ event }) => event)).toEqual([
      'extraction.finished',
      'extraction.updated',
    ])
  })

  it.each([
    [{}, 409],
    [{ callbackUrl: 'http://localhost.localdomain:1/x', scope: {} }, 400],
    [{ callbackUrl: 'ftp://example.com/x' }, 400],
    [{ callbackUrl: 'http://10.0.0.1/x' }, 400],
    [{ callbackUrl: 'http://user:word@example.com/x' }, 400],
    [{ callbackUrl: 'http://[::1]/x' }, 400],
    [{ callbackUrl: 'http://2130706434/x' }, 400],
    [{ callbackUrl: 'http://169.254.169.254/latest/meta-data' }, 400],
    [{ filter: '$..*' }, 400],
    [{ hookAttribute: { text: 'x'.repeat(1100) } }, 400],
  ])('is rejected with %j and the status %d', async (changes, status) => {
    await make()
    const refused = await call({ method: 'POST', url: finished, payload: hook(changes) })
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject({ detail: [expect.any(String)] })
  })

  it.each(['/webhooks/v1/systems/data/hooks', '/webhooks/v1/systems/derivative/events/dm.version.added/hooks'])(
    'is not found for an unsupported event: %s',
    async (url) => {
      expect((await call({ method: 'POST', url, payload: hook() })).statusCode).toBe(404)
    },
  )

  it('is listed as empty for a system without supported events', async () => {
    await make()
    const respond = await call({ url: '/webhooks/v1/systems/data/hooks' })
    expect([respond.statusCode, respond.json()]).toEqual([200, { links: { next: null }, data: [] }])
  })

  it('is not found by another application', async () => {
    const location = await make()
    application = await testApplication(server)
    expect((await call({ url: location })).statusCode).toBe(404)
    expect((await call({ method: 'DELETE', url: location })).statusCode).toBe(404)
    expect(await listed()).toEqual([])
  })
})

describe('webhook event', () => {
  it('is delivered to matching webhooks, signed with the secret of the application', async () => {
    const secret = 'the secret of my callbacks'
    const token = { method: 'POST', url: '/webhooks/v1/tokens', payload: { token: secret } } as const
    expect((await call(token)).json()).toMatchObject({ status: 200 })
    expect((await call(token)).statusCode).toBe(400)
    await make()
    await make({ scope: { workflow: 'another' } })
    await make({ scope: { workflow: '*' }, filter: "$[?(@.Payload.status=='failed')]" })
    const urn = await translate()
    expect(received).toHaveLength(1)
    const [{ headers, body }] = received as [Received]
    expect(headers['x-adsk-signature']).toBe(`sha1hash=${createHmac('sha1', secret).update(body).digest('hex')}`)
    expect(headers['x-adsk-delivery-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(JSON.parse(body)).toMatchObject({
      version: '1.0',
      resourceUrn: urn,
      hook: { event: 'extraction.finished', callbackUrl, scope: { workflow: 'my-workflow' } },
      payload: {
        URN: urn,
        EventType: 'EXTRACTION_FINISHED',
        Payload: { status: 'success', scope: 'my-workflow' },
        WorkflowId: 'my-workflow',
        WorkflowAttributes: { number: 7 },
      },
    })
    await deliver()
    expect(received).toHaveLength(1)
  })

  it('is signed with the token of its webhook or not at all, and can be sent without the webhook', async () => {
    await make({ token: 'own', callbackWithEventPayloadOnly: true })
    await translate()
    const [{ headers, body }] = received as [Received]
    expect(headers['x-adsk-signature']).toBe(`sha1hash=${createHmac('sha1', 'own').update(body).digest('hex')}`)
    expect(JSON.parse(body)).toMatchObject({ EventType: 'EXTRACTION_FINISHED' })
    application = await testApplication(server)
    received = []
    await make()
    await translate()
    expect(received[0]?.headers).not.toHaveProperty('x-adsk-signature')
  })

  it('is not delivered for a job without a matching workflow', async () => {
    await make()
    await translate({})
    expect(received).toEqual([])
  })

  it('is retried four times over two days before the webhook is disabled', async () => {
    const location = await make()
    respond = (respond) => respond(500)
    await translate()
    for (const [minutes, times] of [
      [1, 2],
      [30, 3],
      [8 * 60, 4],
      [40 * 60, 5],
    ] as const) {
      now += minutes * minute - 1000
      await deliver()
      expect(received).toHaveLength(times - 1)
      now += 2000
      await deliver()
      expect(received).toHaveLength(times)
    }
    const { status } = await server.services.database
      .selectFrom('webhook')
      .select('status')
      .where('id', '=', location.split('/').at(-1) ?? '')
      .executeTakeFirstOrThrow()
    expect(status).toBe('inactive')
    now += 50 * 3600_000
    await deliver()
    expect(received).toHaveLength(5)
  })

  it('is not sent to the target of a redirect', async () => {
    await make()
    respond = (respond) => respond(302)
    await translate()
    expect(received).toHaveLength(1)
    const { last_error: lastError } = await server.services.database
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
      .select('last_error')
      .where('application_id', '=', application.id)
      .executeTakeFirstOrThrow()
    expect(lastError).toBe('answered 302')
  })

  it('is aborted after the time limit', async () => {
    respond = () => undefined
    const guard = createCallbackGuard([['127.0.0.0', 8]])
    const callback = { url: callbackUrl, deliveryId: 'd', body: '{}', secret: null }
    await expect(sendCallback(callback, guard, 50)).rejects.toThrow(/abort/i)
  })
})

describe('webhook token of an application', () => {
  it('is replaced and deleted only when it exists', async () => {
    const tokenPath = '/webhooks/v1/tokens/@me'
    expect((await call({ method: 'PUT', url: tokenPath, payload: { token: 'x' } })).statusCode).toBe(404)
    await call({ method: 'POST', url: '/webhooks/v1/tokens', payload: { token: 'x' } })
    expect((await call({ method: 'PUT', url: tokenPath, payload: { token: 'y' } })).statusCode).toBe(204)
    const { sealed_token: sealed } = await server.services.database
      .selectFrom('webhook_token')
      .select('sealed_token')
      .where('application_id', '=', application.id)
      .executeTakeFirstOrThrow()
    expect(sealed).not.toContain('y'.repeat(2))
    expect((await call({ method: 'DELETE', url: tokenPath })).statusCode).toBe(204)
    expect((await call({ method: 'DELETE', url: tokenPath })).statusCode).toBe(404)
  })
})

describe('createCallbackGuard', () => {
  const guard = createCallbackGuard([])
  const lookUp = (host: string, all: boolean) =>
    new Promise((resolve) => guard.lookup(host, { all }, (error, address) => resolve(error?.message ?? address)))

  it('refuses names that resolve to loopback, for single and multiple addresses', async () => {
    for (const all of [true, false]) expect(await lookUp('localhost', all)).toBe('This host may not be called')
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f000001',
    '0.0.0.0',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.100.100.200',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '[fd00:ec2::254]',
    '[fe80::1]',
    '[2002:7f00:1::]',
  ])('refuses %s', (host) => {
    expect(() => guard.check(new URL(`http://${host}/`))).toThrow('may not be called')
  })

  it.each(['8.8.8.8', '[2606:4700::1111]', 'example.com'])('allows %s', (host) => {
    expect(() => guard.check(new URL(`https://${host}/`))).not.toThrow()
  })

  it('allows the networks of the deployment', () => {
    const network = readNetwork('10.1.0.0/16')
    const open = createCallbackGuard(network ? [network] : [])
    expect(() => open.check(new URL('http://10.1.2.3/'))).not.toThrow()
    expect(() => open.check(new URL('http://10.2.2.3/'))).toThrow('may not be called')
    for (const text of ['10.1.0.0/33', 'intranet', '', '10.1.0.0/x']) expect(readNetwork(text)).toBeNull()
  })
})

describe('parseEventFilter', () => {
  const payload = { URN: 'abc', Payload: { status: 'success', size: 3 } }
  it.each([
    ["$[?(@.Payload.status=='success')]", true],
    ['$[?(@.Payload.status=="failed")]', false],
    ["$[?(@.Payload.status!='failed' && @.URN=='abc')]", true],
    ['$[?(@.Payload.size==3)]', true],
    ["$[?(@.none.deeper=='x')]", false],
    ["$[?(@.__proto__.x=='x')]", false],
  ])('evaluates %s to %s', (filter, fits) => {
    expect(parseEventFilter(filter)?.(payload)).toBe(fits)
  })

  it.each(['', '$', '$[?(@.a)]', "$[?(@.a=='x' || @.b=='y')]", '$[?(1==1)]'])('rejects %j', (filter) => {
    expect(parseEventFilter(filter)).toBeNull()
  })
})
