import { limits } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cookieOf, startTestServer, type TestServer } from '../../testing/test-server.js'

const start = new Date('2026-03-01T08:00:00Z').getTime()
const seconds = 1000
const hours = 3600 * seconds
const days = 24 * hours

let server: TestServer
let now = start
beforeAll(async () => {
  server = await startTestServer({ configuration: { hostNames: ['kamar.test'] }, parts: { now: () => new Date(now) } })
})
beforeEach(() => {
  now = start
})
afterAll(() => server.close())

interface SignIn {
  readonly token: string
  readonly cookie: string
}

const post = (url: string, cookie?: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url, headers, cookies: cookie === undefined ? {} : { kamar_refresh: cookie } })

async function signIn(remember = false): Promise<SignIn & { readonly id: string }> {
  const { email, password, id } = await server.createUser()
  const response = await server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password, remember },
  })
  return { id, token: response.json<{ access_token: string }>().access_token, cookie: cookieOf(response) ?? '' }
}

async function refresh(cookie: string): Promise<SignIn | null> {
  const response = await post('/api/auth/refresh', cookie)
  if (response.statusCode === 200) {
    return { token: response.json<{ access_token: string }>().access_token, cookie: cookieOf(response) ?? '' }
  }
  expect(response.json()).toMatchObject({ status: 401, code: 'refresh-refused', message: 'Please log in again' })
  expect(response.cookies[0]).toMatchObject({ value: '' })
  return null
}

async function isSignedIn({ token }: SignIn): Promise<boolean> {
  const response = await server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
  return response.statusCode === 200
}

async function reuses(accountId: string): Promise<number> {
  const rows = await server.services.database
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'session.reuse')
    .execute()
  return rows.filter((row) => row.details['account'] === accountId).length
}

describe('POST /api/auth/refresh', () => {
  it('exchanges the cookie for a new access token and a new cookie', async () => {
    const first = await signIn()
    now += 14 * 60 * seconds
    const second = await refresh(first.cookie)
    expect(second?.cookie).not.toBe(first.cookie)
    expect(second && (await isSignedIn(second))).toBe(true)
  })

  it('accepts an empty body with the JSON content type', async () => {
    const { cookie } = await signIn()
    const response = await post('/api/auth/refresh', cookie, { 'content-type': 'application/json' })
    expect(response.statusCode).toBe(200)
  })

  it.each(['', 'unknown', 'x'.repeat(3000)])('rejects the cookie %j', async (cookie) => {
    expect(await refresh(cookie)).toBeNull()
  })

  it('rejects a request without a cookie', async () => {
    expect((await post('/api/auth/refresh')).statusCode).toBe(401)
  })

  it('gives twenty simultaneous requests the same successor', async () => {
    const { cookie } = await signIn()
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(cookie)))
    expect(responses.every((response) => response !== null)).toBe(true)
    expect(new Set(responses.map((response) => response?.cookie)).size).toBe(1)
    for (const response of responses) expect(response && (await isSignedIn(response))).toBe(true)
  })

  it('repeats its response for thirty seconds', async () => {
    const { cookie } = await signIn()
    const response = await refresh(cookie)
    now += 29 * seconds
    expect((await refresh(cookie))?.cookie).toBe(response?.cookie)
    expect(await refresh(response?.cookie ?? '')).not.toBeNull()
  })

  it('returns the latest token to a client that missed several exchanges', async () => {
    const { cookie } = await signIn()
    const second = await refresh(cookie)
    const third = await refresh(second?.cookie ?? '')
    expect((await refresh(cookie))?.cookie).toBe(third?.cookie)
  })

  it('treats a used cookie after the grace period as stolen and revokes the session family', async () => {
    const first = await signIn()
    const second = await refresh(first.cookie)
    now += 31 * seconds
    expect(await refresh(first.cookie)).toBeNull()
    expect(await refresh(second?.cookie ?? '')).toBeNull()
    expect(second && (await isSignedIn(second))).toBe(false)
    expect(await reuses(first.id)).toBe(1)
  })

  it('keeps other sessions of the account when one was stolen', async () => {
    const stolen = await signIn()
    const other = await signIn()
    await refresh(stolen.cookie)
    now += hours
    await refresh(stolen.cookie)
    expect(await refresh(other.cookie)).not.toBeNull()
  })
})

