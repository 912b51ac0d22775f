import type { AdminUser, AdminUserPage } from '@kamar/contracts'
import { verifyAuditChain } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turnOnTwoFactor } from '../../testing/authenticator.js'
import { findMail } from '../../testing/mails.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { adminModule } from './module.js'

describeModule(adminModule)

let server: TestServer
let administrator: TestUser
beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
  await server.services.database
    .updateTable('account')
    .set({ status: 'approved' })
    .where('id', '=', administrator.id)
    .execute()
})
afterAll(() => server.close())

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.inject({
    method,
    url: `/api/admin/${url}`,
    headers: bearer(administrator),
    ...(payload ? { payload } : {}),
  })
const list = async (query = ''): Promise<AdminUserPage> => (await call('GET', `list-users${query}`)).json()
const listNames = async (query: string): Promise<string[]> => (await list(query)).users.map(({ name }) => name)
const signIn = ({ email, password }: { email: string; password: string }) =>
  server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
const fetchAccount = (user: TestUser) => server.inject({ url: '/api/auth/me', headers: bearer(user) })
const actions = async (subject: string): Promise<string[]> =>
  (
    await server.services.database
      .selectFrom('audit_event')
      .select('action')
      .where('subject', '=', subject)
      .where('actor', '=', administrator.id)
      .orderBy('sequence')
      .execute()
  ).map(({ action }) => action)

describe('GET /api/admin/list-users', () => {
  beforeAll(async () => {
    for (const name of ['Արամ Լիստ', 'Дарья Лист', 'Bob List', 'alice list']) {
      await call('POST', 'users', {
        name,
        email: `${name.codePointAt(0)}@list.test`,
        password: 'long enough for anybody',
      })
    }
  })

  it('returns the specified fields and no password hash', async () => {
    const { users, total } = await list('?search=bob')
    expect(total).toBe(1)
    expect(users[0]).toMatchObject({ name: 'Bob List', email: '66@list.test', position: '', status: 'pending' })
    expect(JSON.stringify(users)).not.toContain('argon2')
  })

  it('searches in every alphabet without regard to case', async () => {
    expect(await listNames(`?search=${encodeURIComponent('արամ լ')}`)).toEqual(['Արամ Լիստ'])
    expect(await listNames(`?search=${encodeURIComponent('ДАРЬЯ')}`)).toEqual(['Дарья Лист'])
    expect(await listNames('?search=66%40LIST.test')).toEqual(['Bob List'])
    expect(await listNames('?search=%25')).toEqual([])
  })

  it('sorts and pages the accounts', async () => {
    expect(await listNames('?search=list.test&sort=email&order=asc&size=2&page=1')).toEqual(['Дарья Лист', 'Արամ Լիստ'])
    expect(await listNames('?search=list.test&sort=email&order=asc&size=2&page=2')).toEqual(['Bob List', 'alice list'])
    expect(await list('?search=list.test&size=3&page=9')).toMatchObject({ total: 4, page: 2, pages: 2 })
    expect((await listNames('?search=LIST&sort=name&order=desc')).slice(-2)).toEqual(['Bob List', 'alice list'])
  })

  it('filters by status', async () => {
    expect((await list('?status=approved')).users.map(({ id }) => id)).toContain(administrator.id)
    expect(await listNames('?status=rejected&search=list')).toEqual([])
  })

  it.each(['?sort=password_hash', '?page=0', '?size=201', '?status=admin', '?order=asc;drop', '?sort=name&sort=email'])(
    'rejects the query %s',
    async (query) => {
      expect((await call('GET', `list-users${query}`)).statusCode).toBe(422)
    },
  )
})

describe('POST /api/admin/users', () => {
  it('creates a pending account whose password must be changed', async () => {
    const form = { name: 'New Person', email: 'New.Person@kamar.test', password: 'typed by somebody else' }
    const created = await call('POST', 'users', form)
    expect(created.statusCode).toBe(200)
    expect(created.json()).toMatchObject({
      name: 'New Person',
      email: 'new.person@kamar.test',
      status: 'pending',
      role: 'user',
      mustChangePassword: true,
    })
    expect(await actions(created.json<AdminUser>().id)).toContain('account.create')
  })

  it.each([
    ['a taken address', { name: 'A', email: 'twice@kamar.test', password: 'long enough words' }, 409],
    ['a common password', { name: 'A', email: 'common@kamar.test', password: 'password1' }, 422],
    ['a missing address', { name: 'A', email: '', password: 'long enough words' }, 422],
    [
      'a role of its own choice',
      { name: 'A', email: 'r@kamar.test', password: 'long enough words', role: 'admin' },
      422,
    ],
  ])('refuses %s', async (_, form, status) => {
    await call('POST', 'users', { name: 'First', email: 'twice@kamar.test', password: 'long enough words' })
    const response = await call('POST', 'users', form)
    expect(response.statusCode).toBe(status)
    expect(response.json<{ message: string }>().message).not.toBe('')
  })
})

