import { campaignOnly, stopwatch } from '@kamar/test-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findMail } from '../../../testing/mails.js'
import { recordStatements } from '../../../testing/record-statements.js'
import { startTestServer, type TestServer } from '../../../testing/test-server.js'
import * as minDuration from '../min-duration.js'
import * as passwords from '../../../domain/accounts/passwords.js'

let server: TestServer
let mailing: TestServer
beforeAll(async () => {
  server = await startTestServer()
  // Nothing listens on this port: mails stay in the outbox.
  mailing = await startTestServer({ configuration: { mail: { url: 'smtp://127.0.0.1:1', from: 'kamar@kamar.test' } } })
})
const form = { email: 'taken@kamar.test', name: 'Taken', password: 'a password of taken' }
beforeAll(async () => {
  await mailing.inject({ method: 'POST', url: '/api/auth/register', payload: form })
  const confirmed = { must_verify_email: false, email_verified_at: new Date() }
  await mailing.services.database.updateTable('account').set(confirmed).execute()
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const { services } of [server, mailing]) await services.database.deleteFrom('rate_limit').execute()
})
afterAll(() => Promise.all([server.close(), mailing.close()]))

type MakePayload = (isKnown: boolean, round: number) => object

interface Route {
  readonly on: TestServer
  readonly url: string
  readonly payload: MakePayload
}

/** Returns the response that a client sees, without the date and the identifier of the request. */
async function send({ on, url, payload }: Route, isKnown: boolean, round: number) {
  const { body, headers, statusCode } = await on.inject({ method: 'POST', url, payload: payload(isKnown, round) })
  const { date: _date, 'x-request-id': _id, ...sameHeaders } = headers
  return { body, headers: sameHeaders, statusCode }
}

const countMails = async ({ services }: TestServer): Promise<number> =>
  (await services.database.selectFrom('outbox_mail').select('id').execute()).length

/** Returns the response to a request, and the work the server does for it. */
async function observe(route: Route, isKnown: boolean, round: number) {
  const hash = vi.spyOn(passwords, 'hashPassword')
  const verify = vi.spyOn(passwords, 'verifyPassword')
  const pause = vi.spyOn(minDuration, 'withMinDuration')
  const mailsBefore = await countMails(route.on)
  let response: Awaited<ReturnType<typeof send>> | undefined
  const processorMilliseconds = stopwatch()
  const statements = await recordStatements(route.on.pool, async () => {
    response = await send(route, isKnown, round)
  })
  const processorTime = processorMilliseconds()
  const passwordHashes = hash.mock.calls.length + verify.mock.calls.length
  const minMilliseconds = pause.mock.calls.map(([milliseconds]) => milliseconds)
  vi.restoreAllMocks()
  const mails = (await countMails(route.on)) - mailsBefore
  return { response, passwordHashes, mails, minMilliseconds, statements, processorTime }
}

/** Alternates known and unknown addresses, so that both meet the same state of the machine. */
async function compareTimes(route: Route): Promise<number> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let round = 0; round < 41; round++) {
    for (const name of ['known', 'unknown'] as const) {
      const startedAt = performance.now()
      await send(route, name === 'known', round)
      times[name].push(performance.now() - startedAt)
    }
    await route.on.services.database.deleteFrom('rate_limit').execute()
  }
  const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  return median(times.known) / median(times.unknown)
}

async function createSignInRoute(): Promise<Route> {
  const { email } = await server.createUser()
  const payload: MakePayload = (isKnown) => ({
    email: isKnown ? email : 'nobody@kamar.test',
    password: 'not the password',
  })
  return { on: server, url: '/api/auth/login', payload }
}

async function createSignUpRoute(): Promise<Route> {
  const payload: MakePayload = (isKnown, round) => ({
    ...form,
    email: isKnown ? form.email : `new-${round}@kamar.test`,
  })
  return { on: mailing, url: '/api/auth/register', payload }
}

async function createForgotPasswordRoute(): Promise<Route> {
  const { email } = await server.createUser()
  const payload: MakePayload = (isKnown, round) => ({ email: isKnown ? email : `nobody-${round}@kamar.test` })
  return { on: server, url: '/api/auth/forgot-password', payload }
}

