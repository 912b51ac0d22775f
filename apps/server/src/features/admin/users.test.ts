import type { AdminUser, AdminUserPage } from '@kamar/contracts'
import { verifyAuditChain } from '@kamar/database'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { turnOnTwoFactor } from '../../testing/authenticator.js'
import { keptMail } from '../../testing/mails.js'
import { bearer, type Person, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let administrator: Person
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

const ask = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.inject({
    method,
    url: `/api/admin/${url}`,
    headers: bearer(administrator),
    ...(payload ? { payload } : {}),
  })
const list = async (query = ''): Promise<AdminUserPage> => (await ask('GET', `list-users${query}`)).json()
const namesOf = async (query: string): Promise<string[]> => (await list(query)).users.map(({ name }) => name)
const signIn = ({ email, password }: { email: string; password: string }) =>
  server.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password } })
const me = (person: Person) => server.inject({ url: '/api/auth/me', headers: bearer(person) })
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

describe('the list of accounts', () => {
  beforeAll(async () => {
    for (const name of ['Արամ Լիստ', 'Дарья Лист', 'Bob List', 'alice list']) {
      await ask('POST', 'users', {
        name,
        email: `${name.codePointAt(0)}@list.test`,
        password: 'long enough for anybody',
      })
    }
  })

  it('has the fields of the specification and never a password', async () => {
    const { users, total } = await list('?search=bob')
    expect(total).toBe(1)
    expect(users[0]).toMatchObject({ name: 'Bob List', email: '66@list.test', position: '', status: 'pending' })
    expect(JSON.stringify(users)).not.toContain('argon2')
  })

  it('is searched in every alphabet without regard to case', async () => {
    expect(await namesOf(`?search=${encodeURIComponent('արամ լ')}`)).toEqual(['Արամ Լիստ'])
    expect(await namesOf(`?search=${encodeURIComponent('ДАРЬЯ')}`)).toEqual(['Дарья Лист'])
    expect(await namesOf('?search=66%40LIST.test')).toEqual(['Bob List'])
    expect(await namesOf('?search=%25')).toEqual([])
  })

  it('is sorted and paged by the server', async () => {
    expect(await namesOf('?search=list.test&sort=email&order=asc&size=2&page=1')).toEqual(['Дарья Лист', 'Արամ Լիստ'])
    expect(await namesOf('?search=list.test&sort=email&order=asc&size=2&page=2')).toEqual(['Bob List', 'alice list'])
    expect(await list('?search=list.test&size=3&page=9')).toMatchObject({ total: 4, page: 2, pages: 2 })
    expect((await namesOf('?search=LIST&sort=name&order=desc')).slice(-2)).toEqual(['Bob List', 'alice list'])
  })

  it('is filtered by status', async () => {
    expect((await list('?status=approved')).users.map(({ id }) => id)).toContain(administrator.id)
    expect(await namesOf('?status=rejected&search=list')).toEqual([])
  })

  it.each(['?sort=password_hash', '?page=0', '?size=201', '?status=admin', '?order=asc;drop', '?sort=name&sort=email'])(
    'refuses %s',
    async (query) => {
      expect((await ask('GET', `list-users${query}`)).statusCode).toBe(422)
    },
  )
})

describe('a new account', () => {
  it('is pending, and its password has to be changed', async () => {
    const form = { name: 'New Person', email: 'New.Person@kamar.test', password: 'typed by somebody else' }
    const created = await ask('POST', 'users', form)
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
    ['no address', { name: 'A', email: '', password: 'long enough words' }, 422],
    [
      'a role of its own choice',
      { name: 'A', email: 'r@kamar.test', password: 'long enough words', role: 'admin' },
      422,
    ],
  ])('is refused for %s', async (_, form, status) => {
    await ask('POST', 'users', { name: 'First', email: 'twice@kamar.test', password: 'long enough words' })
    const answer = await ask('POST', 'users', form)
    expect(answer.statusCode).toBe(status)
    expect(answer.json<{ message: string }>().message).not.toBe('')
  })
})

