import { campaignSize } from '@kamar/test-kit'
import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { cookieOf, startTestServer, type TestServer } from '../../../testing/test-server.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ configuration: { trustProxy: ['127.0.0.1'] } })
})
afterEach(() => server.services.database.deleteFrom('rate_limit').execute())
afterAll(() => server.close())

interface Try {
  readonly url?: string
  readonly from?: string
  readonly payload: object
}

const send = (to: TestServer, { from = '192.0.2.1', payload, url = '/api/auth/login' }: Try) =>
  to.inject({ method: 'POST', url, headers: { 'x-forwarded-for': from }, payload })

/** Counts the attempts that reach the password check. */
async function countReaching(count: number, make: (index: number) => Try): Promise<number> {
  let reached = 0
  for (let index = 0; index < count; index++) {
    const { statusCode } = await send(server, make(index))
    expect([401, 429]).toContain(statusCode)
    if (statusCode === 401) reached++
  }
  return reached
}

const formatIpAddress = (index: number): string => `198.51.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`

/** More than the 100 attempts that reach the password check. */
const tries = campaignSize(110, 500)

describe('sign-in rate limit', () => {
  it(`G01 limits ${2 * tries} attempts on one account to 10 per address and 100 in total`, async () => {
    const { email } = await server.createUser()
    const payload = { email, password: 'not the password' }
    expect(await countReaching(tries, () => ({ payload }))).toBe(10)
    expect(await countReaching(tries, (index) => ({ payload, from: formatIpAddress(index) }))).toBe(90)
  })

  it(`G01 limits ${2 * tries} attempts on many accounts from one address to 100`, async () => {
    const createPayload = (index: number) => ({ email: `guess-${index}@kamar.test`, password: 'summer 2026' })
    expect(await countReaching(2 * tries, (index) => ({ payload: createPayload(index) }))).toBe(100)
  })

  it('G02 counts an IPv6 /64 network as one address', async () => {
    const { email } = await server.createUser()
    const payload = { email, password: 'not the password' }
    const from = (index: number): string =>
      `2001:db8:1:2:${((index * 7919) % 65_536).toString(16)}::${index.toString(16)}`
    expect(await countReaching(40, (index) => ({ payload, from: from(index) }))).toBe(10)
  })

  it('G02 counts the neighbouring IPv6 /64 network separately', async () => {
    const { email } = await server.createUser()
    const payload = { email, password: 'not the password' }
    await countReaching(12, () => ({ payload, from: '2001:db8:1:2::1' }))
    expect((await send(server, { payload, from: '2001:db8:1:3::1' })).statusCode).toBe(401)
  })

  it('G02 ignores X-Forwarded-For from an untrusted proxy', async () => {
    const open = await startTestServer()
    let reached = 0
    for (let index = 0; index < 40; index++) {
      const payload = { email: 'someone@kamar.test', password: 'x' }
      if ((await send(open, { payload, from: formatIpAddress(index) })).statusCode === 401) reached++
    }
    expect(reached).toBe(10)
    await open.close()
  })
})

describe('known device cookie', () => {
  const password = 'correct horse battery'
  let accountCount = 0

  /** Signs in from a new browser; returns the account and the device cookie. */
  async function signInOnce(): Promise<{ email: string; device: string }> {
    const email = `owner-${accountCount++}@kamar.test`
    await send(server, { url: '/api/auth/register', payload: { email, name: 'Owner', password } })
    const device = cookieOf(await send(server, { payload: { email, password } }), 'kamar_device') ?? ''
    return { email, device }
  }

  const signIn = (payload: object, device: string, from = '192.0.2.1') =>
    server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'x-forwarded-for': from },
      cookies: { kamar_device: device },
      payload,
    })

  it('G19 lets the owner sign in after others have exhausted the account limit', async () => {
    const { device, email } = await signInOnce()
    const wrong = { email, password: 'not the password' }
    await countReaching(tries, () => ({ payload: wrong }))
    await countReaching(tries, (index) => ({ payload: wrong, from: formatIpAddress(index) }))
    const otherClient = await send(server, { payload: { email, password }, from: '203.0.113.1' })
    expect(otherClient.statusCode).toBe(429)
    expect((await signIn({ email, password }, device)).statusCode).toBe(200)
  })

  it('G19 has a separate limit of 10 attempts', async () => {
    const { device, email } = await signInOnce()
    const statuses: number[] = []
    for (let index = 0; index < 12; index++) {
      statuses.push((await signIn({ email, password: 'wrong' }, device, formatIpAddress(index))).statusCode)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect((await send(server, { payload: { email, password }, from: '203.0.113.2' })).statusCode).toBe(200)
  })

  it('G19 raises no limit when it belongs to another account or is forged', async () => {
    const [first, second] = [await signInOnce(), await signInOnce()]
    await countReaching(12, () => ({ payload: { email: first.email, password: 'wrong' } }))
    expect((await signIn({ email: first.email, password }, second.device)).statusCode).toBe(429)
    expect((await signIn({ email: first.email, password }, `${first.device.slice(0, -4)}AAAA`)).statusCode).toBe(429)
  })
})

