import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromBase32, turnOnTwoFactor } from '../../../testing/authenticator.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../../testing/test-server.js'
import { totpCode, totpStep } from './totp.js'

let server: TestServer
let user: TestUser
let now = Date.parse('2026-03-02T08:00:10Z')
beforeAll(async () => {
  server = await startTestServer({ parts: { now: () => new Date(now) } })
})
beforeEach(async () => {
  now += 600_000
  user = await server.createUser()
})
afterAll(() => server.close())

const post = (path: string, payload: object, caller = user) =>
  server.inject({ method: 'POST', url: `/api/auth/two-factor${path}`, headers: bearer(caller), payload })
const state = async () => (await server.inject({ url: '/api/auth/two-factor', headers: bearer(user) })).json<object>()
const fetchAccount = async (token: string) =>
  server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
const signIn = (more: object = {}) =>
  server.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email: user.email, password: user.password, ...more },
  })

describe('two-factor set-up', () => {
  it('requires the password and a first code of the app', async () => {
    expect((await post('', {})).json()).toMatchObject({ status: 422, code: 'password-not-right' })
    expect((await post('', { password: 'wrong' })).statusCode).toBe(422)
    const setUp = await post('', { password: user.password })
    expect(setUp.json()).toEqual({
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/) as unknown,
      uri: expect.stringContaining('otpauth://totp/Kamar:') as unknown,
    })
    expect((await post('/confirm', { code: '000000' })).json()).toMatchObject({ code: 'code-not-right' })
    expect(await state()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    expect((await signIn()).json()).toHaveProperty('access_token')
  })

  it('issues ten recovery codes, ends other sessions and sets the preference', async () => {
    const other = (await signIn()).json<{ access_token: string }>().access_token
    const app = await turnOnTwoFactor(server, user, now)
    expect(new Set(app.recoveryCodes).size).toBe(10)
    expect(await state()).toEqual({ enabled: true, recoveryCodesLeft: 10 })
    expect((await fetchAccount(user.token)).json()).toMatchObject({ preferences: { twoFactorAuth: true } })
    expect((await fetchAccount(other)).statusCode).toBe(401)
    expect((await post('', { password: user.password })).statusCode).toBe(409)
    expect((await post('/confirm', { code: app.codeAt(now) })).statusCode).toBe(409)
  })

  it('issues a new secret until it is confirmed', async () => {
    const [first, second] = [await post('', { password: user.password }), await post('', { password: user.password })]
    expect(first.json<{ secret: string }>().secret).not.toBe(second.json<{ secret: string }>().secret)
  })

  it('cannot be confirmed before it is started', async () => {
    expect((await post('/confirm', { code: '123456' })).statusCode).toBe(404)
  })
})

describe('two-factor sign-in', () => {
  it('accepts a code and keeps the choice to remember the session', async () => {
    const app = await turnOnTwoFactor(server, user, now)
    now += 60_000
    const { ticket } = (await signIn({ remember: true })).json<{ ticket: string }>()
    expect((await fetchAccount(ticket)).statusCode).toBe(401)
    const code = app.codeAt(now)
    const url = '/api/auth/login/second-factor'
    const response = await server.inject({
      method: 'POST',
      url,
      payload: { ticket, code: `${code.slice(0, 3)} ${code.slice(3)}` },
    })
    expect((await fetchAccount(response.json<{ access_token: string }>().access_token)).statusCode).toBe(200)
    expect(response.cookies[0]).toMatchObject({ name: 'kamar_refresh', expires: expect.any(Date) as unknown })
  })

  it.each(['', 'x.y.z', 'eyJhbGciOiJub25lIn0.e30.'])('refuses the ticket %j', async (ticket) => {
    const payload = { ticket, code: '123456' }
    const response = await server.inject({ method: 'POST', url: '/api/auth/login/second-factor', payload })
    expect(response.statusCode).toBe(ticket === '' ? 422 : 401)
  })

  it('expires after ten minutes and when the password changes', async () => {
    const app = await turnOnTwoFactor(server, user, now)
    const enter = async (ticket: string) =>
      (
        await server.inject({
          method: 'POST',
          url: '/api/auth/login/second-factor',
          payload: { ticket, code: app.codeAt(now) },
        })
      ).json<{ code?: string }>().code
    const [old, bound] = [await signIn(), await signIn()].map((response) => response.json<{ ticket: string }>().ticket)
    const change = { current: user.password, password: 'another password of mine' }
    await server.inject({ method: 'POST', url: '/api/auth/password', headers: bearer(user), payload: change })
    expect(await enter(bound ?? '')).toBe('sign-in-expired')
    now += 601_000
    expect(await enter(old ?? '')).toBe('sign-in-expired')
  })
})