describe('changing an account', () => {
  const change = (id: string, payload: object) => ask('PATCH', `users/${id}`, payload)

  it('to rejected ends its sign-ins at once and for good', async () => {
    const person = await server.person()
    expect((await change(person.id, { status: 'rejected' })).json()).toMatchObject({ status: 'rejected' })
    expect((await me(person)).statusCode).toBe(401)
    expect((await signIn(person)).json()).toMatchObject({ code: 'account-rejected' })
    await change(person.id, { status: 'approved' })
    expect((await me(person)).statusCode).toBe(401)
    expect((await signIn(person)).statusCode).toBe(200)
    expect(await actions(person.id)).toEqual(['account.rejected', 'account.approved'])
  })

  it('to rejected with a reason shows the reason at sign-in, to whoever has the password', async () => {
    const person = await server.person()
    await change(person.id, { status: 'rejected', reason: ' Left the company ' })
    expect((await signIn(person)).json()).toMatchObject({
      code: 'account-rejected-because',
      message: 'This account was rejected by the administrator: Left the company',
    })
    const wrong = await signIn({ ...person, password: 'another password 1' })
    expect(wrong.json()).toMatchObject({ code: 'invalid-credentials' })
    await change(person.id, { status: 'approved' })
    expect((await change(person.id, { status: 'rejected' })).json()).toMatchObject({ rejectionReason: '' })
    expect((await signIn(person)).json()).toMatchObject({ code: 'account-rejected' })
  })

  it('to pending keeps it out only where approval is required', async () => {
    const person = await server.person()
    await change(person.id, { status: 'pending' })
    expect((await signIn(person)).statusCode).toBe(200)
    const settings = (await ask('GET', 'settings')).json<object>()
    const save = (payload: object) =>
      server.inject({ method: 'PUT', url: '/api/admin/settings', headers: bearer(administrator), payload })
    await save({ ...settings, requireApproval: true })
    expect((await signIn(person)).json()).toMatchObject({ status: 403, code: 'approval-pending' })
    await change(person.id, { status: 'approved' })
    expect((await signIn(person)).statusCode).toBe(200)
    await save(settings)
  })

  it('takes position, role and quota', async () => {
    const person = await server.person()
    const answer = await change(person.id, { position: '  Site engineer ', role: 'admin', quotaBytes: 5000 })
    expect(answer.json()).toMatchObject({ position: 'Site engineer', role: 'admin', quotaBytes: 5000 })
    expect((await server.inject({ url: '/api/admin/overview', headers: bearer(person) })).statusCode).toBe(200)
    await change(person.id, { role: 'user' })
    expect((await server.inject({ url: '/api/admin/overview', headers: bearer(person) })).statusCode).toBe(403)
  })

  it.each([{ status: 'rejected' }, { status: 'pending' }, { role: 'user' }])(
    'does not let an administrator lock themselves out by %j',
    async (payload) => {
      expect((await change(administrator.id, payload)).json()).toMatchObject({ status: 409, code: 'not-yourself' })
      expect((await ask('GET', 'overview')).statusCode).toBe(200)
    },
  )

  it.each([{ email: 'a@b.test' }, { passwordHash: 'x' }, { status: 'owner' }, { quotaBytes: -1 }, { id: 'x' }])(
    'refuses %j',
    async (payload) => {
      const person = await server.person()
      expect((await change(person.id, payload)).statusCode).toBe(422)
    },
  )

  it('answers not found for nobody', async () => {
    expect((await change('00000000-0000-7000-8000-00000000abcd', { position: 'x' })).statusCode).toBe(404)
    expect((await change('x', { position: 'x' })).statusCode).toBe(404)
  })
})

describe('deleting an account', () => {
  const remove = (id: string, query = '') => ask('DELETE', `users/${id}${query}`)
  const filesOf = async (person: Person): Promise<string[]> =>
    (await server.inject({ url: '/api/auth/my-urns', headers: bearer(person) }))
      .json<{ description: string }[]>()
      .map(({ description }) => description)
  const owner = async (): Promise<Person> => {
    const person = await server.person()
    await server.upload(person, `${person.id}.stl`, 'x'.repeat(70))
    const binned = await server.upload(person, 'binned.stl', 'y'.repeat(30))
    await server.inject({ method: 'DELETE', url: `/api/auth/my-urns/${binned.id}`, headers: bearer(person) })
    return person
  }

  it('says before what goes with it', async () => {
    const person = await owner()
    expect((await ask('GET', `users/${person.id}/removal`)).json()).toEqual({
      name: person.email.split('@')[0],
      email: person.email,
      files: 1,
      binFiles: 1,
      bytes: 100,
      signIns: 1,
    })
  })

  it('takes its files along, ends its sign-ins and answers with nothing', async () => {
    const person = await owner()
    const { rows } = await rowsOf(person.id)
    expect(rows).toBe(2)
    const answer = await remove(person.id)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await me(person)).statusCode).toBe(401)
    expect((await signIn(person)).json()).toMatchObject({ code: 'invalid-credentials' })
    expect((await rowsOf(person.id)).rows).toBe(0)
    expect(await actions(person.id)).toEqual(['account.delete'])
    expect((await remove(person.id)).statusCode).toBe(404)
  })

  it('keeps its files with the administrator when asked to', async () => {
    const person = await owner()
    const before = (await me(administrator)).json<{ usedBytes: number }>().usedBytes
    await remove(person.id, '?files=keep')
    expect(await filesOf(administrator)).toContain(`${person.id}.stl`)
    expect((await me(administrator)).json()).toMatchObject({ usedBytes: before + 100 })
  })

  it('is not for oneself', async () => {
    expect((await remove(administrator.id)).json()).toMatchObject({ code: 'not-yourself' })
  })

  async function rowsOf(ownerId: string): Promise<{ rows: number }> {
    const found = await server.services.database
      .selectFrom('file_version')
      .innerJoin('file', 'file.id', 'file_version.file_id')
      .innerJoin('project', 'project.id', 'file.project_id')
      .select('file_version.id')
      .where('project.owner_id', '=', ownerId)
      .execute()
    return { rows: found.length }
  }
})