describe('password handling', () => {
  async function signUp(password: string): Promise<(attempt: string) => Promise<number>> {
    const email = `typing-${Math.abs(password.length * 31 + (password.codePointAt(0) ?? 0))}@kamar.test`
    const registered = await send(server, { url: '/api/auth/register', payload: { email, name: 'Typing', password } })
    expect(registered.statusCode).toBe(200)
    return async (attempt) => (await send(server, { payload: { email, password: attempt } })).statusCode
  }

  it('G04 refuses a password of one megabyte before hashing', async () => {
    const response = await send(server, { payload: { email: 'a@kamar.test', password: 'x'.repeat(1_000_000) } })
    expect(response.statusCode).toBe(413)
    const long = await send(server, { payload: { email: 'a@kamar.test', password: 'x'.repeat(257) } })
    expect(long.statusCode).toBe(422)
  })

  it('G04 compares bytes beyond the 72nd', async () => {
    const start = 'stone arch '.repeat(7).slice(0, 72)
    const tryPassword = await signUp(`${start}a`)
    expect(await tryPassword(`${start}b`)).toBe(401)
    expect(await tryPassword(start)).toBe(401)
    expect(await tryPassword(`${start}a`)).toBe(200)
  })

  it('G04 treats composed and decomposed letters as equal', async () => {
    const tryPassword = await signUp('Caf\u00e9 \u0535\u0580\u0587\u0561\u0576')
    expect(await tryPassword('Cafe\u0301 \u0535\u0580\u0587\u0561\u0576')).toBe(200)
  })

  it('G04 distinguishes emoji', async () => {
    const tryPassword = await signUp('🏛🧱🏗🪨🌉🗿🧭🪵')
    expect(await tryPassword('🏛🧱🏗🪨🌉🗿🧭🧱')).toBe(401)
    expect(await tryPassword('🏛🧱🏗🪨🌉🗿🧭🪵')).toBe(200)
  })

  const findRefusal = async (password: string): Promise<unknown> => {
    await server.services.database.deleteFrom('rate_limit').execute()
    const payload = { email: 'weak@kamar.test', name: 'Weak', password }
    const response = await send(server, { url: '/api/auth/register', payload })
    return response.json<{ code?: string }>().code ?? 'taken'
  }

  // The test of the rule itself tries all of them.
  it('G05 refuses a sample of the whole list of common passwords', async () => {
    const listed = dictionary['passwords-common'].filter((password) => password.length >= 8)
    const sampledPasswords = listed.filter((_, index) => index % campaignSize(360, 60) === 0)
    expect(sampledPasswords.length).toBeGreaterThan(48)
    const acceptedPasswords: string[] = []
    for (const password of sampledPasswords)
      if ((await findRefusal(password)) !== 'password-too-common') acceptedPasswords.push(password)
    expect(acceptedPasswords).toEqual([])
  })

  it.each(['kamarkamar', 'Kamar2026', 'kamar-viewer', 'Administrator1', 'KamarAdmin!', 'weak@kamar.test', 'viewer123'])(
    'G05 refuses passwords derived from the product or user name: %s',
    async (password) => {
      expect(await findRefusal(password)).toBe('password-too-common')
    },
  )
})
