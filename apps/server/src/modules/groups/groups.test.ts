import type { AccessEffects, FileRecord, GroupRecord, OpenedGroup, ProjectPeople, Topic } from '@kamar/contracts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { FolderCalls } from '../../testing/folder-calls.js'
import { listenAs } from '../../testing/live-listener.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { groupsModule } from './module.js'

describeModule(groupsModule)

let server: TestServer
let calls: FolderCalls
let address: string
let [administrator, owner, ani, gor] = [] as unknown as readonly [TestUser, TestUser, TestUser, TestUser]
const open: AbortController[] = []
beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  calls = new FolderCalls(server)
  administrator = await server.administrator()
  ;[owner, ani, gor] = [await server.createUser(), await server.createUser(), await server.createUser()]
})
beforeEach(() => server.services.database.deleteFrom('account_group').execute())
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort()
})
afterAll(() => server.close())

const createGroup = (name: string, form: object = {}): Promise<OpenedGroup> =>
  calls.call(administrator, 'POST', '/api/admin/groups', { kind: 'group', name, ...form })
const addMembers = (groupId: string, users: readonly TestUser[]): Promise<OpenedGroup> =>
  calls.call(administrator, 'POST', `/api/admin/groups/${groupId}/members`, { accountIds: users.map(({ id }) => id) })
const removeMember = (groupId: string, user: TestUser): Promise<OpenedGroup> =>
  calls.call(administrator, 'DELETE', `/api/admin/groups/${groupId}/members/${user.id}`)

/** Creates a group with Ani in a project with a file. */
async function createProjectOfGroup(role = 'viewer') {
  const { id: projectId } = await calls.createProject(owner)
  const file = await calls.upload(owner, projectId, 'tower.stl')
  const group = await createGroup('Architects')
  await addMembers(group.id, [ani])
  await calls.call(owner, 'PUT', `/api/projects/${projectId}/groups/${group.id}`, { role })
  return { file, group, projectId }
}
const readStatus = async (user: TestUser, file: Pick<FileRecord, 'id'>): Promise<number> =>
  (await calls.request(user, 'GET', `/api/auth/my-urns/${file.id}`)).statusCode

describe('administrator', () => {
  it('creates, renames and lists groups and organizations', async () => {
    const group = await createGroup('Site team')
    const firm = await createGroup('Ararat', { kind: 'organization', code: 'ara', domains: ['Ararat.AM'] })
    expect(firm).toMatchObject({ kind: 'organization', code: 'ARA', domains: ['ararat.am'], members: 0, projects: [] })
    await calls.call(administrator, 'PATCH', `/api/admin/groups/${group.id}`, { name: 'Zone team' })
    const groups = await calls.call<GroupRecord[]>(administrator, 'GET', '/api/admin/groups')
    expect(groups.map(({ name }) => name)).toEqual(['Ararat', 'Zone team'])
  })

  it('is refused a second group of a name, and a code for what is no organization', async () => {
    await createGroup('Team')
    const again = await calls.request(administrator, 'POST', '/api/admin/groups', { kind: 'group', name: 'TEAM' })
    expect(again.json()).toMatchObject({ status: 409, code: 'group-exists' })
    expect(await createGroup('Team', { kind: 'organization' })).toMatchObject({ name: 'Team' })
    const coded = await calls.request(administrator, 'POST', '/api/admin/groups', {
      kind: 'group',
      name: 'Coded',
      code: 'C',
    })
    expect(coded.json()).toMatchObject({ code: 'invalid-input' })
  })

  it('adds and removes members once, and is offered accounts with an address of the organization', async () => {
    const firm = await createGroup('Kamar', { kind: 'organization', domains: ['kamar.test'] })
    expect(firm.candidates.map(({ id }) => id)).toContain(ani.id)
    const group = await addMembers(firm.id, [ani, ani])
    expect(group.people).toEqual([{ id: ani.id, name: expect.any(String) as string, email: ani.email }])
    expect(group.candidates.map(({ id }) => id)).not.toContain(ani.id)
    expect((await addMembers(firm.id, [ani])).members).toBe(1)
    expect((await removeMember(firm.id, ani)).people).toEqual([])
    const again = await calls.request(administrator, 'DELETE', `/api/admin/groups/${firm.id}/members/${ani.id}`)
    expect(again.statusCode).toBe(404)
    const unknown = { accountIds: ['00000000-0000-7000-8000-00000000abcd'] }
    const refused = await calls.request(administrator, 'POST', `/api/admin/groups/${firm.id}/members`, unknown)
    expect(refused.statusCode).toBe(404)
  })

  it('deletes a group that projects use only after a confirmation, which names them', async () => {
    const { file, group, projectId } = await createProjectOfGroup()
    const refused = await calls.request(administrator, 'DELETE', `/api/admin/groups/${group.id}`)
    expect(refused.json()).toMatchObject({ status: 409, code: 'group-in-use', details: { projects: 'Tower' } })
    expect(await readStatus(ani, file)).toBe(200)
    const listening = await listenAs(address, ani, open)
    await calls.call(administrator, 'DELETE', `/api/admin/groups/${group.id}?confirmed=true`)
    expect(await readStatus(ani, file)).toBe(404)
    await listening.until((event) => event.type === 'people' && event.projectId === projectId)
    expect(await calls.call(administrator, 'GET', '/api/admin/groups')).toEqual([])
  })

  it('leaves a trail of every change', async () => {
    const { group } = await createProjectOfGroup()
    await removeMember(group.id, ani)
    await calls.call(administrator, 'DELETE', `/api/admin/groups/${group.id}?confirmed=true`)
    const rows = await server.services.database
      .selectFrom('audit_event')
      .select(['action', 'details'])
      .where('subject', '=', group.id)
      .orderBy('sequence')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual(['group.create', 'group.join', 'group.leave', 'group.delete'])
    expect(rows.at(-1)?.details).toEqual({ name: 'Architects', projects: ['Tower'] })
  })
})

