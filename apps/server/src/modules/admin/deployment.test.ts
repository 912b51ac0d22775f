import { type AdminRequest, type UploadRules } from '@kamar/contracts'
import { uploadExtensions } from '@kamar/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let administrator: TestUser
beforeAll(async () => {
  server = await startTestServer({ parts: { isolation: () => Promise.resolve('namespaces') } })
  administrator = await server.administrator()
})
afterAll(() => server.close())

const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, payload?: object) =>
  server.inject({
    method,
    url: `/api/admin/${url}`,
    headers: bearer(administrator),
    ...(payload ? { payload } : {}),
  })
const requestStorage = (user: TestUser, message: string) =>
  server.inject({
    method: 'POST',
    url: '/api/auth/storage/upgrade',
    headers: bearer(user),
    payload: { message },
  })
const readQuota = async (user: TestUser): Promise<number> =>
  (await server.inject({ url: '/api/auth/me', headers: bearer(user) })).json<{ quotaBytes: number }>().quotaBytes

describe('admin overview', () => {
  it('returns the number of users and files and the isolation level of readers', async () => {
    const user = await server.createUser()
    await server.upload(user, 'counted.stl', 'x'.repeat(10))
    expect((await call('GET', 'overview')).json()).toEqual({
      users: { total: 2, pending: 2, approved: 0, rejected: 0 },
      files: 1,
      usedBytes: 10,
      openRequests: 0,
      isolation: 'namespaces',
      cloud: null,
    })
  })
})

describe('storage requests', () => {
  const list = async (): Promise<AdminRequest[]> => (await call('GET', 'requests')).json()

  it('are listed with the oldest open request first', async () => {
    const testUsers = [await server.createUser(), await server.createUser()]
    for (const user of testUsers) await requestStorage(user, `from ${user.email}`)
    expect((await list()).map(({ email, state }) => [email, state])).toEqual(
      testUsers.map(({ email }) => [email, 'open']),
    )
  })

  it('are granted once, with a new quota', async () => {
    const user = await server.createUser()
    const { id } = (await requestStorage(user, '')).json<{ id: string }>()
    const granted = await call('PATCH', `requests/${id}`, { state: 'granted', quotaBytes: 5 * 1024 ** 4 })
    expect(granted.json()).toMatchObject({ state: 'granted', account: { quotaBytes: 5 * 1024 ** 4 } })
    expect(await readQuota(user)).toBe(5 * 1024 ** 4)
    expect((await call('PATCH', `requests/${id}`, { state: 'declined' })).statusCode).toBe(404)
    expect((await list()).at(-1)).toMatchObject({ id, state: 'granted' })
  })

  it('double the quota when granted without a number, and leave it when declined', async () => {
    const user = await server.createUser()
    const before = await readQuota(user)
    const declined = (await requestStorage(user, '')).json<{ id: string }>()
    await call('PATCH', `requests/${declined.id}`, { state: 'declined' })
    expect(await readQuota(user)).toBe(before)
    const granted = (await requestStorage(user, 'again')).json<{ id: string }>()
    await call('PATCH', `requests/${granted.id}`, { state: 'granted' })
    expect(await readQuota(user)).toBe(before * 2)
  })
})

describe('admin settings', () => {
  const register = (name: string) =>
    server.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload: { name, email: `${name}@kamar.test`, password: `the words of ${name}` },
    })

  it('close and open registration', async () => {
    const settings = (await call('GET', 'settings')).json<object>()
    expect(settings).toEqual({
      requireApproval: false,
      twoFactorRoles: [],
      signUpOpen: true,
      defaultQuotaBytes: 100 * 1024 ** 3,
      extraExtensions: [],
    })
    await call('PUT', 'settings', { ...settings, signUpOpen: false })
    expect((await register('late')).json()).toMatchObject({ code: 'sign-up-closed' })
    await call('PUT', 'settings', settings)
    expect((await register('early')).statusCode).toBe(200)
  })

  it('set the quota of new accounts', async () => {
    const settings = (await call('GET', 'settings')).json<object>()
    await call('PUT', 'settings', { ...settings, defaultQuotaBytes: 7 * 1024 ** 2 })
    expect(await readQuota(await server.createUser())).toBe(7 * 1024 ** 2)
    await call('PUT', 'settings', settings)
  })

  it('allow uploads with the listed optional extensions only', async () => {
    const settings = (await call('GET', 'settings')).json<object>()
    const user = await server.createUser()
    const rules = async () =>
      (await server.inject({ url: '/api/upload-rules', headers: bearer(user) })).json<UploadRules>()
    expect((await rules()).extensions).toEqual(uploadExtensions)
    expect((await rules()).optionalExtensions).toContain('.ifczip')
    await expect(server.upload(user, 'house.ifczip')).rejects.toThrow('unsupported-format')
    await call('PUT', 'settings', { ...settings, extraExtensions: ['.ifczip'] })
    expect((await rules()).extensions).toEqual([...uploadExtensions, '.ifczip'])
    expect((await server.upload(user, 'house.IFCZIP')).status).toBe('processing')
    await expect(server.upload(user, 'house.stpz')).rejects.toThrow('unsupported-format')
    await call('PUT', 'settings', settings)
    await expect(server.upload(user, 'late.ifczip')).rejects.toThrow('unsupported-format')
  })

  it('refuse extensions without a reader', async () => {
    const settings = (await call('GET', 'settings')).json<object>()
    const refused = await call('PUT', 'settings', { ...settings, extraExtensions: ['.exe'] })
    expect(refused.json()).toMatchObject({ status: 415, code: 'unsupported-format' })
    expect((await call('GET', 'settings')).json()).toEqual(settings)
  })

  it.each([{ signUpOpen: false }, { requireApproval: 1, signUpOpen: true, defaultQuotaBytes: 1e9 }])(
    'refuse the body %j',
    async (payload) => {
      expect((await call('PUT', 'settings', payload)).statusCode).toBe(422)
    },
  )
})
