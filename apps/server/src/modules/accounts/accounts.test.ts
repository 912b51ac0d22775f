import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, cookieOf, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { accountsModule } from './module.js'

describeModule(accountsModule)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const register = (payload: object) => server.inject({ method: 'POST', url: '/api/auth/register', payload })
const login = (payload: object) => server.inject({ method: 'POST', url: '/api/auth/login', payload })
const fetchAccount = (token: string) =>
  server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })
const refresh = (cookie: string) =>
  server.inject({ method: 'POST', url: '/api/auth/refresh', cookies: { kamar_refresh: cookie } })

async function auditActions(subject: string): Promise<string[]> {
  const rows = await server.services.database
    .selectFrom('audit_event')
    .select('action')
    .where('subject', '=', subject)
    .orderBy('sequence')
    .execute()
  return rows.map((row) => row.action)
}

describe('POST /api/auth/register', () => {
  it('creates an account with the default quota and a personal project', async () => {
    const user = await server.createUser('Narek')
    expect((await fetchAccount(user.token)).json()).toEqual({
      id: user.id,
      email: 'narek@kamar.test',
      name: 'Narek',
      role: 'user',
      status: 'pending',
      locale: 'en',
      quotaBytes: 100 * 1024 ** 3,
      usedBytes: 0,
      avatar: null,
      preferences: expect.objectContaining({ language: null, twoFactorAuth: false }) as unknown,
    })
    const projects = await server.services.database
      .selectFrom('membership')
      .innerJoin('project', 'project.id', 'membership.project_id')
      .select(['role', 'personal'])
      .where('account_id', '=', user.id)
      .execute()
    expect(projects).toEqual([{ role: 'owner', personal: true }])
    expect(await auditActions(user.id)).toContain('account.register')
  })

  it('reports that an e-mail address is taken, ignoring case', async () => {
    const form = { email: 'taken@kamar.test', name: 'One', password: 'a password of one' }
    expect((await register(form)).statusCode).toBe(200)
    const again = await register({ ...form, email: 'TAKEN@Kamar.test' })
    expect(again.statusCode).toBe(409)
    expect(again.json()).toMatchObject({ status: 409, code: 'account-exists' })
  })

  it.each([
    [{ password: 'short' }, 'password-too-short', 'The password needs at least 8 characters'],
    [{ password: 'password1' }, 'password-too-common', 'This password is too common. Choose a different one.'],
    [{ email: 'nowhere' }, 'invalid-input', 'Please check your input'],
    [{ name: '  ' }, 'invalid-input', 'Please check your input'],
  ])('refuses %o', async (change, code, message) => {
    const response = await register({ email: 'new@kamar.test', name: 'New', password: 'a good password', ...change })
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ code, message })
  })

  it.each(['role', 'status', 'quotaBytes', 'quota_bytes', 'id', 'owner'])(
    'rejects a request that sets %s',
    async (name) => {
      const form = { email: 'mass@kamar.test', name: 'Mass', password: 'a good password', [name]: 'admin' }
      expect((await register(form)).statusCode).toBe(422)
    },
  )
})

describe('POST /api/auth/password/check', () => {
  it.each([
    ['of published leaks', 'Princess1', true],
    ['that is a pattern', 'abcdefgh', true],
    ['that is neither', 'stone arch over the river', false],
  ])('tells a visitor whether a password %s is too common', async (_kind, password, isTooCommon) => {
    const response = await server.inject({ method: 'POST', url: '/api/auth/password/check', payload: { password } })
    expect([response.statusCode, response.json()]).toEqual([200, { isTooCommon }])
  })
})

