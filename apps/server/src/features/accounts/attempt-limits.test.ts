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

describe('guessing passwords', () => {
  it('of one account from one place stops after a few, also in parallel', async () => {
    const { email } = await server.createUser()
    expect(await statuses(times(20, () => attempt(email, '192.0.2.1')))).toEqual({ 401: 5, 429: 15 })
  })

  it('is answered with how long to wait, whether the account exists or not', async () => {
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

  it('stops the right password too while it lasts', async () => {
    const { email, password } = await server.createUser()
    await Promise.all(times(5, () => attempt(email, '192.0.2.3')))
    expect((await attempt(email, '192.0.2.3', password)).statusCode).toBe(429)
  })

  it('of one account from many places stops too', async () => {
    const { email } = await server.createUser()
    expect(await statuses(times(20, (index) => attempt(email, `192.0.2.${index}`)))).toEqual({ 401: 12, 429: 8 })
  })

  it('of many accounts from one place stops', async () => {
    const tried = times(50, (index) => attempt(`guess-${index}@kamar.test`, '198.51.100.9'))
    expect(await statuses(tried)).toEqual({ 401: 30, 429: 20 })
  })

  it('counts a whole /64 of IPv6 as one place', async () => {
    const { email } = await server.createUser()
    const tried = times(10, (index) => attempt(email, `2001:db8:7:7::${index + 1}`))
    expect(await statuses(tried)).toEqual({ 401: 5, 429: 5 })
    expect((await attempt(email, '2001:db8:7:8::1')).statusCode).toBe(401)
  })

  it('does not count the same name in another case or form as another account', async () => {
    const tried = times(6, (index) =>
      attempt(index % 2 === 0 ? 'CAFÉ@kamar.test' : 'cafe\u0301@kamar.test', '192.0.2.4'),
    )
    expect(await statuses(tried)).toEqual({ 401: 5, 429: 1 })
  })

  it('does not lock out an office where people sign in all day', async () => {
    const { email, password } = await server.createUser()
    for (let round = 0; round < 35; round++) expect((await attempt(email, '192.0.2.5', password)).statusCode).toBe(200)
  })
})

it.each([
  ['nothing without a trusted proxy', false, '', { 401: 10, 429: 2 }],
  ['what one proxy adds', 1, '', { 401: 12 }],
  ['of what one proxy adds to the words of a caller only the former', 1, ', 192.0.2.7', { 401: 10, 429: 2 }],
] as const)('takes from X-Forwarded-For %s', async (_, trustProxy, added, expected) => {
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

it('limits registrations from one place', async () => {
  const tried = times(45, (index) =>
    server.inject({
      method: 'POST',
      url: '/api/auth/register',
      headers: { 'x-forwarded-for': '203.0.113.77' },
      payload: { email: `crowd-${index}@kamar.test`, name: 'Crowd', password: 'short' },
    }),
  )
  expect(await statuses(tried)).toEqual({ 422: 40, 429: 5 })
})
