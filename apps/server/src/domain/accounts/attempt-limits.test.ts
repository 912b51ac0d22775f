import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    configuration: { trustProxy: ['127.0.0.1'] },
    parts: {
      limitRules: {
        accountHere: { points: 5, duration: 900 },
        accountAnywhere: { points: 12, duration: 3600 },
        network: { points: 30, duration: 900 },
        registration: { points: 40, duration: 3600 },
        setUp: { points: 3, duration: 3600 },
      },
    },
  })
})
afterEach(() => server.services.database.deleteFrom('rate_limit').execute())
afterAll(() => server.close())

const attempt = (email: string, address: string, password = 'not the password') =>
  server.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'x-forwarded-for': address },
    payload: { email, password },
  })

async function statuses(attempts: Promise<{ statusCode: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { statusCode } of await Promise.all(attempts)) counts[statusCode] = (counts[statusCode] ?? 0) + 1
  return counts
}

const times = <Result>(count: number, make: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_, index) => make(index))

describe('login rate limit', () => {
  it('stops parallel attempts on one account from one address after five', async () => {
    const { email } = await server.createUser()
    expect(await statuses(times(20, () => attempt(email, '192.0.2.1')))).toEqual({ 401: 5, 429: 15 })
  })

  it('returns Retry-After whether or not the account exists', async () => {
    const { email } = await server.createUser()
    for (const name of [email, 'nobody@kamar.test']) {
      await Promise.all(times(5, () => attempt(name, '192.0.2.2')))
      const refused = await attempt(name, '192.0.2.2')
      expect(refused.json()).toMatchObject({
        status: 429,
        code: 'too-many-requests',
        message: 'Too many requests, please wait',
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900)
    }
  })

  it('also refuses the correct password while it applies', async () => {
    const { email, password } = await server.createUser()
    await Promise.all(times(5, () => attempt(email, '192.0.2.3')))
    expect((await attempt(email, '192.0.2.3', password)).statusCode).toBe(429)
  })

  it('stops attempts on one account from many addresses', async () => {
    const { email } = await server.createUser()
    expect(await statuses(times(20, (index) => attempt(email, `192.0.2.${index}`)))).toEqual({ 401: 12, 429: 8 })
  })

  it('stops attempts on many accounts from one address', async () => {
    const attempts = times(50, (index) => attempt(`guess-${index}@kamar.test`, '198.51.100.9'))
    expect(await statuses(attempts)).toEqual({ 401: 30, 429: 20 })
  })

  it('counts an IPv6 /64 network as one address', async () => {
    const { email } = await server.createUser()
    const attempts = times(10, (index) => attempt(email, `2001:db8:7:7::${index + 1}`))
    expect(await statuses(attempts)).toEqual({ 401: 5, 429: 5 })
    expect((await attempt(email, '2001:db8:7:8::1')).statusCode).toBe(401)
  })

  it('counts case and Unicode variants of a name as one account', async () => {
    const attempts = times(6, (index) =>
      attempt(index % 2 === 0 ? 'CAFÉ@kamar.test' : 'cafe\u0301@kamar.test', '192.0.2.4'),
    )
    expect(await statuses(attempts)).toEqual({ 401: 5, 429: 1 })
  })

  it('does not count successful logins from one address', async () => {
    const { email, password } = await server.createUser()
    for (let round = 0; round < 35; round++) expect((await attempt(email, '192.0.2.5', password)).statusCode).toBe(200)
  })
})

it.each([
  ['no address without a trusted proxy', false, '', { 401: 10, 429: 2 }],
  ['the address that a trusted proxy adds', 1, '', { 401: 12 }],
  ['only the address that the proxy appends to a header of the caller', 1, ', 192.0.2.7', { 401: 10, 429: 2 }],
] as const)('rate limiter reads from X-Forwarded-For %s', async (_, trustProxy, added, expected) => {
  const open = await startTestServer({ configuration: { trustProxy } })
  const from = (address: string) =>
    open.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': address },
      payload: { email: 'someone@kamar.test', password: 'x' },
    })
  expect(await statuses(times(12, (index) => from(`203.0.113.${index}${added}`)))).toEqual(expected)
  await open.close()
})

it('registration endpoint limits requests from one address', async () => {
  const attempts = times(45, (index) =>
    server.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'x-forwarded-for': '203.0.113.77' },
      payload: { email: `crowd-${index}@kamar.test`, name: 'Crowd', password: 'short' },
    }),
  )
  expect(await statuses(attempts)).toEqual({ 422: 40, 429: 5 })
})