describe('PATCH /api/admin/users/:id', () => {
  const change = (id: string, payload: object) => call('PATCH', `users/${id}`, payload)

  it('ends the sessions of a rejected account permanently', async () => {
    const user = await server.createUser()
    expect((await change(user.id, { status: 'rejected' })).json()).toMatchObject({ status: 'rejected' })
    expect((await fetchAccount(user)).statusCode).toBe(401)
    expect((await signIn(user)).json()).toMatchObject({ code: 'account-rejected' })
    await change(user.id, { status: 'approved' })
    expect((await fetchAccount(user)).statusCode).toBe(401)
    expect((await signIn(user)).statusCode).toBe(200)
    expect(await actions(user.id)).toEqual(['account.rejected', 'account.approved'])
  })

  it('shows the reason of a rejection at sign-in only after the correct password', async () => {
    const user = await server.createUser()
    await change(user.id, { status: 'rejected', reason: ' Left the company ' })
    expect((await signIn(user)).json()).toMatchObject({
      code: 'account-rejected-because',
      message: 'This account was rejected by the administrator: Left the company',
    })
    const wrong = await signIn({ ...user, password: 'another password 1' })
    expect(wrong.json()).toMatchObject({ code: 'invalid-credentials' })
    await change(user.id, { status: 'approved' })
    expect((await change(user.id, { status: 'rejected' })).json()).toMatchObject({ rejectionReason: '' })
    expect((await signIn(user)).json()).toMatchObject({ code: 'account-rejected' })
  })

  it('blocks a pending account only when approval is required', async () => {
    const user = await server.createUser()
    await change(user.id, { status: 'pending' })
    expect((await signIn(user)).statusCode).toBe(200)
    const settings = (await call('GET', 'settings')).json<object>()
    const save = (payload: object) =>
      server.inject({ method: 'PUT', url: '/api/admin/settings', headers: bearer(administrator), payload })
    await save({ ...settings, requireApproval: true })
    expect((await signIn(user)).json()).toMatchObject({ status: 403, code: 'approval-pending' })
    await change(user.id, { status: 'approved' })
    expect((await signIn(user)).statusCode).toBe(200)
    await save(settings)
  })

  it('sets the upload limit of an account and returns it to that of the deployment', async () => {
    const user = await server.createUser()
    const uploadLimitBytes = 5 * 1024 ** 3
    expect((await change(user.id, { uploadLimitBytes })).json()).toMatchObject({ uploadLimitBytes })
    expect((await change(user.id, { uploadLimitBytes: uploadLimitBytes + 1 })).statusCode).toBe(422)
    expect((await change(user.id, { uploadLimitBytes: 0 })).statusCode).toBe(422)
    expect((await change(user.id, { uploadLimitBytes: null })).json()).toMatchObject({ uploadLimitBytes: null })
    expect(await actions(user.id)).toEqual(['account.upload-limit', 'account.upload-limit'])
  })

  it('changes position, role and quota', async () => {
    const user = await server.createUser()
    const response = await change(user.id, { position: '  Site engineer ', role: 'admin', quotaBytes: 5000 })
    expect(response.json()).toMatchObject({ position: 'Site engineer', role: 'admin', quotaBytes: 5000 })
    expect((await server.inject({ url: '/api/admin/overview', headers: bearer(user) })).statusCode).toBe(200)
    await change(user.id, { role: 'user' })
    expect((await server.inject({ url: '/api/admin/overview', headers: bearer(user) })).statusCode).toBe(403)
  })

  it.each([{ status: 'rejected' }, { status: 'pending' }, { role: 'user' }])(
    'prevents administrators from locking themselves out by %j',
    async (payload) => {
      expect((await change(administrator.id, payload)).json()).toMatchObject({ status: 409, code: 'not-yourself' })
      expect((await call('GET', 'overview')).statusCode).toBe(200)
    },
  )

  it.each([{ email: 'a@b.test' }, { passwordHash: 'x' }, { status: 'owner' }, { quotaBytes: -1 }, { id: 'x' }])(
    'rejects %j',
    async (payload) => {
      const user = await server.createUser()
      expect((await change(user.id, payload)).statusCode).toBe(422)
    },
  )

  it('answers 404 for an unknown account', async () => {
    expect((await change('00000000-0000-7000-8000-00000000abcd', { position: 'x' })).statusCode).toBe(404)
    expect((await change('x', { position: 'x' })).statusCode).toBe(404)
  })
})

