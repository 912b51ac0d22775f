import { type Route, type RouteAccess, routes, type StreamRoute, streamRoutes } from '@kamar/contracts'
import { listProtocolRoutes } from '@kamar/aps'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleBodies } from '../../testing/sample-bodies.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

type Declared = Pick<Route | StreamRoute, 'method' | 'path' | 'access'>
type CallerName =
  | 'anonymous'
  | 'owner'
  | 'another user'
  | 'viewer token'
  | 'administrator'
  | 'rejected user'
  | 'forged token'

const declared: readonly Declared[] = [...Object.values(routes), ...streamRoutes]
const callerNames: readonly CallerName[] = [
  'anonymous',
  'owner',
  'another user',
  'viewer token',
  'administrator',
  'rejected user',
  'forged token',
]
/** Callers that a route with this access accepts; all others get 401, or 403 when they are authenticated. */
const letIn: Readonly<Record<RouteAccess, ReadonlySet<CallerName>>> = {
  public: new Set(callerNames),
  'refresh-cookie': new Set(callerNames),
  user: new Set<CallerName>(['owner', 'another user', 'administrator']),
  viewer: new Set<CallerName>(['owner', 'another user', 'administrator', 'viewer token']),
  admin: new Set<CallerName>(['administrator']),
}
/** Status codes with which public routes refuse an empty request themselves. */
const ownRefusals: Readonly<Record<string, number>> = { '/api/auth/refresh': 401 }

let server: TestServer
let headersOf: Record<CallerName, Record<string, string>>
let owner: TestUser
let fileId: string
let urn: string

beforeAll(async () => {
  server = await startTestServer()
  owner = await server.createUser()
  const [other, rejected, administrator] = [
    await server.createUser(),
    await server.createUser(),
    await server.administrator(),
  ]
  const { database } = server.services
  await database.updateTable('account').set({ status: 'rejected' }).where('id', '=', rejected.id).execute()
  const viewer = await server.inject({ method: 'POST', url: '/api/auth/viewer-token', headers: bearer(owner) })
  const file = await server.upload(owner, 'house.stl')
  fileId = file.id
  urn = file.urn
  headersOf = {
    anonymous: {},
    owner: bearer(owner),
    'another user': bearer(other),
    administrator: bearer(administrator),
    'rejected user': bearer(rejected),
    'viewer token': { authorization: `Bearer ${viewer.json<{ access_token: string }>().access_token}` },
    'forged token': { authorization: `Bearer ${owner.token.slice(0, -4)}AAAA` },
  }
})
afterAll(() => server.close())

/** Well-formed id of no object. */
const unknownId = '00000000-0000-7000-8000-000000000def'
const formatAddress = ({ path }: Declared): string =>
  path
    .replace('/api/uploads/:id', '/api/uploads/00000000-0000-4000-8000-000000000000')
    .replace(':id', fileId)
    .replace(':urn', urn)
    .replace('exports/:name', 'exports/glb')
    .replace(':number', '1')
    .replace(/:(project|account|invitation|link|topic|comment|viewpoint|set)Id/g, unknownId)
    .replace('*', 'manifest.json')

/** Sends an empty request: it gets as far as the permissions of its caller allow. */
const call = (route: Declared, caller: CallerName) =>
  server.inject({
    method: route.method,
    url: formatAddress(route),
    headers: headersOf[caller],
  })

/** The live stream does not end by itself; the event tests cover that it opens. */
const requestable = declared.filter(({ path }) => path !== '/api/auth/events')

