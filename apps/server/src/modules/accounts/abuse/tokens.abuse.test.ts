import { generateKeyPairSync } from 'node:crypto'
import { type Route, routes } from '@kamar/contracts'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, cookieOf, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { issueSetUpCode } from '../../../domain/accounts/administrator.js'
import { derivedKey } from '../../../platform/secrets/derived-key.js'

const secret = 'the secret of these tests, 42 characters..'
const start = Date.parse('2026-03-02T08:00:00Z')
const seconds = 1000
const days = 86_400 * seconds

let server: TestServer
let now = start
beforeAll(async () => {
  server = await startTestServer({ configuration: { secret }, parts: { now: () => new Date(now) } })
})
beforeEach(() => {
  now = start
})
afterAll(() => server.close())

const statusWith = async (token: string): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode
const refreshWith = (cookie: string) =>
  server.inject({ method: 'POST', url: '/api/auth/refresh', cookies: { kamar_refresh: cookie } })
const audited = async (action: string): Promise<number> =>
  (await server.services.database.selectFrom('audit_event').select('sequence').where('action', '=', action).execute())
    .length

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const decodePayload = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, unknown>

describe('forged access token', () => {
  let user: TestUser
  let claims: Record<string, unknown>
  beforeEach(async () => {
    user = await server.createUser()
    claims = decodePayload(user.token)
  })
  const signed = (key: Uint8Array | Parameters<SignJWT['sign']>[0], header: Record<string, unknown>) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'access+jwt', ...header }).sign(key)

  it.each(['none', 'None', 'NONE'])('G06 is rejected with the algorithm %s', async (alg) => {
    expect(await statusWith(user.token)).toBe(200)
    expect(await statusWith(`${encode({ alg, typ: 'access+jwt' })}.${encode(claims)}.`)).toBe(401)
  })

  it('G06 is rejected when signed with a public key as the HMAC secret or with RS256 (algorithm confusion)', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    expect(await statusWith(await signed(Buffer.from(pem), {}))).toBe(401)
    expect(await statusWith(await signed(privateKey, { alg: 'RS256' }))).toBe(401)
  })

  it('G06 is rejected when its kid header is a path or SQL', async () => {
    const names = ['../../../dev/null', '/dev/null', "x' union select ''--"]
    for (const kid of names) expect(await statusWith(await signed(new Uint8Array(32), { kid }))).toBe(401)
  })

  it('G06 is rejected when its header supplies the key (jku, x5u, jwk)', async () => {
    const jwk = { kty: 'oct', k: Buffer.alloc(32, 7).toString('base64url') }
    for (const header of [{ jku: 'http://127.0.0.1:9/keys' }, { x5u: 'http://127.0.0.1:9/key' }, { jwk }]) {
      expect(await statusWith(await signed(Buffer.alloc(32, 7), header))).toBe(401)
    }
  })

  it('G06 is rejected when signed with the key of another token type or with the raw secret', async () => {
    for (const purpose of ['viewer token', 'refresh token', 'sign-in ticket', 'second factor']) {
      expect(await statusWith(await signed(derivedKey(secret, purpose), {}))).toBe(401)
    }
    expect(await statusWith(await signed(Buffer.from(secret), {}))).toBe(401)
  })
})

describe('access token claims', () => {
  let user: TestUser
  beforeEach(async () => {
    user = await server.createUser()
  })
  const resigned = (change: Record<string, unknown>, typ = 'access+jwt') =>
    new SignJWT({ ...decodePayload(user.token), ...change })
      .setProtectedHeader({ alg: 'HS256', typ })
      .sign(derivedKey(secret, 'access token'))

  it('G07 are accepted when unchanged and signed again', async () => {
    expect(await statusWith(await resigned({}))).toBe(200)
  })

  it('G07 are rejected after the expiry time (exp)', async () => {
    expect(await statusWith(await resigned({ exp: start / 1000 - 1 }))).toBe(401)
    now += 15 * 60 * seconds
    expect(await statusWith(user.token)).toBe(401)
  })

  it('G07 are rejected before the not-before time (nbf)', async () => {
    expect(await statusWith(await resigned({ nbf: start / 1000 + 60 }))).toBe(401)
  })

  it('G07 are rejected with another audience or issuer', async () => {
    expect(await statusWith(await resigned({ aud: 'kamar-packages' }))).toBe(401)
    expect(await statusWith(await resigned({ aud: 'another-service' }))).toBe(401)
    expect(await statusWith(await resigned({ iss: 'another-issuer' }))).toBe(401)
  })

  it('G07 are rejected with another token type (typ)', async () => {
    for (const typ of ['viewer+jwt', 'sign-in-step+jwt', 'JWT', 'refresh']) {
      expect(await statusWith(await resigned({}, typ)), typ).toBe(401)
    }
    const viewer = await server.inject({ method: 'POST', url: '/api/auth/viewer-token', headers: bearer(user) })
    expect(await statusWith(viewer.json<{ access_token: string }>().access_token)).toBe(401)
  })

  it('G07 are rejected with the account id of another user (sub)', async () => {
    const other = await server.createUser()
    expect(await statusWith(await resigned({ sub: other.id }))).toBe(401)
    expect(await statusWith(await resigned({ sub: 'nobody' }))).toBe(401)
  })
})