describe('session lifetime', () => {
  it('ends after twelve hours without use', async () => {
    const [firstSession, secondSession] = [await signIn(), await signIn()]
    now += limits.refreshSessionLifetimeSeconds * seconds - seconds
    expect(await refresh(firstSession.cookie)).not.toBeNull()
    now += 2 * seconds
    expect(await refresh(secondSession.cookie)).toBeNull()
  })

  it('ends after thirty days without use on a remembered device', async () => {
    const [firstSession, secondSession] = [await signIn(true), await signIn(true)]
    now += 30 * days - seconds
    expect(await refresh(firstSession.cookie)).not.toBeNull()
    now += 2 * seconds
    expect(await refresh(secondSession.cookie)).toBeNull()
  })

  it('ends after one week of regular use', async () => {
    let { cookie } = await signIn()
    for (let day = 0; day < 6.5; day += 0.5) {
      now += 12 * hours - seconds
      cookie = (await refresh(cookie))?.cookie ?? 'refused'
    }
    expect(cookie).not.toBe('refused')
    now += 12 * hours
    expect(await refresh(cookie)).toBeNull()
  })

  it('ends after one year of regular use on a remembered device', async () => {
    let { cookie } = await signIn(true)
    for (let month = 0; month < 12; month++) {
      now += 29 * days
      cookie = (await refresh(cookie))?.cookie ?? 'refused'
    }
    expect(cookie).not.toBe('refused')
    now += 29 * days
    expect(await refresh(cookie)).toBeNull()
  })

  it('is fifteen minutes for an access token', async () => {
    const session = await signIn()
    now += limits.accessTokenLifetimeSeconds * seconds - seconds
    expect(await isSignedIn(session)).toBe(true)
    now += 2 * seconds
    expect(await isSignedIn(session)).toBe(false)
  })

  it('removes rows of ended sessions', async () => {
    const { cookie, id } = await signIn()
    await refresh(cookie)
    const rows = server.services.database.selectFrom('refresh_session').select('id').where('account_id', '=', id)
    await server.services.domain.sessions.removeEnded()
    expect((await rows.execute()).length).toBeGreaterThan(1)
    now += 60 * days
    await server.services.domain.sessions.removeEnded()
    expect(await rows.execute()).toEqual([])
  })
})

describe('cross-site session request', () => {
  const call = (method: 'POST' | 'DELETE', url: string, headers: Record<string, string>, cookie: string) =>
    server.inject({ method, url, headers: { host: 'kamar.test', ...headers }, cookies: { kamar_refresh: cookie } })

  it.each([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'https://kamar.test.evil.example' },
    { origin: 'https://sub.kamar.test' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('is refused with %o and keeps the session', async (headers) => {
    const { cookie, token } = await signIn()
    for (const [method, url] of [
      ['POST', '/api/auth/refresh'],
      ['DELETE', '/api/auth/logout'],
    ] as const) {
      const response = await call(method, url, headers as Record<string, string>, cookie)
      expect(response.statusCode, url).toBe(403)
      expect(response.headers['access-control-allow-origin']).toBeUndefined()
      expect(response.headers['access-control-allow-credentials']).toBeUndefined()
    }
    expect(await isSignedIn({ token, cookie })).toBe(true)
  })

  it('is accepted from the same origin', async () => {
    const { cookie } = await signIn()
    const headers = { origin: 'http://kamar.test', 'sec-fetch-site': 'same-origin' }
    expect((await call('POST', '/api/auth/refresh', headers, cookie)).statusCode).toBe(200)
  })
})