describe('account existence', () => {
  it('G03 cannot be inferred from the response to a sign-in or from its server work', async () => {
    const route = await createSignInRoute()
    const [existingAccount, unknown] = [await observe(route, true, 0), await observe(route, false, 0)]
    expect(existingAccount).toMatchObject({ response: { statusCode: 401 }, passwordHashes: 1, mails: 0 })
    expect(existingAccount.statements).not.toEqual([])
    expect({ ...existingAccount, processorTime: null }).toEqual({ ...unknown, processorTime: null })
  })

  it('G03 cannot be inferred from the time of a sign-in, which has a minimum', async () => {
    const route = await createSignInRoute()
    const observed = [await observe(route, true, 0), await observe(route, true, 1), await observe(route, false, 1)]
    const [first, repeated, unknown] = observed.map(({ statements }) => statements.length)
    expect(repeated).toBeLessThan(first ?? 0)
    expect(repeated).toBe(unknown)
    for (const { minMilliseconds } of observed) expect(minMilliseconds).toEqual([100])
  })

  it('G03 cannot be inferred from the response to a registration; only the mail differs', async () => {
    const route = await createSignUpRoute()
    const costs = { known: [] as number[], unknown: [] as number[] }
    for (const round of [0, 1, 2]) {
      const [existingAccount, unknown] = [await observe(route, true, round), await observe(route, false, round)]
      expect(existingAccount).toMatchObject({ response: { statusCode: 200 }, passwordHashes: 1, mails: 1 })
      expect(existingAccount.minMilliseconds).toEqual([150])
      costs.known.push(existingAccount.processorTime)
      costs.unknown.push(unknown.processorTime)
      // An existing account needs fewer statements, which the minimum time hides.
      const withoutWork = { statements: null, processorTime: null }
      expect({ ...existingAccount, ...withoutWork }).toEqual({ ...unknown, ...withoutWork })
    }
    expect(Math.min(...costs.known)).toBeLessThan(150)
    expect(Math.min(...costs.unknown)).toBeLessThan(150)
    // The passwords of both addresses are refused alike as well.
    for (const email of [form.email, 'new-1@kamar.test']) {
      const payload = { email, password: email === form.email ? 'other' : form.password }
      const refusal = await mailing.inject({ method: 'POST', url: '/api/auth/login', payload })
      expect(refusal.json()).toMatchObject({ status: 401, code: 'invalid-credentials' })
    }
    const templates = await mailing.services.database
      .selectFrom('outbox_mail')
      .select(['recipient', 'template'])
      .where('recipient', 'in', [form.email, 'new-1@kamar.test'])
      .execute()
    expect(templates).toContainEqual({ recipient: form.email, template: 'already-registered' })
    expect(templates).toContainEqual({ recipient: 'new-1@kamar.test', template: 'verify-email' })
  })

  it('G03 cannot be inferred from the response to a password reset request or from its server work', async () => {
    const route = await createForgotPasswordRoute()
    const [existingAccount, unknown] = [await observe(route, true, 0), await observe(route, false, 0)]
    expect(existingAccount).toMatchObject({ response: { statusCode: 200 }, passwordHashes: 0, mails: 1 })
    expect(existingAccount.statements).not.toEqual([])
    expect({ ...existingAccount, processorTime: null }).toEqual({ ...unknown, processorTime: null })
    expect(await findMail(server, (route.payload(true, 0) as { email: string }).email)).not.toBeNull()
    expect(await findMail(server, 'nobody-0@kamar.test')).toBeNull()
  })

  // Equal work proves it already; response times are conclusive on a quiet machine only.
  it.each(
    campaignOnly(
      ['sign-in', createSignInRoute] as const,
      ['sign-up', createSignUpRoute] as const,
      ['a request for a new password', createForgotPasswordRoute] as const,
    ),
  )('G03 does not affect the response time of %s', async (_, create) => {
    const ratio = await compareTimes(await create())
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})