describe('session security', () => {
  it('G08 revokes the whole session family when an old refresh token is reused, and records it', async () => {
    const user = await server.createUser()
    const successor = cookieOf(await refreshWith(user.refresh)) ?? ''
    const before = await audited('session.reuse')
    now += 31 * seconds
    expect((await refreshWith(user.refresh)).statusCode).toBe(401)
    expect((await refreshWith(successor)).statusCode).toBe(401)
    expect(await statusWith(user.token)).toBe(401)
    expect(await audited('session.reuse')).toBe(before + 1)
  })

  it.each(['access', 'refresh'] as const)('G10 rejects the %s token immediately after logout', async (kind) => {
    const user = await server.createUser()
    await server.inject({ method: 'DELETE', url: '/api/auth/logout', headers: bearer(user) })
    const status = kind === 'access' ? await statusWith(user.token) : (await refreshWith(user.refresh)).statusCode
    expect(status).toBe(401)
  })

  it('G11 refuses the next request of a rejected account', async () => {
    const [administrator, user] = [await server.administrator(), await server.createUser()]
    const rejected = await server.inject({
      method: 'PATCH',
      url: `/api/admin/users/${user.id}`,
      headers: bearer(administrator),
      payload: { status: 'rejected' },
    })
    expect(rejected.statusCode).toBe(200)
    expect(await statusWith(user.token)).toBe(401)
    expect((await refreshWith(user.refresh)).statusCode).toBe(401)
  })

  it('G11 refuses the next request of a deleted account', async () => {
    const [administrator, user] = [await server.administrator(), await server.createUser()]
    const url = `/api/admin/users/${user.id}`
    const deleted = await server.inject({ method: 'DELETE', url, headers: bearer(administrator) })
    expect(deleted.statusCode).toBe(204)
    expect(await statusWith(user.token)).toBe(401)
    expect((await refreshWith(user.refresh)).statusCode).toBe(401)
  })

  it('G12 refuses the next admin request of a demoted administrator', async () => {
    const [chief, other] = [await server.administrator(), await server.administrator()]
    await server.services.database.updateTable('account').set({ status: 'approved' }).execute()
    const list = () => server.inject({ url: '/api/admin/list-users', headers: bearer(other) })
    expect((await list()).statusCode).toBe(200)
    const payload = { role: 'user' }
    const url = `/api/admin/users/${other.id}`
    expect((await server.inject({ method: 'PATCH', url, headers: bearer(chief), payload })).statusCode).toBe(200)
    expect((await list()).statusCode).toBe(403)
  })

  it('G13 refuses a regular user on every admin route and logs each refusal', async () => {
    const user = await server.createUser()
    const adminRoutes = Object.values<Route>(routes).filter(({ access }) => access === 'admin')
    expect(adminRoutes.length).toBeGreaterThan(10)
    for (const { method, path } of adminRoutes) {
      const before = server.logged.length
      const response = await server.inject({ method, url: path.replaceAll(/:\w+/g, user.id), headers: bearer(user) })
      expect(response.statusCode, `${method} ${path}`).toBe(403)
      const lines = server.logged.slice(before)
      expect(lines).toContainEqual(expect.objectContaining({ msg: 'call refused', account: user.id, path }))
    }
  })

  it('G14 starts a new server without accounts and creates the first administrator with a one-time code', async () => {
    const fresh = await startTestServer()
    expect(await fresh.services.database.selectFrom('account').select('id').execute()).toEqual([])
    for (const username of ['admin', 'administrator', 'root', 'kamar']) {
      for (const password of ['admin', 'administrator', 'password', 'kamar', 'changeme']) {
        const response = await fresh.inject({
          method: 'POST',
          url: '/api/admin/login',
          payload: { username, password },
        })
        expect([401, 429]).toContain(response.statusCode)
      }
    }
    const code = await issueSetUpCode(fresh.services.database)
    const setUp = (setUpCode: string | null, username: string) =>
      fresh.inject({
        method: 'POST',
        url: '/api/setup',
        payload: { code: setUpCode, username, email: `${username}@kamar.test`, password: 'stone arch of 1872' },
      })
    expect((await setUp('guessed', 'mallory')).statusCode).toBe(403)
    expect((await setUp(code, 'ani')).statusCode).toBe(200)
    expect((await setUp(code, 'mallory')).statusCode).toBe(403)
    await fresh.close()
  })

  it.each([
    ['POST', '/api/auth/refresh'],
    ['DELETE', '/api/auth/logout'],
  ] as const)('G17 refuses %s %s from another origin without changing the session', async (method, url) => {
    const user = await server.createUser()
    const foreign = [{ origin: 'https://evil.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]
    for (const headers of foreign as Record<string, string>[]) {
      const response = await server.inject({ method, url, headers, cookies: { kamar_refresh: user.refresh } })
      expect(response.statusCode).toBe(403)
      expect(cookieOf(response)).toBeNull()
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
    }
    expect(await statusWith(user.token)).toBe(200)
  })

  it('G18 ends a session after twelve hours without use', async () => {
    const [used, idle] = [await server.createUser(), await server.createUser()]
    now += 12 * 3600 * seconds - seconds
    expect((await refreshWith(used.refresh)).statusCode).toBe(200)
    now += 2 * seconds
    expect((await refreshWith(idle.refresh)).statusCode).toBe(401)
  })

  it('G18 ends a session after one week even when it is used', async () => {
    let { refresh } = await server.createUser()
    for (let half = 0; half < 13; half++) {
      now += days / 2 - seconds
      refresh = cookieOf(await refreshWith(refresh)) ?? 'refused'
    }
    expect(refresh).not.toBe('refused')
    now += days / 2
    expect((await refreshWith(refresh)).statusCode).toBe(401)
  })

  const again = async (user: TestUser) => {
    const payload = { email: user.email, password: user.password }
    const headers = { 'user-agent': 'Tablet' }
    const response = await server.inject({ method: 'POST', url: '/api/auth/login', headers, payload })
    return response.json<{ access_token: string }>().access_token
  }
  const sessions = async (token: string) => {
    const response = await server.inject({ url: '/api/auth/sessions', headers: { authorization: `Bearer ${token}` } })
    return response.json<{ id: string; current: boolean; userAgent: string }[]>()
  }

  it('G18 lists every active session of the account and of no other account', async () => {
    const [user, otherUser] = [await server.createUser(), await server.createUser()]
    now += seconds
    const tablet = await again(user)
    const listed = await sessions(tablet)
    expect(listed.map(({ current, userAgent }) => ({ current, userAgent }))).toEqual([
      { current: true, userAgent: 'Tablet' },
      { current: false, userAgent: expect.any(String) as unknown },
    ])
    const foreign = await sessions(otherUser.token)
    const url = `/api/auth/sessions/${foreign[0]?.id}`
    expect((await server.inject({ method: 'DELETE', url, headers: bearer(user) })).statusCode).toBe(404)
    expect(await statusWith(otherUser.token)).toBe(200)
  })

  it('G18 lets one session end another, or all others, immediately', async () => {
    const user = await server.createUser()
    const [tablet, phoneSession] = [await again(user), await again(user)]
    const own = (await sessions(phoneSession)).find(({ current }) => current)
    const one = await server.inject({ method: 'DELETE', url: `/api/auth/sessions/${own?.id}`, headers: bearer(user) })
    expect(one.statusCode).toBe(200)
    expect(await statusWith(phoneSession)).toBe(401)
    expect(await statusWith(tablet)).toBe(200)
    const all = await server.inject({ method: 'DELETE', url: '/api/auth/sessions', headers: bearer(user) })
    expect(all.json()).toEqual({ ended: 1 })
    expect(await statusWith(tablet)).toBe(401)
    expect(await statusWith(user.token)).toBe(200)
  })
})