describe('declared route', () => {
  it('H01 has an access rule', () => {
    for (const { access, method, path } of declared)
      expect(Object.hasOwn(letIn, access), `${method} ${path}`).toBe(true)
    for (const { access, method, path } of listProtocolRoutes()) expect(access, `${method} ${path}`).toBeTruthy()
  })

  it('H01 is mounted and answers undeclared methods with 405', async () => {
    for (const { path } of declared) {
      const methods = declared.filter((route) => route.path === path).map((route) => route.method as string)
      const expected = new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)
      const method = (['PUT', 'PATCH', 'POST'] as const).find((name) => !methods.includes(name)) ?? 'DELETE'
      const response = await server.inject({ method, url: formatAddress({ path, method, access: 'public' }) })
      expect(response.json(), path).toMatchObject({ status: 405, code: 'method-not-allowed' })
      expect(new Set(String(response.headers.allow).split(', ')), path).toEqual(expected)
    }
  })

  it('H01 exists for every mounted path', () => {
    const parents: string[] = []
    const mounted = server.app
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const match = /^([│├└─\s]*)(\S+) \(/.exec(line)
        if (!match || match[2] === '*') return []
        const depth = (match[1] ?? '').length / 4 - 1
        parents.splice(depth, Infinity, match[2] ?? '')
        return [parents.join('')]
      })
    const expectedPaths = [...declared, ...listProtocolRoutes()]
      .map(({ path }) => path.replace('::', ':'))
      .filter((path) => !path.endsWith('*'))
    expect(new Set(mounted)).toEqual(new Set(expectedPaths))
    expect(mounted.length).toBeGreaterThan(20)
  })

  for (const route of requestable.filter(({ method }) => method !== 'DELETE')) {
    it.each(callerNames)(`H01 ${route.method} ${route.path} answers %s as declared`, async (caller) => {
      const { statusCode } = await call(route, caller)
      const isLetIn = letIn[route.access].has(caller) && ownRefusals[route.path] === undefined
      const isAccount = letIn.user.has(caller)
      const refusal = route.access === 'admin' && isAccount ? 403 : 401
      expect([401, 403, 500].includes(statusCode) ? statusCode : 'let in').toBe(isLetIn ? 'let in' : refusal)
    })
  }

  for (const route of requestable.filter(({ method }) => method === 'DELETE')) {
    // Permitted callers would delete their own data: those calls are tested with what they delete.
    const refused = callerNames.filter((caller) => !letIn[route.access].has(caller))
    const harmless = route.access === 'refresh-cookie' ? (['anonymous', 'forged token'] as const) : []
    it.each([...refused, ...harmless])(`H01 DELETE ${route.path} answers %s as declared`, async (caller) => {
      const refusal = route.access === 'admin' && letIn.user.has(caller) ? 403 : 401
      expect((await call(route, caller)).statusCode).toBe(letIn[route.access].has(caller) ? 200 : refusal)
    })
  }
})

describe('file of another user', () => {
  const payloadOf = ({ method, path }: Declared) => sampleBodies[`${method} ${path}`]
  const aboutFile = requestable.filter(({ path }) => path.includes('my-urns/:id') || path.includes(':urn'))

  it('H02 is addressed by more than six routes', () => {
    expect(aboutFile.length).toBeGreaterThan(6)
  })

  for (const route of aboutFile) {
    it.each(['another user', 'administrator'] as const)(
      `H02 does not exist for %s: ${route.method} ${route.path}`,
      async (caller) => {
        const payload = payloadOf(route)
        const about = { method: route.method, ...(payload ? { payload } : {}), headers: headersOf[caller] }
        const response = await server.inject({ ...about, url: formatAddress(route) })
        const unknown = await server.inject({
          ...about,
          url: formatAddress(route).replace(fileId, '00000000-0000-7000-8000-00000000abcd').replace(urn, 'unknown'),
        })
        expect(response.statusCode).toBe(route.path.includes('companions') ? response.statusCode : 404)
        expect([404, 400]).toContain(response.statusCode)
        expect(unknown.statusCode).toBe(response.statusCode)
        expect(unknown.body).toBe(response.body)
      },
    )
  }

  it('H02 remains available to its owner after these requests', async () => {
    const response = await server.inject({ url: `/api/auth/my-urns/${fileId}`, headers: bearer(owner) })
    expect(response.json()).toMatchObject({ id: fileId, urn })
  })

  it('H11 appears in no list of other users', async () => {
    for (const caller of ['another user', 'administrator'] as const) {
      for (const url of ['/api/auth/my-urns', '/api/auth/bin', '/api/examples']) {
        expect((await server.inject({ url, headers: headersOf[caller] })).json(), url).toEqual([])
      }
    }
  })

  it.each(['1', 'x'.repeat(64), "' or 1=1 --", '%00', '../me', '00000000-0000-7000-8000-00000000ABCD'])(
    'H02 cannot be found by %j',
    async (id) => {
      const response = await server.inject({
        url: `/api/auth/my-urns/${encodeURIComponent(id)}`,
        headers: headersOf.owner,
      })
      expect(response.statusCode).toBe(404)
    },
  )
})
