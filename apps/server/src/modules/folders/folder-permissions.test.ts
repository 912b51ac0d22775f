import type { AccessEffects, FileRecord, FolderRecord, NotificationPage, Topic, VisibleFolders } from '@kamar/contracts'
import { newId } from '@kamar/database'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FolderCalls } from '../../testing/folder-calls.js'
import { listenAs } from '../../testing/live-listener.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'

let server: TestServer
let calls: FolderCalls
let address: string
let [owner, editor, viewer, outsider] = [] as unknown as readonly [TestUser, TestUser, TestUser, TestUser]
let projectId: string
let secret: FolderRecord
let file: FileRecord
const open: AbortController[] = []
beforeAll(async () => {
  server = await startTestServer()
  address = await server.listen()
  calls = new FolderCalls(server)
  const users = [await server.createUser(), await server.createUser(), await server.createUser()] as const
  ;[owner, editor, viewer, outsider] = [...users, await server.createUser()]
})
beforeEach(async () => {
  const members = [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]
  projectId = (await calls.createProject(owner, members)).id
  secret = await calls.create(owner, projectId, 'Secret')
  await calls.permit(owner, secret.id, [{ id: viewer.id, role: 'commenter' }])
  file = await calls.upload(owner, secret.id, 'vault.stl')
})
afterEach(() => {
  for (const controller of open.splice(0)) controller.abort()
})
afterAll(() => server.close())

const findFolders = async (user: TestUser): Promise<(string | null)[][]> =>
  (await calls.tree(user, projectId)).map(({ name, role }) => [name, role])

/** Creates a group of these users. */
async function createGroup(users: readonly TestUser[]): Promise<string> {
  const { database } = server.services
  const id = newId()
  await database.insertInto('account_group').values({ id, kind: 'group', name: id }).execute()
  const members = users.map((user) => ({ group_id: id, account_id: user.id }))
  await database.insertInto('group_member').values(members).execute()
  return id
}

const addGroup = (groupId: string, role: 'editor' | 'folder') =>
  server.services.database
    .insertInto('project_group')
    .values({ project_id: projectId, group_id: groupId, role })
    .execute()