describe('DELETE /api/admin/users/:id', () => {
  const remove = (id: string, query = '') => call('DELETE', `users/${id}${query}`)
  const listFileNames = async (user: TestUser): Promise<string[]> =>
    (await server.inject({ url: '/api/auth/my-urns', headers: bearer(user) }))
      .json<{ description: string }[]>()
      .map(({ description }) => description)
  const owner = async (): Promise<TestUser> => {
    const user = await server.createUser()
    await server.upload(user, `${user.id}.stl`, 'x'.repeat(70))
    const binned = await server.upload(user, 'binned.stl', 'y'.repeat(30))
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${binned.id}`, headers: bearer(user) })
    return user
  }

  it('previews what the deletion removes', async () => {
    const user = await owner()
    expect((await call('GET', `users/${user.id}/removal`)).json()).toEqual({
      name: user.email.split('@')[0],
      email: user.email,
      files: 1,
      binFiles: 1,
      bytes: 100,
      signIns: 1,
    })
  })

  it('deletes the files, ends the sessions and answers 204 without a body', async () => {
    const user = await owner()
    const { rows } = await countVersions(user.id)
    expect(rows).toBe(2)
    const response = await remove(user.id)
    expect([response.statusCode, response.body]).toEqual([204, ''])
    expect((await fetchAccount(user)).statusCode).toBe(401)
    expect((await signIn(user)).json()).toMatchObject({ code: 'invalid-credentials' })
    expect((await countVersions(user.id)).rows).toBe(0)
    expect(await actions(user.id)).toEqual(['account.delete'])
    expect((await remove(user.id)).statusCode).toBe(404)
  })

  it('transfers the files to the administrator on request', async () => {
    const user = await owner()
    const before = (await fetchAccount(administrator)).json<{ usedBytes: number }>().usedBytes
    await remove(user.id, '?files=keep')
    expect(await listFileNames(administrator)).toContain(`${user.id}.stl`)
    expect((await fetchAccount(administrator)).json()).toMatchObject({ usedBytes: before + 100 })
  })

  it('refuses to delete the own account', async () => {
    expect((await remove(administrator.id)).json()).toMatchObject({ code: 'not-yourself' })
  })

  async function countVersions(ownerId: string): Promise<{ rows: number }> {
    const fileCount = await server.services.database
      .selectFrom('file_version')
      .innerJoin('file', 'file.id', 'file_version.file_id')
      .innerJoin('project', 'project.id', 'file.project_id')
      .select('file_version.id')
      .where('project.owner_id', '=', ownerId)
      .execute()
    return { rows: fileCount.length }
  }
})

describe('POST /api/admin/users/bulk', () => {
  it('processes the accounts one by one and lists the refused ones', async () => {
    const testUsers = [await server.createUser(), await server.createUser()]
    const ids = testUsers.map(({ id }) => id)
    const unknownId = '00000000-0000-7000-8000-00000000abcd'
    const bulk = (action: string) => call('POST', 'users/bulk', { ids: [...ids, administrator.id, unknownId], action })
    expect((await bulk('reject')).json()).toEqual({
      done: ids,
      refused: [
        { id: administrator.id, code: 'not-yourself' },
        { id: unknownId, code: 'not-found' },
      ],
    })
    for (const user of testUsers) expect((await fetchAccount(user)).statusCode).toBe(401)
    expect((await bulk('approve')).json()).toMatchObject({ done: [...ids, administrator.id] })
    expect((await bulk('delete')).json()).toMatchObject({ done: ids })
    expect((await list(`?search=${testUsers[0]?.email}`)).total).toBe(0)
  })
})

describe('audit chain', () => {
  it('is still valid after all changes to accounts', async () => {
    expect(await verifyAuditChain(server.services.database)).toMatchObject({ whole: true })
  })
})

describe('DELETE /api/admin/users/:id/two-factor', () => {
  const reset = (id: string) => call('DELETE', `users/${id}/two-factor`)
  const second = async (user: TestUser) => (await signIn(user)).json<{ step?: string; access_token?: string }>()

  it('turns the second factor off, ends the sessions and notifies the user by mail', async () => {
    const user = await server.createUser()
    const { recoveryCodes } = await turnOnTwoFactor(server, user, Date.now())
    expect(recoveryCodes.length).toBeGreaterThan(0)
    expect((await list(`?search=${user.email}`)).users[0]?.twoFactor).toBe(true)
    expect((await second(user)).access_token).toBeUndefined()
    const response = await reset(user.id)
    expect(response.json()).toMatchObject({ id: user.id, twoFactor: false })
    expect((await fetchAccount(user)).statusCode).toBe(401)
    expect((await second(user)).access_token).toBeTruthy()
    expect(await actions(user.id)).toEqual(['two-factor.reset'])
    const mail = await findMail(server, user.email, 'two-factor-reset')
    expect(mail?.subject).toBe('Two-factor sign-in was turned off')
    expect(mail?.text).toContain('/preferences')
    const codes = await server.services.database
      .selectFrom('recovery_code')
      .select('id')
      .where('account_id', '=', user.id)
      .execute()
    expect(codes).toEqual([])
  })

  it('refuses accounts without a second factor and the own account', async () => {
    const user = await server.createUser()
    expect((await reset(user.id)).statusCode).toBe(404)
    expect((await reset('nobody')).statusCode).toBe(404)
    expect((await reset(administrator.id)).json()).toMatchObject({ code: 'not-yourself' })
    expect(await actions(user.id)).toEqual([])
  })

  it('is restricted to administrators', async () => {
    const [user, other] = [await server.createUser(), await server.createUser()]
    await turnOnTwoFactor(server, user, Date.now())
    const response = await server.inject({
      method: 'DELETE',
      url: `/api/admin/users/${user.id}/two-factor`,
      headers: bearer(other),
    })
    expect(response.statusCode).toBe(403)
    expect((await list(`?search=${user.email}`)).users[0]?.twoFactor).toBe(true)
  })
})