describe('several accounts at once', () => {
  it('are done one by one, and what is refused is named', async () => {
    const people = [await server.person(), await server.person()]
    const ids = people.map(({ id }) => id)
    const nobody = '00000000-0000-7000-8000-00000000abcd'
    const bulk = (action: string) => ask('POST', 'users/bulk', { ids: [...ids, administrator.id, nobody], action })
    expect((await bulk('reject')).json()).toEqual({
      done: ids,
      refused: [
        { id: administrator.id, code: 'not-yourself' },
        { id: nobody, code: 'not-found' },
      ],
    })
    for (const person of people) expect((await me(person)).statusCode).toBe(401)
    expect((await bulk('approve')).json()).toMatchObject({ done: [...ids, administrator.id] })
    expect((await bulk('delete')).json()).toMatchObject({ done: ids })
    expect((await list(`?search=${people[0]?.email}`)).total).toBe(0)
  })
})

describe('the audit trail', () => {
  it('stays whole through all of this', async () => {
    expect(await verifyAuditChain(server.services.database)).toMatchObject({ whole: true })
  })
})

describe('resetting two-factor sign-in', () => {
  const reset = (id: string) => ask('DELETE', `users/${id}/two-factor`)
  const second = async (person: Person) => (await signIn(person)).json<{ step?: string; access_token?: string }>()

  it('lets somebody who lost their app sign in with the password alone, signs them out and tells them', async () => {
    const person = await server.person()
    const { recoveryCodes } = await turnOnTwoFactor(server, person, Date.now())
    expect(recoveryCodes.length).toBeGreaterThan(0)
    expect((await list(`?search=${person.email}`)).users[0]?.twoFactor).toBe(true)
    expect((await second(person)).access_token).toBeUndefined()
    const answer = await reset(person.id)
    expect(answer.json()).toMatchObject({ id: person.id, twoFactor: false })
    expect((await me(person)).statusCode).toBe(401)
    expect((await second(person)).access_token).toBeTruthy()
    expect(await actions(person.id)).toEqual(['two-factor.reset'])
    const mail = await keptMail(server, person.email, 'two-factor-reset')
    expect(mail?.subject).toBe('Two-factor sign-in was turned off')
    expect(mail?.text).toContain('/preferences')
    const codes = await server.services.database
      .selectFrom('recovery_code')
      .select('id')
      .where('account_id', '=', person.id)
      .execute()
    expect(codes).toEqual([])
  })

  it('is nothing to do where there is none, and nobody does it to themselves', async () => {
    const person = await server.person()
    expect((await reset(person.id)).statusCode).toBe(404)
    expect((await reset('nobody')).statusCode).toBe(404)
    expect((await reset(administrator.id)).json()).toMatchObject({ code: 'not-yourself' })
    expect(await actions(person.id)).toEqual([])
  })

  it('is for administrators', async () => {
    const [person, other] = [await server.person(), await server.person()]
    await turnOnTwoFactor(server, person, Date.now())
    const answer = await server.inject({
      method: 'DELETE',
      url: `/api/admin/users/${person.id}/two-factor`,
      headers: bearer(other),
    })
    expect(answer.statusCode).toBe(403)
    expect((await list(`?search=${person.email}`)).users[0]?.twoFactor).toBe(true)
  })
})