describe('group of a project', () => {
  it('P31 gives and takes access with the next request when its members change', async () => {
    const { file, group } = await createProjectOfGroup()
    expect(await readStatus(gor, file)).toBe(404)
    await addMembers(group.id, [gor])
    expect(await readStatus(gor, file)).toBe(200)
    await removeMember(group.id, gor)
    expect(await readStatus(gor, file)).toBe(404)
    expect(await readStatus(ani, file)).toBe(200)
  })

  it('P31 unassigns the topics of whoever leaves it, and tells their page', async () => {
    const { file, group, projectId } = await createProjectOfGroup('commenter')
    const topics = `/api/auth/my-urns/${file.id}/topics`
    const topic = await calls.call<Topic>(owner, 'POST', topics, { title: 'Crack', assigneeId: ani.id })
    const listening = await listenAs(address, ani, open)
    await removeMember(group.id, ani)
    const events = await listening.until((event) => event.type === 'people')
    expect(events.at(-1)).toEqual({ type: 'people', projectId })
    const read = await calls.call<Topic>(owner, 'GET', `${topics}/${topic.id}`)
    expect(read.assignee).toMatchObject({ id: null })
  })

  it('is added, changed and removed by owners only', async () => {
    const editor = gor
    const { id: projectId } = await calls.createProject(owner, [
      { user: editor, role: 'editor' },
      { user: ani, role: 'viewer' },
    ])
    const group = await createGroup('Engineers')
    const url = `/api/projects/${projectId}/groups/${group.id}`
    const requests = [
      ['GET', `/api/projects/${projectId}/groups`],
      ['PUT', url, { role: 'viewer' }],
      ['DELETE', url],
      ['POST', `/api/projects/${projectId}/people/plan`, { kind: 'group', id: group.id, role: null }],
    ] as const
    for (const [method, path, body] of requests) {
      for (const by of [editor, ani])
        expect((await calls.request(by, method, path, body)).statusCode, `${method} ${path}`).toBe(403)
      expect((await calls.request(administrator, method, path, body)).statusCode, `${method} ${path}`).toBe(404)
      const visitor = await server.inject({ method, url: path, ...(body ? { payload: body } : {}) })
      expect(visitor.statusCode, `${method} ${path}`).toBe(401)
    }
    expect(await calls.call(owner, 'GET', `/api/projects/${projectId}/groups`)).toEqual([
      { id: group.id, kind: 'group', name: 'Engineers', members: 0 },
    ])
    await addMembers(group.id, [ani])
    expect((await calls.call<ProjectPeople>(owner, 'PUT', url, { role: 'editor' })).groups).toEqual([
      {
        ...{ id: group.id, kind: 'group', name: 'Engineers', role: 'editor', members: 1 },
        people: [{ id: ani.id, name: expect.any(String) as string }],
      },
    ])
    expect(await calls.call(owner, 'GET', `/api/projects/${projectId}/groups`)).toEqual([])
    // The higher of the two roles counts.
    expect(await calls.tree(ani, projectId)).toMatchObject([{ role: 'editor' }])
    expect((await calls.call<ProjectPeople>(owner, 'DELETE', url)).groups).toEqual([])
    expect(await calls.tree(ani, projectId)).toMatchObject([{ role: 'viewer' }])
    expect((await calls.request(owner, 'DELETE', url)).statusCode).toBe(404)
  })

  it('P29 names who loses access before it is removed, and changes nothing', async () => {
    const { file, group, projectId } = await createProjectOfGroup()
    await addMembers(group.id, [gor])
    await calls.call(owner, 'POST', `/api/projects/${projectId}/people`, { email: gor.email, role: 'commenter' })
    const plan = (role: string | null): Promise<AccessEffects> =>
      calls.call(owner, 'POST', `/api/projects/${projectId}/people/plan`, { kind: 'group', id: group.id, role })
    const expected = { gaining: [], losing: [{ id: ani.id, name: expect.any(String) as string }] }
    expect(await plan(null)).toEqual(expected)
    expect(await plan('folder')).toEqual(expected)
    expect(await plan('editor')).toEqual({ gaining: [], losing: [] })
    expect(await readStatus(ani, file)).toBe(200)
  })

  it('tells its members that the project is shared with them', async () => {
    const { projectId } = await createProjectOfGroup()
    const page = await calls.call<{ notifications: { kind: string; project: { id: string } | null }[] }>(
      ani,
      'GET',
      '/api/notifications',
    )
    expect(page.notifications[0]).toMatchObject({ kind: 'shared', project: { id: projectId } })
  })
})
