import { createPublicKey, createVerify } from 'node:crypto'
import type { ClientToken, KeySet } from '@kamar/aps'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requestToken, type TestApplication, testApplication } from '../../../testing/test-application.js'
import { bearer, startTestServer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
let application: TestApplication
let now = new Date()
beforeAll(async () => {
  server = await startTestServer({ parts: { now: () => now } })
  application = await testApplication(server, { scopes: ['data:read', 'bucket:create'] })
})
afterAll(() => server.close())

const credentials = () => ({ client_id: application.clientId, client_secret: application.clientSecret })
const basic = (id = application.clientId, secret = application.clientSecret) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})
const decodeClaims = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>
const isLetIn = async (token: string): Promise<boolean> => {
  const response = await server.inject({ url: '/oss/v2/buckets', headers: { authorization: `Bearer ${token}` } })
  return response.statusCode === 200
}
const request = (path: string, form: Record<string, string>, headers = basic()): Promise<LightMyRequestResponse> =>
  server.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  })
const issueToken = async (form: Record<string, string> = {}): Promise<string> =>
  (await requestToken(server, { ...credentials(), ...form })).json<ClientToken>().access_token

describe('client credentials grant', () => {
  it.each([
    ['as HTTP Basic', () => requestToken(server, { scope: 'data:read' }, basic())],
    ['in the form body', () => requestToken(server, { scope: 'data:read', ...credentials() })],
    [
      'in the format of version 1',
      () =>
        request(
          '/authentication/v1/authenticate',
          { grant_type: 'client_credentials', scope: 'data:read', ...credentials() },
          { authorization: '' },
        ),
    ],
    [
      'at a path with two leading slashes',
      () => request('//authentication/v2/token', { grant_type: 'client_credentials', scope: 'data:read' }),
    ],
  ])('issues a token for a client id and secret %s', async (_, get) => {
    const response = await get()
    expect(response.json()).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3599 })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(await isLetIn(response.json<ClientToken>().access_token)).toBe(true)
  })

  it('issues the requested scopes, or all scopes of the application', async () => {
    expect(decodeClaims(await issueToken({ scope: 'bucket:create' }))).toMatchObject({
      scope: ['bucket:create'],
      client_id: application.clientId,
    })
    expect(decodeClaims(await issueToken()).scope).toEqual(['data:read', 'bucket:create'])
    expect(decodeClaims(await issueToken({ scope: 'bucket:create  data:read' })).scope).toEqual([
      'data:read',
      'bucket:create',
    ])
  })

  it('ignores APS scopes without an endpoint here', async () => {
    const scope = 'data:read code:all account:write user-profile:read openid data:read:urn:adsk.objects:os.object:a/b'
    expect(decodeClaims(await issueToken({ scope })).scope).toEqual(['data:read'])
    expect(decodeClaims(await issueToken({ scope: 'code:all' })).scope).toEqual([])
  })

  it.each(['no:such', 'data:write', 'data:read no:such'])('rejects the scope %s', async (scope) => {
    const response = await requestToken(server, { ...credentials(), scope })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ error: 'invalid_scope' })
  })

  it.each(['password', 'authorization_code', ''])('rejects the grant type %j', async (grant_type) => {
    const response = await requestToken(server, { ...credentials(), grant_type })
    expect([response.statusCode, response.json().error]).toEqual([400, 'unsupported_grant_type'])
  })

  it('gives the same response for an unknown client and a wrong secret', async () => {
    const wrong = await requestToken(server, {}, basic(application.clientId, 'wrong'))
    const unknown = await requestToken(server, {}, basic('nobody', 'wrong'))
    expect([wrong.statusCode, wrong.json()]).toEqual([unknown.statusCode, unknown.json()])
    expect(wrong.json()).toMatchObject({
      errorCode: 'AUTH-001',
      userMessage: '',
      'more info': expect.stringContaining('AUTH-001'),
    })
    expect(wrong.headers['www-authenticate']).toBe('Bearer')
    expect((await requestToken(server, {})).statusCode).toBe(401)
    expect((await requestToken(server, {}, { authorization: 'Basic !!' })).statusCode).toBe(401)
  })

  it('issues a token that expires after one hour', async () => {
    const token = await issueToken()
    now = new Date(now.getTime() + 3_598_000)
    expect(await isLetIn(token)).toBe(true)
    now = new Date(now.getTime() + 2000)
    expect(await isLetIn(token)).toBe(false)
  })

  it('issues a token that is revoked by a new secret or the revocation of the application', async () => {
    const other = await testApplication(server)
    const token = other.headers.authorization.slice('Bearer '.length)
    const change = (operation: string) =>
      server.inject({
        method: 'POST',
        url: `/api/auth/applications/${other.id}/${operation}`,
        headers: bearer(other.owner),
      })
    expect(await isLetIn(token)).toBe(true)
    const { secret } = (await change('secret')).json<{ secret: string }>()
    expect(await isLetIn(token)).toBe(false)
    expect((await requestToken(server, {}, basic(other.clientId, other.clientSecret))).statusCode).toBe(401)
    const newer = (await requestToken(server, {}, basic(other.clientId, secret))).json<ClientToken>().access_token
    expect(await isLetIn(newer)).toBe(true)
    await change('revoke')
    expect(await isLetIn(newer)).toBe(false)
    expect((await requestToken(server, {}, basic(other.clientId, secret))).statusCode).toBe(401)
  })

  it('rejects forged tokens', async () => {
    const token = await issueToken()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
    const wider = encode({ ...decodeClaims(token), scope: ['data:write'] })
    const forged = [
      `${header}.${wider}.${signature}`,
      `${encode({ alg: 'none', kid, typ: 'at+jwt' })}.${payload}.`,
      `${encode({ alg: 'HS256', kid, typ: 'at+jwt' })}.${payload}.${signature}`,
      `${encode({ alg: 'RS256', kid: '00000000-0000-4000-8000-000000000000', typ: 'at+jwt' })}.${payload}.${signature}`,
      'x.y.z',
    ]
    for (const text of forged) expect(await isLetIn(text), text).toBe(false)
  })
})