describe('POST /api/auth/login', () => {
  it('returns an access token and an HttpOnly, SameSite=Strict cookie', async () => {
    const { email, password } = await server.createUser()
    const response = await login({ email: email.toUpperCase(), password })
    expect(response.json()).toEqual({ access_token: expect.any(String) as unknown })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.cookies).toEqual([
      {
        name: 'kamar_refresh',
        value: expect.any(String) as unknown,
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'Strict',
      },
      {
        name: 'kamar_device',
        value: expect.any(String) as unknown,
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'Strict',
        expires: expect.any(Date) as unknown,
      },
    ])
  })

  it('keeps the cookie for thirty days when the device is remembered', async () => {
    const { email, password } = await server.createUser()
    const [cookie] = (await login({ email, password, remember: true })).cookies
    const days = ((cookie?.expires?.getTime() ?? 0) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29.9)
    expect(days).toBeLessThanOrEqual(30)
  })

  it('gives the same response to an unknown name and a wrong password', async () => {
    const { email } = await server.createUser()
    const wrong = await login({ email, password: 'not the password' })
    const unknown = await login({ email: 'nobody@kamar.test', password: 'not the password' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.json()).toEqual({
      status: 401,
      code: 'invalid-credentials',
      message: 'Incorrect email or password',
    })
    expect(unknown.statusCode).toBe(401)
    expect(unknown.body).toBe(wrong.body)
    expect(Object.keys(unknown.headers).sort()).toEqual(Object.keys(wrong.headers).sort())
  })

  it('takes similar CPU time for an unknown name and a wrong password', async () => {
    const { email } = await server.createUser()
    // Processor time instead of the clock: a busy machine must not decide this.
    const work = async (name: string): Promise<number> => {
      const before = process.cpuUsage()
      for (let round = 0; round < 4; round++) await login({ email: name, password: 'not the password' })
      const { user, system } = process.cpuUsage(before)
      return user + system
    }
    await work('warm-up@kamar.test')
    const [knownMilliseconds, unknown] = [await work(email), await work('nobody-at-all@kamar.test')]
    expect(unknown / knownMilliseconds).toBeGreaterThan(0.3)
    expect(unknown / knownMilliseconds).toBeLessThan(3)
  })

  it('reports a rejected account only after the correct password', async () => {
    const { email, id, password } = await server.createUser()
    await server.services.database.updateTable('account').set({ status: 'rejected' }).where('id', '=', id).execute()
    expect((await login({ email, password: 'not the password' })).json()).toMatchObject({ code: 'invalid-credentials' })
    expect((await login({ email, password })).json()).toMatchObject({ status: 403, code: 'account-rejected' })
  })

  it('refuses a pending account when approval is required', async () => {
    const { email, password } = await server.createUser()
    const { database } = server.services
    await database.insertInto('setting').values({ key: 'accounts.require-approval', value: 'true' }).execute()
    expect((await login({ email, password })).json()).toMatchObject({ status: 403, code: 'approval-pending' })
    await database.deleteFrom('setting').where('key', '=', 'accounts.require-approval').execute()
    expect((await login({ email, password })).statusCode).toBe(200)
  })

  it('rejects overlong passwords by size or length', async () => {
    const long = await login({ email: 'a@b.test', password: 'x'.repeat(1_000_000) })
    expect(long.statusCode).toBe(413)
    const tooLong = await login({ email: 'a@b.test', password: 'x'.repeat(10_000) })
    expect(tooLong.statusCode).toBe(422)
  })

  it('answers in the requested language', async () => {
    const response = await server.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'accept-language': 'es-ES,en;q=0.5' },
      payload: { email: 'nobody@kamar.test', password: 'x' },
    })
    expect(response.json()).toMatchObject({
      code: 'invalid-credentials',
      message: expect.stringMatching(/correo|contraseña/i) as unknown,
    })
  })
})

describe('POST /api/admin/login', () => {
  const adminLogin = (payload: object) => server.inject({ method: 'POST', url: '/api/admin/login', payload })

  it('accepts administrators by e-mail or user name, and no other users', async () => {
    const administrator = await server.administrator()
    const { database } = server.services
    await database.updateTable('account').set({ username: 'Chief' }).where('id', '=', administrator.id).execute()
    const { email, password } = administrator
    for (const username of [email, 'chief', 'CHIEF']) {
      const response = await adminLogin({ username, password })
      expect(response.statusCode, username).toBe(200)
      const record = await fetchAccount(response.json<{ access_token: string }>().access_token)
      expect(record.json()).toMatchObject({ role: 'admin' })
    }
    const user = await server.createUser()
    expect((await adminLogin({ username: user.email, password: user.password })).json()).toMatchObject({
      code: 'invalid-credentials',
    })
  })
})