describe('folder with permissions of its own', () => {
  it('is for those whom its rules name, in their role, and for owners of the project', async () => {
    expect(await findFolders(owner)).toEqual([
      ['', 'owner'],
      ['Secret', 'owner'],
    ])
    expect(await findFolders(viewer)).toEqual([
      ['', 'viewer'],
      ['Secret', 'commenter'],
    ])
    expect(await findFolders(editor)).toEqual([['', 'editor']])
  })

  it('passes its permissions on to new folders below, until one has its own', async () => {
    const inner = await calls.create(owner, projectId, 'Inner', secret.id)
    expect(inner).toMatchObject({ role: 'owner', hasOwnPermissions: false })
    await calls.permit(owner, inner.id, [{ id: editor.id, role: 'viewer' }])
    expect(await findFolders(viewer)).toEqual([
      ['', 'viewer'],
      ['Secret', 'commenter'],
    ])
    // The way to the folder is visible by name.
    expect(await findFolders(editor)).toEqual([
      ['', 'editor'],
      ['Secret', null],
      ['Inner', 'viewer'],
    ])
    await calls.permit(owner, inner.id, null)
    expect(await findFolders(editor)).toEqual([['', 'editor']])
  })

  it('gives nobody a role by being the top of a project or personal', async () => {
    const top = await calls.request(owner, 'PUT', `/api/folders/${projectId}/permissions`, { revision: 1, rules: [] })
    expect(top.json()).toMatchObject({ code: 'not-allowed' })
    const projects = await calls.call<{ id: string; personal: boolean }[]>(owner, 'GET', '/api/projects')
    const personal = await calls.create(owner, projects[0]?.id ?? '', 'Own')
    const form = { revision: 1, rules: [] }
    const refused = await calls.request(owner, 'PUT', `/api/folders/${personal.id}/permissions`, form)
    expect(refused.json()).toMatchObject({ code: 'project-personal' })
  })

  it('names members and groups of the project only', async () => {
    const { revision } = (await calls.open(owner, secret.id)).folder
    const form = { revision, rules: [{ id: outsider.id, role: 'viewer' }] }
    const refused = await calls.request(owner, 'PUT', `/api/folders/${secret.id}/permissions`, form)
    expect(refused.json()).toMatchObject({ status: 422, code: 'not-a-member' })
  })

  it('P25 does not exist for an editor of the project who is not listed', async () => {
    const topic = await calls.call<Topic>(owner, 'POST', `/api/auth/my-urns/${file.id}/topics`, { title: 'Leak' })
    const requests: readonly (readonly ['GET' | 'POST', string, object?])[] = [
      ['GET', `/api/folders/${secret.id}`],
      ['POST', `/api/projects/${projectId}/folders`, { name: 'Mine', parentId: secret.id }],
      ['GET', `/api/auth/my-urns/${file.id}`],
      ['GET', `/api/auth/my-urns/${file.id}/original`],
      ['GET', `/api/auth/my-urns/${file.id}/topics`],
      ['GET', `/api/auth/my-urns/${file.id}/topics/${topic.id}`],
      ['GET', `/api/auth/my-urns/${file.id}/bcf`],
      ['GET', `/api/auth/my-urns/${file.id}/people`],
      ['GET', `/api/packages/${file.urn}/manifest.json`],
      ['POST', '/api/downloads', { ids: [file.id] }],
      ['POST', `/api/folders/${projectId}/moves`, { fileIds: [file.id] }],
    ]
    for (const [method, url, body] of requests)
      expect((await calls.request(editor, method, url, body)).statusCode, `${method} ${url}`).toBe(404)
    for (const [method, url, body] of requests)
      expect((await calls.request(outsider, method, url, body)).statusCode, `${method} ${url}`).toBe(404)
    const upload = await calls.requestUpload(editor, secret.id, 'mine.stl')
    expect(upload.statusCode, upload.body).toBe(404)
    const lists: readonly string[] = [
      '/api/auth/my-urns?search=vault',
      `/api/auth/my-urns?project=${projectId}`,
      `/api/auth/my-urns?folder=${secret.id}`,
      `/api/auth/my-urns?folder=${projectId}&deep=true`,
      '/api/auth/topics?search=leak',
      '/api/auth/bin',
      '/api/notifications',
    ]
    for (const url of lists) expect((await calls.request(editor, 'GET', url)).body, url).not.toMatch(/vault|Leak/)
    const projects = await calls.call<{ id: string; files: number }[]>(editor, 'GET', '/api/projects')
    expect(projects.find(({ id }) => id === projectId)).toMatchObject({ files: 0 })
    expect((await calls.request(viewer, 'GET', `/api/auth/my-urns/${file.id}/topics`)).body).toContain('Leak')
  })

  it('P25 sends an editor who is not listed neither live events, notifications nor mail', async () => {
    const listening = await listenAs(address, editor, open)
    const topics = `/api/auth/my-urns/${file.id}/topics`
    const refused = await calls.request(owner, 'POST', topics, { title: 'Leak', mentions: [editor.id] })
    const { id } = await calls.call<Topic>(owner, 'POST', topics, { title: 'Leak' })
    const assigned = await calls.request(owner, 'PATCH', `${topics}/${id}`, { revision: 1, assigneeId: editor.id })
    expect(assigned.json()).toMatchObject({ code: 'not-a-member' })
    await calls.call(owner, 'PATCH', `/api/auth/my-urns/${file.id}`, { description: 'safe' })
    await calls.call(owner, 'DELETE', `/api/auth/my-urns/${file.id}`)
    const marker = await calls.upload(owner, projectId, 'marker.stl')
    const events = await listening.until((event) => event.type === 'file' && event.file.id === marker.id)
    expect(JSON.stringify(events)).not.toContain(file.id)
    expect((await calls.call<NotificationPage>(editor, 'GET', '/api/notifications')).notifications).toEqual([])
    const { database } = server.services
    const mails = database.selectFrom('outbox_mail').select('id').where('recipient', '=', editor.email)
    expect(await mails.execute()).toEqual([])
    expect([200, 422]).toContain(refused.statusCode)
  })

  it('P26 ends with the next request of whoever is taken off', async () => {
    const at = `/api/auth/my-urns/${file.id}`
    expect((await calls.request(viewer, 'GET', at)).statusCode).toBe(200)
    await calls.permit(owner, secret.id, [])
    expect((await calls.request(viewer, 'GET', at)).statusCode).toBe(404)
    await calls.permit(owner, secret.id, [{ id: viewer.id, role: 'viewer' }])
    expect((await calls.request(viewer, 'GET', at)).statusCode).toBe(200)
    await calls.call(owner, 'DELETE', `/api/projects/${projectId}/people/${viewer.id}`)
    expect((await calls.request(viewer, 'GET', at)).statusCode).toBe(404)
    const { rules } = await calls.call<{ rules: unknown[] }>(owner, 'GET', `/api/folders/${secret.id}/permissions`)
    expect(rules).toEqual([])
  })

  it('P27 shows a member of named folders these and the names above them', async () => {
    const guest = await server.createUser()
    await server.services.database
      .insertInto('membership')
      .values({ project_id: projectId, account_id: guest.id, role: 'folder' })
      .execute()
    const inner = await calls.create(owner, projectId, 'Inner', secret.id)
    await calls.upload(owner, projectId, 'tower.stl')
    await calls.permit(owner, inner.id, [{ id: guest.id, role: 'editor' }])
    await calls.upload(guest, inner.id, 'panel.stl')
    expect(await findFolders(guest)).toEqual([
      ['', null],
      ['Secret', null],
      ['Inner', 'editor'],
    ])
    const files = await calls.call<FileRecord[]>(guest, 'GET', '/api/auth/my-urns')
    expect(files.map(({ description }) => description)).toEqual(['panel.stl'])
    expect(await calls.call(guest, 'GET', '/api/projects')).toMatchObject([
      { personal: true },
      { id: projectId, role: 'folder', files: 1 },
    ])
    expect((await calls.request(guest, 'POST', `/api/projects/${projectId}/folders`, { name: 'A' })).statusCode).toBe(
      403,
    )
    expect((await calls.request(guest, 'GET', `/api/projects/${projectId}/people`)).statusCode).toBe(403)
    expect((await calls.request(guest, 'DELETE', `/api/projects/${projectId}/people/${guest.id}`)).statusCode).toBe(200)
    expect((await calls.request(guest, 'GET', `/api/folders/${inner.id}`)).statusCode).toBe(404)
  })

  it('P28 answers what a person sees exactly as that person sees it', async () => {
    const inner = await calls.create(owner, projectId, 'Inner', secret.id)
    await calls.permit(owner, inner.id, [{ id: editor.id, role: 'viewer' }])
    for (const user of [owner, editor, viewer]) {
      const at = `/api/projects/${projectId}/people/${user.id}/folders`
      const { folders } = await calls.call<VisibleFolders>(owner, 'GET', at)
      expect(folders).toEqual(await calls.tree(user, projectId))
      expect((await calls.request(editor, 'GET', at)).statusCode).toBe(403)
    }
    const unknown = await calls.request(owner, 'GET', `/api/projects/${projectId}/people/${outsider.id}/folders`)
    expect(unknown.json()).toMatchObject({ code: 'not-a-member' })
  })

  it('P29 names who loses and who gains access before a move or a change', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const drawing = await calls.upload(editor, plans.id, 'drawing.stl')
    const plan = (form: object) =>
      calls.call<AccessEffects>(owner, 'POST', `/api/folders/${secret.id}/moves/plan`, form)
    const { revision } = (await calls.open(owner, plans.id)).folder
    const losing = [{ id: editor.id, name: expect.any(String) as string }]
    expect(await plan({ fileIds: [drawing.id] })).toEqual({ gaining: [], losing })
    expect(await plan({ folders: [{ id: plans.id, revision }] })).toEqual({ gaining: [], losing })
    expect(await plan({ fileIds: [file.id] })).toEqual({ gaining: [], losing: [] })
    const out = await calls.call<AccessEffects>(owner, 'POST', `/api/folders/${plans.id}/moves/plan`, {
      fileIds: [file.id],
    })
    expect(out).toEqual({ gaining: losing, losing: [] })
    expect(await calls.planPermissions(owner, secret.id, [{ id: editor.id, role: 'viewer' }])).toMatchObject({
      gaining: [{ id: editor.id }],
      losing: [{ id: viewer.id }],
    })
    expect(await calls.planPermissions(owner, secret.id, null)).toMatchObject({ gaining: losing, losing: [] })
  })

  it('unassigns topics from whoever loses access by a move', async () => {
    const drawing = await calls.upload(editor, projectId, 'drawing.stl')
    const topics = `/api/auth/my-urns/${drawing.id}/topics`
    const { id } = await calls.call<Topic>(owner, 'POST', topics, { title: 'Crack', assigneeId: editor.id })
    expect((await calls.move(owner, secret.id, { fileIds: [drawing.id] })).statusCode).toBe(200)
    expect(await calls.call(owner, 'GET', `${topics}/${id}`)).toMatchObject({ assignee: { id: null } })
  })

  it('P30 ends the links of whoever may not share its files any more', async () => {
    const deputy = await server.createUser()
    await server.services.database
      .insertInto('membership')
      .values({ project_id: projectId, account_id: deputy.id, role: 'viewer' })
      .execute()
    await calls.permit(owner, secret.id, [{ id: deputy.id, role: 'owner' }])
    const form = { mayDownload: false, expiresAt: null }
    const { secret: code } = await calls.call<{ secret: string }>(
      deputy,
      'POST',
      `/api/auth/my-urns/${file.id}/links`,
      form,
    )
    const openLink = () => server.inject({ method: 'POST', url: '/api/share-links/open', payload: { secret: code } })
    expect((await openLink()).statusCode).toBe(200)
    await calls.permit(owner, secret.id, [{ id: deputy.id, role: 'editor' }])
    expect((await openLink()).statusCode).toBe(410)
  })

  it('P31 follows the members of a group with the next request', async () => {
    const group = await createGroup([outsider])
    await addGroup(group, 'folder')
    await calls.permit(owner, secret.id, [{ id: group, role: 'editor' }])
    const at = `/api/auth/my-urns/${file.id}`
    expect((await calls.request(outsider, 'GET', at)).statusCode).toBe(200)
    expect(await findFolders(outsider)).toEqual([
      ['', null],
      ['Secret', 'editor'],
    ])
    const { database } = server.services
    await database.deleteFrom('group_member').where('group_id', '=', group).execute()
    expect((await calls.request(outsider, 'GET', at)).statusCode).toBe(404)
    await database.insertInto('group_member').values({ group_id: group, account_id: viewer.id }).execute()
    expect((await calls.open(viewer, secret.id)).folder).toMatchObject({ role: 'editor' })
    await database.deleteFrom('account_group').where('id', '=', group).execute()
    expect((await calls.request(viewer, 'GET', at)).statusCode).toBe(404)
  })
})
