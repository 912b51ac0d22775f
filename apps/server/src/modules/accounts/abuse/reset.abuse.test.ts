import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMail, mailedCode } from '../../../testing/mails.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'

// Later than the database clock, which sets the time a mail was queued.
const start = Date.parse('2041-03-04T08:00:00Z')
const hourMilliseconds = 3_600_000
const newPassword = 'a new password of my own'

let server: TestServer
let now = start
beforeAll(async () => {
  const configuration = { publicUrl: new URL('https://kamar.test') }
  server = await startTestServer({ configuration, parts: { now: () => new Date(now) } })
})
beforeEach(() => {
  now = start
})
afterEach(() => server.services.database.deleteFrom('rate_limit').execute())
afterAll(() => server.close())

const forgot = (email: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url: '/api/auth/forgot-password', headers, payload: { email } })
const reset = (code: string, password = newPassword) =>
  server.inject({ method: 'POST', url: '/api/auth/reset-password', payload: { code, password } })
const signIn = async (email: string, password: string): Promise<number> =>
  (await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })).statusCode

async function codeFor(email: string): Promise<string> {
  expect((await forgot(email)).json()).toEqual({ done: true })
  const code = await mailedCode(server, email)
  expect(code).toMatch(/^[\w-]{43}$/)
  return code
}

/** Statuses of the responses to concurrent requests, in no particular order. */
const listStatuses = (responses: readonly { readonly statusCode: number }[]): number[] =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

describe('password reset link', () => {
  it('G16 cannot be guessed: attempts and requests are limited, and only hashes are stored', async () => {
    const { email } = await server.createUser()
    const code = await codeFor(email)
    const stored = await server.services.database.selectFrom('one_time_link').select('code_hash').execute()
    expect(stored.map((row) => row.code_hash)).not.toContain(code)
    expect(JSON.stringify(stored)).toMatch(/"[0-9a-f]{64}"/)
    const statuses: number[] = []
    // One code in forty would end in the digits used here.
    const wrong = `${code.startsWith('A') ? 'B' : 'A'}${code.slice(1, -2)}`
    for (let guess = 0; guess < 100; guess++) statuses.push((await reset(`${wrong}${10 + guess}`)).statusCode)
    expect(statuses.filter((status) => status === 410)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(40)
    const requestStatuses: number[] = []
    for (let round = 0; round < 8; round++) requestStatuses.push((await forgot('same@kamar.test')).statusCode)
    expect(requestStatuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429])
  })

  it('G16 works once within one hour and expires when the password changes', async () => {
    const { email, password } = await server.createUser()
    const [expiredCode, first, second] = [await codeFor(email), await codeFor(email), await codeFor(email)]
    now += hourMilliseconds + 1
    expect((await reset(expiredCode)).json()).toMatchObject({ status: 410, code: 'link-not-valid' })
    now = start
    const concurrentResponses = await Promise.all([reset(first), reset(first)])
    expect(listStatuses(concurrentResponses)).toEqual([200, 410])
    expect((await reset(second)).statusCode).toBe(410)
    expect(await signIn(email, password)).toBe(401)
    expect(await signIn(email, newPassword)).toBe(200)
  })

  it('G16 uses the configured origin, whatever Host header the request has', async () => {
    const { email } = await server.createUser()
    await forgot(email, { host: 'evil-machine', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' })
    const mail = await findMail(server, email)
    expect(mail?.text).toContain('https://kamar.test/reset-password#code=')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
  })

  it('G20 causes a mail to the owner when it is used', async () => {
    const { email } = await server.createUser()
    await reset(await codeFor(email))
    expect((await findMail(server, email, 'password-changed'))?.text).toContain('If this wasn’t you')
  })

  it('G16 ends every session of the account when it is used', async () => {
    const user = await server.createUser()
    const other = await server.createUser()
    const code = await codeFor(user.email)
    // A refused password leaves the link valid.
    expect((await reset(code, 'password1')).json()).toMatchObject({ code: 'password-too-common' })
    expect((await reset(code)).statusCode).toBe(200)
    const readStatus = async (token: string): Promise<number> =>
      (await server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await readStatus(user.token)).toBe(401)
    const cookies = { kamar_refresh: user.refresh }
    expect((await server.inject({ method: 'POST', url: '/api/auth/refresh', cookies })).statusCode).toBe(401)
    expect(await readStatus(other.token)).toBe(200)
  })
})