describe('two-factor removal', () => {
  it.each(['authenticator code', 'recovery code'] as const)('G21 accepts a %s, but not the password', async (kind) => {
    const app = await turnOnTwoFactor(server, user, now)
    now += 60_000
    expect((await post('/end', { code: user.password })).json()).toMatchObject({
      status: 422,
      code: 'code-not-right',
    })
    const code = {
      'authenticator code': app.codeAt(now),
      'recovery code': app.recoveryCodes[3],
    }[kind]
    expect((await post('/end', { code })).json()).toEqual({ enabled: false, recoveryCodesLeft: 0 })
    expect((await signIn()).json()).toHaveProperty('access_token')
    expect((await post('/end', { code })).statusCode).toBe(404)
  })

  it('accepts only the newest recovery codes', async () => {
    const app = await turnOnTwoFactor(server, user, now)
    const renewed = await post('/recovery-codes', { code: app.recoveryCodes[0] })
    const { recoveryCodes } = renewed.json<{ recoveryCodes: string[] }>()
    expect(recoveryCodes).toHaveLength(10)
    expect((await post('/end', { code: app.recoveryCodes[1] })).statusCode).toBe(422)
    expect((await post('/end', { code: recoveryCodes[1] })).statusCode).toBe(200)
  })
})

describe('two-factor requirement for a role', () => {
  const json = <Body>(method: 'GET' | 'POST' | 'PUT', url: string, caller: TestUser | null, payload?: object) =>
    server
      .inject({ method, url, headers: caller ? bearer(caller) : {}, ...(payload ? { payload } : {}) })
      .then((response) => response.json<Body>())
  /** Requires it of these roles; returns the administrator. */
  const require = async (twoFactorRoles: readonly string[]): Promise<TestUser> => {
    const administrator = await server.administrator()
    const settings = await json<object>('GET', '/api/admin/settings', administrator)
    expect(await json('PUT', '/api/admin/settings', administrator, { ...settings, twoFactorRoles })).toMatchObject({
      twoFactorRoles,
    })
    return administrator
  }
  afterEach(() =>
    server.services.database.deleteFrom('setting').where('key', '=', 'accounts.two-factor-roles').execute(),
  )

  it('G25 blocks sign-in until set-up and refuses to refresh sessions without it', async () => {
    await require(['user'])
    const refreshed = await server.inject({
      method: 'POST',
      url: '/api/auth/refresh',
      cookies: { kamar_refresh: user.refresh },
    })
    expect(refreshed.json()).toMatchObject({ code: 'refresh-refused' })
    const step = (await signIn()).json<{ next: string; ticket: string }>()
    expect(step.next).toBe('set-up-two-factor')
    expect((await fetchAccount(step.ticket)).statusCode).toBe(401)
    const path = '/api/auth/login/two-factor'
    const { secret } = await json<{ secret: string }>('POST', path, null, { ticket: step.ticket })
    expect(await json('POST', `${path}/confirm`, null, { ticket: step.ticket, code: '000000' })).toMatchObject({
      code: 'code-not-right',
    })
    const code = totpCode(fromBase32(secret), totpStep(new Date(now)))
    const entered = await json<{ access_token: string; recoveryCodes: string[] }>('POST', `${path}/confirm`, null, {
      ticket: step.ticket,
      code,
    })
    expect(entered.recoveryCodes).toHaveLength(10)
    expect((await fetchAccount(entered.access_token)).statusCode).toBe(200)
    // The ticket creates no second secret, and the password alone is no longer enough.
    expect(await json('POST', path, null, { ticket: step.ticket })).toMatchObject({ code: 'already-exists' })
    expect((await signIn()).json()).toMatchObject({ next: 'second-factor' })
  })

  it('G25 prevents removal', async () => {
    const app = await turnOnTwoFactor(server, user, now)
    await require(['user'])
    now += 60_000
    expect((await post('/end', { code: app.codeAt(now) })).json()).toMatchObject({ code: 'two-factor-required' })
    expect(await state()).toMatchObject({ enabled: true })
  })

  it('G25 can be set for administrators only by an administrator who has set it up', async () => {
    const administrator = await require(['user'])
    const settings = await json<object>('GET', '/api/admin/settings', administrator)
    const save = (twoFactorRoles: readonly string[]) =>
      json('PUT', '/api/admin/settings', administrator, { ...settings, twoFactorRoles })
    expect(await save(['admin'])).toMatchObject({ status: 409, code: 'two-factor-first' })
    await turnOnTwoFactor(server, administrator, now)
    expect(await save(['admin'])).toMatchObject({ twoFactorRoles: ['admin'] })
    // A client that does not support the setting leaves it unchanged.
    const settingsWithoutRoles = Object.fromEntries(
      Object.entries(settings).filter(([name]) => name !== 'twoFactorRoles'),
    )
    expect(await json('PUT', '/api/admin/settings', administrator, settingsWithoutRoles)).toMatchObject({
      twoFactorRoles: ['admin'],
    })
    expect((await signIn()).json()).toHaveProperty('access_token')
  })
})
