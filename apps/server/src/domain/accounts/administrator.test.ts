import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, startTestServer, type TestServer } from '../../testing/test-server.js'
import { ensureAdministrator, issueSetUpCode } from './administrator.js'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  const { database } = server.services
  for (const table of ['setting', 'rate_limit', 'membership', 'project', 'account']) {
    await sql`delete from ${sql.table(table)}`.execute(database)
  }
})
afterAll(() => server.close())

const form = { username: 'Chief', email: 'chief@kamar.test', password: 'a password for the chief' }
const setUp = (code: string, change: object = {}) =>
  server.inject({ method: 'POST', url: '/api/setup', payload: { ...form, code, ...change } })
const adminLogin = (username: string, password: string) =>
  server.inject({ method: 'POST', url: '/api/admin/login', payload: { username, password } })

describe('new installation', () => {
  it('has no account with a password', async () => {
    const accounts = await server.services.database.selectFrom('account').select('password_hash').execute()
    expect(accounts.filter((account) => account.password_hash !== null)).toEqual([])
  })
})

describe('setup link', () => {
  it('creates the first administrator once', async () => {
    const code = (await issueSetUpCode(server.services.database)) ?? ''
    expect(code).toHaveLength(32)
    expect((await setUp(code)).json()).toEqual({ done: true })
    expect((await adminLogin('chief', form.password)).statusCode).toBe(200)
    expect((await setUp(code, { username: 'Second', email: 'second@kamar.test' })).statusCode).toBe(403)
    expect(await issueSetUpCode(server.services.database)).toBeNull()
  })

  it('creates one administrator when used several times at once', async () => {
    const code = (await issueSetUpCode(server.services.database)) ?? ''
    const responses = await Promise.all(
      [1, 2, 3].map((n) => setUp(code, { username: `c${n}`, email: `c${n}@kamar.test` })),
    )
    expect(responses.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([200, 403, 403])
  })

  it('expires when a newer one is issued', async () => {
    const old = (await issueSetUpCode(server.services.database)) ?? ''
    const current = (await issueSetUpCode(server.services.database)) ?? ''
    expect((await setUp(old)).statusCode).toBe(403)
    expect((await setUp(current)).statusCode).toBe(200)
  })

  it('is stored as a hash', async () => {
    const code = (await issueSetUpCode(server.services.database)) ?? ''
    const settings = await server.services.database.selectFrom('setting').selectAll().execute()
    expect(settings).toHaveLength(1)
    expect(JSON.stringify(settings)).not.toContain(code)
  })

  it('limits the number of attempts', async () => {
    await issueSetUpCode(server.services.database)
    const responses: number[] = []
    for (let round = 0; round < 25; round++) responses.push((await setUp(`guess-${round}`)).statusCode)
    expect(responses.filter((status) => status === 403)).toHaveLength(20)
    expect(responses.filter((status) => status === 429)).toHaveLength(5)
  })

  it('applies the password rules and remains valid after a refusal', async () => {
    const code = (await issueSetUpCode(server.services.database)) ?? ''
    expect((await setUp(code, { password: 'password1' })).json()).toMatchObject({ code: 'password-too-common' })
    expect((await setUp(code)).statusCode).toBe(200)
  })

  it('does not take over an account that exists', async () => {
    const user = await server.createUser()
    const code = (await issueSetUpCode(server.services.database)) ?? ''
    expect((await setUp(code, { email: user.email })).json()).toMatchObject({ code: 'already-exists' })
    expect((await setUp(code)).statusCode).toBe(200)
  })
})

describe('configured administrator', () => {
  const configured = { username: 'root', password: 'the first password' }
  const ensure = (credentials = configured) => ensureAdministrator(server.services.database, credentials)

  it('is created at startup and can sign in', async () => {
    await ensure()
    expect((await adminLogin('ROOT', configured.password)).statusCode).toBe(200)
    expect(await issueSetUpCode(server.services.database)).toBeNull()
  })

  it('is created once and left unchanged by later starts', async () => {
    await ensure()
    const signedIn = (await adminLogin('root', configured.password)).json<{ access_token: string }>()
    await ensure()
    const response = await server.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${signedIn.access_token}` },
    })
    expect(response.json()).toMatchObject({ role: 'admin', status: 'approved', name: 'root' })
    const rows = await server.services.database.selectFrom('account').select('id').where('role', '=', 'admin').execute()
    expect(rows).toHaveLength(1)
  })

  it('gets a changed password, which ends existing sessions', async () => {
    await ensure()
    const signedIn = (await adminLogin('root', configured.password)).json<{ access_token: string }>()
    await ensure({ ...configured, password: 'the second password' })
    expect((await adminLogin('root', configured.password)).statusCode).toBe(401)
    expect((await adminLogin('root', 'the second password')).statusCode).toBe(200)
    const response = await server.inject({
      url: '/api/auth/me',
      headers: { authorization: `Bearer ${signedIn.access_token}` },
    })
    expect(response.statusCode).toBe(401)
  })

  it('can be an account that already exists', async () => {
    const user = await server.createUser()
    await ensure({ username: user.email, password: 'the deployment’s password' })
    expect((await adminLogin(user.email, 'the deployment’s password')).statusCode).toBe(200)
    expect((await server.inject({ url: '/api/auth/me', headers: bearer(user) })).statusCode).toBe(401)
  })
})
