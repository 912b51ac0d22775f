import type { AdminUserPage, CompanyRecord, PaidProject, ProjectRecord } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { FolderCalls } from '../../testing/folder-calls.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { companiesModule } from './module.js'

describeModule(companiesModule)

let server: TestServer
let calls: FolderCalls
let [administrator, owner, editor] = [] as unknown as readonly [TestUser, TestUser, TestUser]
let company: CompanyRecord
beforeAll(async () => {
  server = await startTestServer()
  calls = new FolderCalls(server)
  administrator = await server.administrator()
  ;[owner, editor] = [await server.createUser(), await server.createUser()]
})
beforeEach(async () => {
  company = await calls.call(administrator, 'POST', '/api/admin/companies', { name: 'Ararat', quotaBytes: 10_000 })
})
afterAll(() => server.close())

const changePayer = (projectId: string, accountId: string) =>
  calls.request(administrator, 'PUT', `/api/admin/projects/${projectId}/payer`, { accountId })
const readUsed = async (accountId: string): Promise<number> => {
  const rows = await server.services.database.selectFrom('account').selectAll().where('id', '=', accountId).execute()
  return rows[0]?.used_bytes ?? -1
}

/** Creates a project with a file that the company pays for. */
async function createPaidProject(): Promise<string> {
  const { id } = await calls.createProject(owner, [{ user: editor, role: 'editor' }])
  await calls.upload(owner, id, 'tower.stl')
  const response = await changePayer(id, company.id)
  if (response.statusCode !== 200) throw new Error(response.body)
  return id
}

describe('company account', () => {
  it('is created, renamed, given another plan and listed', async () => {
    const url = `/api/admin/companies/${company.id}`
    await calls.call(administrator, 'PATCH', url, { name: 'Ararat Ltd' })
    expect(await calls.call(administrator, 'PATCH', url, { quotaBytes: 5 })).toEqual({
      ...{ id: company.id, name: 'Ararat Ltd', quotaBytes: 5, usedBytes: 0, projects: [] },
    })
    const companies = await calls.call<CompanyRecord[]>(administrator, 'GET', '/api/admin/companies')
    expect(companies.map(({ id }) => id)).toContain(company.id)
  })

  it('is no user: it cannot be listed, changed, given a password, signed in to or mailed', async () => {
    const { database } = server.services
    const users = await calls.call<AdminUserPage>(administrator, 'GET', '/api/admin/list-users?search=Ararat')
    expect(users.total).toBe(0)
    const { email } = await database
      .selectFrom('account')
      .select('email')
      .where('id', '=', company.id)
      .executeTakeFirstOrThrow()
    const requests = [
      ['PATCH', `/api/admin/users/${company.id}`, { role: 'admin' }],
      ['POST', `/api/admin/users/${company.id}/password-link`],
      ['GET', `/api/admin/users/${company.id}/removal`],
      ['DELETE', `/api/admin/users/${company.id}`],
    ] as const
    for (const [method, url, body] of requests)
      expect((await calls.request(administrator, method, url, body)).statusCode, url).toBe(404)
    const login = { email, password: 'the words of everybody' }
    expect((await server.inject({ method: 'POST', url: '/api/auth/login', payload: login })).statusCode).toBe(401)
    await server.inject({ method: 'POST', url: '/api/auth/forgot-password', payload: { email } })
    await database.updateTable('account').set({ used_bytes: 9_999 }).where('id', '=', company.id).execute()
    await server.runJobs()
    await server.runJobs('mail.delivery')
    const mails = await database.selectFrom('outbox_mail').selectAll().where('recipient', '=', email).execute()
    expect(mails.filter((mail) => mail.account_id !== null || mail.body_text !== null)).toEqual([])
  })

  it('can neither be invited nor join a group', async () => {
    const projectId = await createPaidProject()
    const form = { email: `${company.id}@company.invalid`, role: 'viewer' }
    await calls.call(owner, 'POST', `/api/projects/${projectId}/people`, form)
    const memberships = server.services.database.selectFrom('membership').selectAll()
    expect(await memberships.where('account_id', '=', company.id).execute()).toEqual([])
    const group = await calls.call<{ id: string }>(administrator, 'POST', '/api/admin/groups', {
      kind: 'group',
      name: company.id,
    })
    const members = `/api/admin/groups/${group.id}/members`
    const refused = await calls.request(administrator, 'POST', members, { accountIds: [company.id] })
    expect(refused.statusCode).toBe(404)
  })

  it('is deleted only while it pays for nothing', async () => {
    const projectId = await createPaidProject()
    const url = `/api/admin/companies/${company.id}`
    const refused = await calls.request(administrator, 'DELETE', url)
    expect(refused.json()).toMatchObject({ status: 409, code: 'company-in-use', details: { projects: 'Tower' } })
    await changePayer(projectId, owner.id)
    await calls.call(administrator, 'DELETE', url)
    expect((await calls.request(administrator, 'DELETE', url)).statusCode).toBe(404)
  })
})

