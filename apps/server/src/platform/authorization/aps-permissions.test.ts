import { encodeUrn, listProtocolRoutes, toObjectId, type ProtocolRoute } from '@kamar/aps'
import { protocolScopes, type ScopeAlternatives } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApplication, testApplication } from '../../testing/test-application.js'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.js'
import { apsModule } from '../../modules/aps/module.js'

const declared = listProtocolRoutes()
const unauthorizedCallers = [
  'anonymous',
  'a person',
  'a viewer token',
  'a forged token',
  'a revoked application',
  'a rejected owner',
] as const
type UnauthorizedCaller = (typeof unauthorizedCallers)[number]

let server: TestServer
let application: TestApplication
let headersOf: Record<UnauthorizedCaller, Record<string, string>>
beforeAll(async () => {
  server = await startTestServer()
  application = await testApplication(server)
  const user = await server.createUser()
  const viewer = await server.inject({ method: 'POST', url: '/api/auth/viewer-token', headers: bearer(user) })
  const [revoked, ofRejected] = [await testApplication(server), await testApplication(server)]
  const { database } = server.services
  await server.inject({
    method: 'POST',
    url: `/api/auth/applications/${revoked.id}/revoke`,
    headers: bearer(revoked.owner),
  })
  await database.updateTable('account').set({ status: 'rejected' }).where('id', '=', ofRejected.owner.id).execute()
  headersOf = {
    anonymous: {},
    'a person': bearer(user),
    'a viewer token': { authorization: `Bearer ${viewer.json<{ access_token: string }>().access_token}` },
    'a forged token': { authorization: `${application.headers.authorization.slice(0, -4)}AAAA` },
    'a revoked application': revoked.headers,
    'a rejected owner': ofRejected.headers,
  }
})
afterAll(() => server.close())

const missingObject = { bucketKey: 'no-such-bucket', objectKey: 'no-such-object' }
const formatAddress = ({ path }: ProtocolRoute, { bucketKey, objectKey } = missingObject): string =>
  path
    .replace(':bucketKey', bucketKey)
    .replace(':objectKey', objectKey)
    .replace(':urn', encodeUrn(toObjectId({ bucketKey, objectKey })))
    .replaceAll(/(?<!:):\w+/g, 'nothing')
    // The router's escape for a colon.
    .replace('::', ':')
    .replace('*', 'nothing')

const call = (route: ProtocolRoute, headers: Record<string, string>, address = formatAddress(route)) =>
  server.inject({ method: route.method, url: address, headers })

const headersWith = async (scopes: readonly (typeof protocolScopes)[number][]): Promise<Record<string, string>> => {
  const token = await server.find(apsModule).tokens.issue({ clientId: application.clientId, secretVersion: 1 }, scopes)
  return { authorization: `Bearer ${token}` }
}

describe('APS permissions', () => {
  it('cover each method and path once', () => {
    expect(declared.length).toBeGreaterThan(25)
    expect(new Set(declared.map(({ method, path }) => `${method} ${path}`)).size).toBe(declared.length)
  })

  const open = declared.filter(({ access }) => access === 'public')
  it.each(open.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'allow %s without a token',
    async (_, route) => {
      expect((await call(route, {})).statusCode).toBe(200)
    },
  )

  const byCredentials = declared.filter(({ access }) => access === 'client-credentials')
  it.each(byCredentials.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'require client credentials for %s, regardless of the bearer token',
    async (_, route) => {
      for (const headers of [...Object.values(headersOf), application.headers]) {
        const response = await server.inject({
          method: 'POST',
          url: route.path,
          headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'grant_type=client_credentials&token=x',
        })
        expect([response.statusCode, response.json().errorCode]).toEqual([401, 'AUTH-001'])
      }
    },
  )

  const signed = declared.filter(({ access }) => access === 'signed-address')
  it.each(signed.map((route) => [`${route.method} ${route.path}`, route] as const))(
    'reject %s without its signature',
    async (_, route) => {
      for (const headers of [{}, application.headers]) {
        expect([403, 404]).toContain((await call(route, headers)).statusCode)
      }
    },
  )

  for (const route of declared.filter(({ access }) => typeof access !== 'string')) {
    const alternatives = route.access as ScopeAlternatives
    it(`allow ${route.method} ${route.path} only to a token with ${alternatives.map((set) => set.join(' and ')).join(', or ')}`, async () => {
      for (const caller of unauthorizedCallers)
        expect((await call(route, headersOf[caller])).statusCode, caller).toBe(401)
      const useless = protocolScopes.filter((scope) => !alternatives.flat().includes(scope))
      const refused = await call(route, await headersWith(useless))
      expect([refused.statusCode, refused.body === '' || refused.json().errorCode === 'AUTH-010']).toEqual([403, true])
      for (const set of alternatives) {
        expect([401, 403, 500]).not.toContain((await call(route, await headersWith(set))).statusCode)
      }
    })
  }
})

describe('APS storage', () => {
  it('returns the responses of missing objects to another application', async () => {
    const other = await testApplication(server)
    const stored = { bucketKey: 'mine', objectKey: 'house.stl' }
    const url = `/oss/v2/buckets/${stored.bucketKey}`
    await server.inject({
      method: 'POST',
      url: '/oss/v2/buckets',
      headers: application.headers,
      payload: { bucketKey: 'mine' },
    })
    const headers = { ...application.headers, 'content-type': 'application/octet-stream' }
    await server.inject({ method: 'PUT', url: `${url}/objects/house.stl`, headers, payload: 'solid x' })
    const about = declared.filter(({ access, path }) => typeof access !== 'string' && /:bucketKey|:urn/.test(path))
    expect(about.length).toBeGreaterThan(15)
    for (const route of about) {
      const response = await call(route, other.headers, formatAddress(route, stored))
      const unknown = await call(route, other.headers)
      expect([response.statusCode, response.body], `${route.method} ${route.path}`).toEqual([
        unknown.statusCode,
        unknown.body,
      ])
      // Deletion is idempotent: deleting an unknown object may succeed.
      const right = route.method === 'DELETE' ? [200, 404] : [400, 404]
      expect(right, `${route.method} ${route.path}`).toContain(response.statusCode)
    }
    const still = await server.inject({ url: `${url}/objects/house.stl`, headers: application.headers })
    expect(still.body).toBe('solid x')
  })
})
