import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeIn, findMail } from '../../testing/mails.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let administrator: TestUser
let createdUsers = 0
beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})
afterAll(() => server.close())

const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.inject({ method: 'POST', url, payload, headers })

/** Creates an account with a password that the administrator typed. */
async function madeAccount(): Promise<{ email: string; password: string }> {
  const form = { name: 'Narek', email: `made-${++createdUsers}@kamar.test`, password: 'typed by the administrator' }
  const response = await post('/api/admin/users', form, bearer(administrator))
  expect(response.statusCode).toBe(200)
  return { email: form.email, password: form.password }
}

describe('initial password set by the administrator', () => {
  it('grants only the choice of a new password', async () => {
    const credentials = await madeAccount()
    const first = await post('/api/auth/login', { ...credentials, remember: true })
    expect(first.json()).toEqual({ next: 'new-password', ticket: expect.any(String) as unknown, expires_in: 600 })
    expect(first.cookies).toEqual([])
    const { ticket } = first.json<{ ticket: string }>()
    const choose = (password: string) => post('/api/auth/login/new-password', { ticket, password })
    expect((await choose('short')).json()).toMatchObject({ code: 'password-too-short' })
    expect((await choose(credentials.email)).json()).toMatchObject({ code: 'password-too-common' })
    expect((await choose(credentials.password)).json()).toMatchObject({ code: 'password-unchanged' })
    const response = await choose('a password of my own')
    expect(response.json()).toEqual({ access_token: expect.any(String) as unknown })
    expect(response.cookies[0]).toHaveProperty('expires')
    expect((await choose('yet another password')).json()).toMatchObject({ status: 401, code: 'sign-in-expired' })
    expect((await post('/api/auth/login', credentials)).statusCode).toBe(401)
    const again = await post('/api/auth/login', { ...credentials, password: 'a password of my own' })
    expect(again.json()).toHaveProperty('access_token')
  })

  it('can also be replaced through the invitation link', async () => {
    const { email } = await madeAccount()
    const mail = await findMail(server, email, 'invitation')
    expect(mail?.subject).toMatch(/^administrator-\d+ created an account for you$/)
    const code = codeIn(mail?.text)
    const password = 'a password of my own'
    expect((await post('/api/auth/reset-password', { code, password })).statusCode).toBe(200)
    expect((await post('/api/auth/login', { email, password })).json()).toHaveProperty('access_token')
  })

  it('invalidates the invitation link when it is replaced', async () => {
    const credentials = await madeAccount()
    const mail = await findMail(server, credentials.email, 'invitation')
    const { ticket } = (await post('/api/auth/login', credentials)).json<{ ticket: string }>()
    await post('/api/auth/login/new-password', { ticket, password: 'a password of my own' })
    const again = { code: codeIn(mail?.text), password: 'a password of a thief' }
    expect((await post('/api/auth/reset-password', again)).statusCode).toBe(410)
  })
})

describe('POST /api/auth/password', () => {
  const change = (user: TestUser, current: string, password: string) =>
    post('/api/auth/password', { current, password }, bearer(user))

  it('requires the current password and ends every other session', async () => {
    const user = await server.createUser()
    const { email, password } = user
    const other = (await post('/api/auth/login', { email, password })).json<{ access_token: string }>().access_token
    expect((await change(user, 'wrong', 'a password of my own')).json()).toMatchObject({ code: 'password-not-right' })
    expect((await change(user, password, password)).json()).toMatchObject({ code: 'password-unchanged' })
    expect((await change(user, password, 'a password of my own')).json()).toEqual({ done: true })
    const readStatus = async (token: string) =>
      (await server.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await readStatus(other)).toBe(401)
    expect(await readStatus(user.token)).toBe(200)
  })

  it('G20 notifies the owner by mail', async () => {
    const user = await server.createUser()
    await change(user, user.password, 'a password of my own')
    expect((await findMail(server, user.email, 'password-changed'))?.subject).toBe('Your password was changed')
  })
})

it('registration is refused with 404 when the administrator has closed it', async () => {
  const { database } = server.services
  await database.insertInto('setting').values({ key: 'accounts.sign-up-open', value: 'false' }).execute()
  const form = { email: 'late@kamar.test', name: 'Late', password: 'a good password' }
  expect((await post('/api/auth/register', form)).json()).toMatchObject({
    status: 404,
    code: 'sign-up-closed',
    message: 'Registration is closed on this server',
  })
  await database.deleteFrom('setting').where('key', '=', 'accounts.sign-up-open').execute()
})

it('the sign-in options are available without authentication', async () => {
  const response = await server.inject({ url: '/api/auth/options' })
  expect(response.json()).toEqual({ providers: { google: false, microsoft: false }, mail: false })
})