describe('client secret rate limit', () => {
  it('applies after ten wrong secrets, also to the correct one', async () => {
    const guessed = await testApplication(server)
    const tryWith = (secret: string) => requestToken(server, {}, basic(guessed.clientId, secret))
    for (let count = 0; count < 10; count++) expect((await tryWith(`wrong ${count}`)).statusCode).toBe(401)
    const stopped = await tryWith(guessed.clientSecret)
    expect(stopped.statusCode).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(600)
    expect((await requestToken(server, credentials())).statusCode).toBe(200)
  })
})

describe('token introspection and revocation', () => {
  it('is restricted to tokens of the client', async () => {
    const token = await issueToken({ scope: 'data:read' })
    const other = await testApplication(server)
    const own = await request('/authentication/v2/introspect', { token })
    expect(own.json()).toMatchObject({
      active: true,
      scope: 'data:read',
      client_id: application.clientId,
      token_type: 'Bearer',
    })
    const otherCredentials = basic(other.clientId, other.clientSecret)
    expect((await request('/authentication/v2/introspect', { token }, otherCredentials)).json()).toEqual({
      active: false,
    })
    expect((await request('/authentication/v2/revoke', { token }, otherCredentials)).statusCode).toBe(200)
    expect(await isLetIn(token)).toBe(true)
    expect((await request('/authentication/v2/revoke', { token, token_type_hint: 'access_token' })).statusCode).toBe(
      200,
    )
    expect(await isLetIn(token)).toBe(false)
    expect((await request('/authentication/v2/introspect', { token })).json()).toEqual({ active: false })
    expect((await request('/authentication/v2/revoke', { token: 'nonsense' })).statusCode).toBe(200)
  })
})

describe('OAuth metadata', () => {
  it('publishes public keys that verify a token', async () => {
    const token = await issueToken()
    const { keys } = (await server.inject({ url: '/authentication/v2/keys' })).json<KeySet>()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }
    const key = keys.find((candidate) => candidate.kid === kid)
    expect(Object.keys(key ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
    const verifier = createVerify('RSA-SHA256').update(`${header}.${payload}`)
    expect(verifier.verify(createPublicKey({ key: { ...key }, format: 'jwk' }), signature, 'base64url')).toBe(true)
  })

  it('publishes the issuer, key and token endpoints', async () => {
    const response = await server.inject({ url: '/.well-known/openid-configuration', headers: { host: 'kamar' } })
    expect(response.json()).toMatchObject({
      issuer: 'http://kamar',
      jwks_uri: 'http://kamar/authentication/v2/keys',
      token_endpoint: 'http://kamar/authentication/v2/token',
    })
  })
})

describe('APS endpoint', () => {
  it('allows CORS requests from any origin', async () => {
    const preflight = await server.inject({
      method: 'OPTIONS',
      url: '/oss/v2/buckets',
      headers: { origin: 'https://viewer.test', 'access-control-request-headers': 'authorization,x-ads-region' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'authorization,x-ads-region',
    })
    expect((await server.inject({ url: '/oss/v2/buckets' })).headers['access-control-allow-origin']).toBe('*')
    expect((await server.inject({ url: '/api/health' })).headers).not.toHaveProperty('access-control-allow-origin')
  })

  it('answers unknown paths with JSON 404, not with a page of the web app', async () => {
    for (const url of ['/oss/v2/nothing', '/modelderivative/v3/x', '/authentication/v2/authorize']) {
      const response = await server.inject({ url, headers: { accept: 'text/html' } })
      expect([response.statusCode, response.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8'])
      expect(response.headers['content-security-policy']).toContain("default-src 'none'")
    }
  })
})
