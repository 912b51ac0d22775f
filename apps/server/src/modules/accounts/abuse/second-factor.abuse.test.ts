import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Authenticator, turnOnTwoFactor } from '../../../testing/authenticator.js'
import { type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'

const start = Date.parse('2026-03-02T08:00:10Z')
const stepMilliseconds = 30_000

let server: TestServer
let user: TestUser
let app: Authenticator
let now = start
beforeAll(async () => {
  server = await startTestServer({ parts: { now: () => new Date(now) } })
})
beforeEach(async () => {
  await server.services.database.deleteFrom('rate_limit').execute()
  now = start
  user = await server.createUser()
  app = await turnOnTwoFactor(server, user, now)
  now += 10 * stepMilliseconds
})
afterAll(() => server.close())

async function ticket(): Promise<string> {
  const { email, password } = user
  const response = await server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
  expect(response.json()).toEqual({ next: 'second-factor', ticket: expect.any(String) as unknown, expires_in: 600 })
  expect(response.cookies).toEqual([])
  return response.json<{ ticket: string }>().ticket
}

const enter = async (code: string, currentTicket?: string) =>
  server.inject({
    method: 'POST',
    url: '/api/auth/login/second-factor',
    payload: { ticket: currentTicket ?? (await ticket()), code },
  })

/** Statuses of the responses to concurrent requests, in no particular order. */
const listStatuses = (responses: readonly { readonly statusCode: number }[]): number[] =>
  responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)

describe('TOTP sign-in', () => {
  it('G15 accepts a code once, even for two simultaneous requests', async () => {
    const code = app.codeAt(now)
    const [first, second] = [await ticket(), await ticket()]
    const responses = await Promise.all([enter(code, first), enter(code, second)])
    expect(listStatuses(responses)).toEqual([200, 422])
    expect((await enter(code)).json()).toMatchObject({ code: 'code-not-right' })
    // A code older than an accepted one is refused as well.
    expect((await enter(app.codeAt(now - stepMilliseconds))).statusCode).toBe(422)
  })

  it('G15 accepts the previous, current and next time step only', async () => {
    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [0, 200],
      [1, 200],
    ] as const) {
      expect((await enter(app.codeAt(now + steps * stepMilliseconds))).statusCode, `${steps} steps`).toBe(status)
    }
  })

  const tries = process.env['KAMAR_CAMPAIGN'] === undefined ? 200 : 2000
  it(`G15 checks only five of ${tries} guesses, even when the password is entered again`, async () => {
    const currentTicket = await ticket()
    const right = app.codeAt(now)
    const guesses = Array.from({ length: tries }, (_, guess) => String(guess).padStart(6, '0'))
    const wrong = guesses.filter((code) => code !== right)
    let reads = 0
    while (wrong.length > 0) {
      const responses = await Promise.all(wrong.splice(0, 50).map((code) => enter(code, currentTicket)))
      for (const { statusCode } of responses) {
        expect([422, 429]).toContain(statusCode)
        if (statusCode === 422) reads++
      }
    }
    expect(reads).toBe(5)
    expect((await enter(right)).statusCode).toBe(429)
  }, 180_000)

  it('G15 accepts a recovery code once and stores it only as an Argon2id hash', async () => {
    const [code = '', other = ''] = app.recoveryCodes
    expect(app.recoveryCodes).toHaveLength(10)
    const rows = await server.services.database
      .selectFrom('recovery_code')
      .select('code_hash')
      .where('account_id', '=', user.id)
      .execute()
    expect(rows.every((row) => row.code_hash.startsWith('$argon2id$'))).toBe(true)
    const factor = await server.services.database.selectFrom('second_factor').selectAll().executeTakeFirstOrThrow()
    expect(factor.sealed_secret).not.toMatch(/^[A-Z2-7]{32}$/)
    const [first, second] = [await ticket(), await ticket()]
    const responses = await Promise.all([enter(code, first), enter(code, second)])
    expect(listStatuses(responses)).toEqual([200, 422])
    expect((await enter(code)).statusCode).toBe(422)
    expect((await enter(` ${other.toUpperCase().replace('-', ' ')} `)).statusCode).toBe(200)
  })
})