describe('access token', () => {
  let user: TestUser
  beforeAll(async () => {
    user = await server.createUser()
  })

  it('is required for GET /api/auth/me', async () => {
    for (const authorization of [undefined, '', 'Bearer', 'Bearer x', `Basic ${user.token}`, user.token]) {
      const response = await server.inject({ url: '/api/auth/me', headers: authorization ? { authorization } : {} })
      expect(response.json(), authorization).toMatchObject({ status: 401, code: 'not-signed-in' })
    }
  })

  it('is revoked immediately when the account is rejected', async () => {
    const otherUser = await server.createUser()
    expect((await fetchAccount(otherUser.token)).statusCode).toBe(200)
    await server.services.database
      .updateTable('account')
      .set({ status: 'rejected' })
      .where('id', '=', otherUser.id)
      .execute()
    expect((await fetchAccount(otherUser.token)).statusCode).toBe(401)
    expect((await refresh(otherUser.refresh)).statusCode).toBe(401)
  })

  it('loses the administrator role with the next request', async () => {
    const administrator = await server.administrator()
    expect((await fetchAccount(administrator.token)).json()).toMatchObject({ role: 'admin' })
    await server.services.database
      .updateTable('account')
      .set({ role: 'user' })
      .where('id', '=', administrator.id)
      .execute()
    expect((await fetchAccount(administrator.token)).json()).toMatchObject({ role: 'user' })
  })

  it('issues a viewer token that is accepted for view packages only', async () => {
    const response = await server.inject({ method: 'POST', url: '/api/auth/viewer-token', headers: bearer(user) })
    expect(response.json()).toEqual({
      access_token: expect.any(String) as unknown,
      token_type: 'Bearer',
      expires_in: 3600,
    })
    const token = response.json<{ access_token: string }>().access_token
    expect((await fetchAccount(token)).statusCode).toBe(401)
    const packages = await server.inject({
      url: '/api/derivatives/unknown/manifest.json',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(packages.statusCode).toBe(404)
  })
})

describe('DELETE /api/auth/logout', () => {
  const logout = (options: { token?: string; cookie?: string }) =>
    server.inject({
      method: 'DELETE',
      url: '/api/auth/logout',
      headers: options.token ? { authorization: `Bearer ${options.token}` } : {},
      cookies: options.cookie ? { kamar_refresh: options.cookie } : {},
    })

  it.each(['token', 'cookie', 'both'] as const)(
    'revokes access, refresh and viewer tokens when called with %s',
    async (by) => {
      const user = await server.createUser()
      const viewer = await server.inject({ method: 'POST', url: '/api/auth/viewer-token', headers: bearer(user) })
      const response = await logout({
        ...(by === 'cookie' ? {} : { token: user.token }),
        ...(by === 'token' ? {} : { cookie: user.refresh }),
      })
      expect(response.json()).toEqual({ done: true })
      expect(response.cookies[0]).toMatchObject({ name: 'kamar_refresh', value: '' })
      expect((await fetchAccount(user.token)).statusCode).toBe(401)
      expect((await refresh(user.refresh)).statusCode).toBe(401)
      const packages = await server.inject({
        url: '/api/derivatives/unknown/manifest.json',
        headers: { authorization: `Bearer ${viewer.json<{ access_token: string }>().access_token}` },
      })
      expect(packages.statusCode).toBe(401)
    },
  )

  it('succeeds without a session', async () => {
    expect((await logout({})).statusCode).toBe(200)
    expect((await logout({ cookie: 'unknown' })).statusCode).toBe(200)
  })

  it('keeps the other sessions of the account', async () => {
    const user = await server.createUser()
    const other = await login({ email: user.email, password: user.password })
    await logout({ token: user.token })
    expect((await fetchAccount(other.json<{ access_token: string }>().access_token)).statusCode).toBe(200)
    expect((await refresh(cookieOf(other) ?? '')).statusCode).toBe(200)
  })
})