describe('payer of a project', () => {
  it('is charged for it from then on, and whoever paid before no more', async () => {
    const before = await readUsed(owner.id)
    const projectId = await createPaidProject()
    const used = await readUsed(company.id)
    expect(used).toBeGreaterThan(0)
    expect(await readUsed(owner.id)).toBe(before)
    await calls.upload(editor, projectId, 'second.stl')
    expect(await readUsed(company.id)).toBeGreaterThan(used)
    const projects = await calls.call<ProjectRecord[]>(owner, 'GET', '/api/projects')
    expect(projects.find(({ id }) => id === projectId)).toMatchObject({
      ...{ role: 'owner', mine: false, owner: { id: company.id, name: 'Ararat' } },
    })
  })

  it('is refused uploads beyond its plan, and a project that is larger than its plan', async () => {
    const projectId = await createPaidProject()
    const url = `/api/admin/companies/${company.id}`
    await calls.call(administrator, 'PATCH', url, { quotaBytes: await readUsed(company.id) })
    expect((await calls.requestUpload(owner, projectId, 'more.stl')).json()).toMatchObject({ code: 'quota-exceeded' })
    const other = await calls.createProject(owner)
    await calls.upload(owner, other.id, 'other.stl')
    const used = await readUsed(owner.id)
    expect((await changePayer(other.id, company.id)).json()).toMatchObject({ code: 'quota-exceeded' })
    expect(await readUsed(owner.id)).toBe(used)
  })

  it('can be a person again, who becomes an owner', async () => {
    const projectId = await createPaidProject()
    const response = await changePayer(projectId, editor.id)
    expect(response.json<PaidProject>()).toMatchObject({ id: projectId, payer: { id: editor.id } })
    expect(await calls.tree(editor, projectId)).toMatchObject([{ role: 'owner' }])
    expect(await calls.tree(owner, projectId)).toMatchObject([{ role: 'owner' }])
    const projects = await calls.call<PaidProject[]>(administrator, 'GET', '/api/admin/projects?search=tow')
    expect(projects.find(({ id }) => id === projectId)?.payer.id).toBe(editor.id)
  })

  it('is not changed for personal projects, and to nobody', async () => {
    const [personal] = await calls.call<ProjectRecord[]>(owner, 'GET', '/api/projects')
    expect((await changePayer(personal?.id ?? '', company.id)).json()).toMatchObject({ code: 'project-personal' })
    const { id } = await calls.createProject(owner)
    expect((await changePayer(id, '00000000-0000-7000-8000-00000000abcd')).statusCode).toBe(404)
    // The account of the examples.
    expect((await changePayer(id, '00000000-0000-7000-8000-000000000001')).statusCode).toBe(404)
    expect((await calls.request(owner, 'PUT', `/api/admin/projects/${id}/payer`, {})).statusCode).toBe(403)
  })
})

describe('project of a company', () => {
  it('keeps an owner: the last one neither leaves nor gets another role', async () => {
    const projectId = await createPaidProject()
    const url = `/api/projects/${projectId}/people`
    expect((await calls.request(owner, 'DELETE', `${url}/${owner.id}`)).json()).toMatchObject({
      ...{ status: 409, code: 'project-needs-owner' },
    })
    const demoted = await calls.request(owner, 'PATCH', `${url}/${owner.id}`, { role: 'editor' })
    expect(demoted.json()).toMatchObject({ code: 'project-needs-owner' })
    await calls.call(owner, 'PATCH', `${url}/${editor.id}`, { role: 'owner' })
    await calls.call(owner, 'DELETE', `${url}/${owner.id}`)
    expect(await calls.tree(editor, projectId)).toMatchObject([{ role: 'owner' }])
  })

  it('is limited and deleted by its owners, and exchanges files with others of the company', async () => {
    const projectId = await createPaidProject()
    const limit = { quotaBytes: 9_000 }
    expect((await calls.request(editor, 'PUT', `/api/projects/${projectId}/quota`, limit)).statusCode).toBe(403)
    expect(await calls.call(owner, 'PUT', `/api/projects/${projectId}/quota`, limit)).toMatchObject(limit)
    const [file] = await calls.call<{ id: string }[]>(owner, 'GET', `/api/auth/my-urns?project=${projectId}`)
    const otherId = await createPaidProject()
    await calls.call(owner, 'DELETE', `/api/auth/my-urns/${file?.id}`)
    const other = await calls.call<{ id: string }[]>(owner, 'GET', `/api/auth/my-urns?project=${otherId}`)
    await calls.call(owner, 'POST', `/api/auth/my-urns/${other[0]?.id}/project`, { projectId })
    await calls.call(owner, 'DELETE', `/api/projects/${otherId}`)
  })
})
