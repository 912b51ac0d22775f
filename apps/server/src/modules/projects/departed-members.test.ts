import type { FileRecord, ProjectPeople, Topic } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { gatherTeam, share, type Team } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let administrator: TestUser
let team: Team
beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.administrator()
})
beforeEach(async () => {
  team = await gatherTeam(server)
})
afterAll(() => server.close())

const call = (by: TestUser, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) =>
  server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
const about = (path: string): string => `/api/auth/my-urns/${team.file.id}${path}`
const remove = (user: TestUser, files: 'delete' | 'keep') =>
  call(administrator, 'DELETE', `/api/admin/users/${user.id}?files=${files}`)
const readName = async ({ id }: TestUser): Promise<string> => {
  const { database } = server.services
  return (await database.selectFrom('account').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name
}

describe('deleted account', () => {
  it('keeps its name on topics and comments and loses its memberships', async () => {
    const name = await readName(team.commenter)
    const form = { title: 'T', assigneeId: team.commenter.id, mentions: [team.owner.id] }
    const topic = (await call(team.commenter, 'POST', about('/topics'), form)).json<Topic>()
    await call(team.commenter, 'POST', about(`/topics/${topic.id}/comments`), { text: 'Mine' })
    expect((await remove(team.commenter, 'delete')).statusCode).toBe(204)
    expect((await call(team.viewer, 'GET', about(`/topics/${topic.id}`))).json()).toMatchObject({
      author: { id: null, name },
      assignee: { id: null, name },
      discussion: [{ text: 'Mine', author: { id: null, name } }],
    })
    expect((await call(team.owner, 'GET', '/api/notifications')).json()).toMatchObject({
      notifications: [{ kind: 'mentioned', actor: { id: null, name }, topic: { id: topic.id } }],
    })
    const { members } = (await call(team.owner, 'GET', about('/people'))).json<ProjectPeople>()
    expect(members.map(({ id }) => id)).not.toContain(team.commenter.id)
  })

  it('transfers its projects with their members to the administrator when its files are kept', async () => {
    expect((await remove(team.owner, 'keep')).statusCode).toBe(204)
    const projectMembers = (await call(administrator, 'GET', about('/people'))).json<ProjectPeople>()
    expect(projectMembers).toMatchObject({ mayShare: true, project: { mine: true, owner: { id: administrator.id } } })
    expect(projectMembers.members).toHaveLength(4)
    const [shared] = (await call(team.viewer, 'GET', '/api/auth/my-urns')).json<FileRecord[]>()
    expect(shared?.sharing).toMatchObject({ role: 'viewer', owner: { id: administrator.id }, mine: false })
  })

  it('removes its projects with their topics when its files are deleted', async () => {
    const topic = await call(team.editor, 'POST', about('/topics'), { title: 'T', mentions: [team.viewer.id] })
    expect(topic.statusCode).toBe(200)
    await share(server, { by: team.owner, fileId: team.file.id, email: 'later@kamar.test', role: 'viewer' })
    await call(team.owner, 'POST', about('/links'), { mayDownload: false, expiresAt: null })
    expect((await remove(team.owner, 'delete')).statusCode).toBe(204)
    const { database } = server.services
    const left = await Promise.all([
      database.selectFrom('topic').select('id').where('file_id', '=', team.file.id).execute(),
      database.selectFrom('project_invitation').select('id').where('project_id', '=', team.projectId).execute(),
      database.selectFrom('notification').select('id').where('project_id', '=', team.projectId).execute(),
      database.selectFrom('membership').select('role').where('project_id', '=', team.projectId).execute(),
    ])
    expect(left).toEqual([[], [], [], []])
    expect((await call(team.viewer, 'GET', '/api/auth/my-urns')).json()).toEqual([])
  })
})

describe('rejected account', () => {
  it('receives no notifications and is invited again like an unknown address', async () => {
    const { database } = server.services
    await database.updateTable('account').set({ status: 'rejected' }).where('id', '=', team.viewer.id).execute()
    await call(team.owner, 'POST', about('/topics'), { title: 'T', mentions: [team.viewer.id] })
    const notifications = await database
      .selectFrom('notification')
      .select('kind')
      .where('account_id', '=', team.viewer.id)
      .where('kind', '!=', 'shared')
      .execute()
    expect(notifications).toEqual([])
    await call(team.owner, 'DELETE', `/api/projects/${team.projectId}/people/${team.viewer.id}`)
    const again = await share(server, {
      by: team.owner,
      fileId: team.file.id,
      email: team.viewer.email,
      role: 'viewer',
    })
    const { invitations, members } = again.json<ProjectPeople>()
    expect(invitations).toMatchObject([{ email: team.viewer.email }])
    expect(members.map(({ id }) => id)).not.toContain(team.viewer.id)
  })
})

describe('concurrent sharing', () => {
  it('creates one project when a file is first shared twice at once', async () => {
    const file = await server.upload(team.owner, 'twice.stl')
    const form = { by: team.owner, fileId: file.id, role: 'viewer' } as const
    const responses = await Promise.all([
      share(server, { ...form, email: team.editor.email }),
      share(server, { ...form, email: team.viewer.email }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 200])
    const projects = await server.services.database
      .selectFrom('project')
      .select('id')
      .where('owner_id', '=', team.owner.id)
      .where('name', '=', 'twice')
      .execute()
    expect(projects).toHaveLength(1)
    const { members } = (await call(team.owner, 'GET', `/api/auth/my-urns/${file.id}/people`)).json<ProjectPeople>()
    expect(members).toHaveLength(3)
  })

  it('creates one invitation when an address is invited twice at once', async () => {
    const form = { by: team.owner, fileId: team.file.id, email: 'twice@kamar.test' }
    await Promise.all([share(server, { ...form, role: 'viewer' }), share(server, { ...form, role: 'editor' })])
    const { invitations } = (await call(team.owner, 'GET', about('/people'))).json<ProjectPeople>()
    expect(invitations).toHaveLength(1)
  })

  it('answers 429 after too many invitations', async () => {
    const { database } = server.services
    await share(server, { by: team.owner, fileId: team.file.id, email: 'one@kamar.test', role: 'viewer' })
    await database
      .updateTable('rate_limit')
      .set({ points: 1000 })
      .where('key', '=', `invitation:${team.owner.id}`)
      .execute()
    const response = await share(server, {
      by: team.owner,
      fileId: team.file.id,
      email: 'two@kamar.test',
      role: 'viewer',
    })
    expect(response.json()).toMatchObject({ status: 429, code: 'too-many-requests' })
  })
})
