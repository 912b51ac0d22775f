import type {
  FileRecord,
  InvitationResult,
  MemberRole,
  NotificationPage,
  ProjectPeople,
  ProjectRecord,
  ProjectRole,
} from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findMail } from '../../testing/mails.js'
import { gatherTeam, share, startOver, type Team, withNewFile } from '../../testing/team.js'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { describeModule } from '../../testing/describe-module.js'
import { projectsModule } from './module.js'

describeModule(projectsModule)

let server: TestServer
let team: Team
beforeAll(async () => {
  server = await startTestServer()
  team = await gatherTeam(server)
})
beforeEach(async () => {
  team = await startOver(server, team)
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
const call = (by: TestUser, method: Method, url: string, payload?: object) =>
  server.inject({ method, url, headers: bearer(by), ...(payload ? { payload } : {}) })
const listMembers = async (by = team.owner): Promise<ProjectPeople> =>
  (await call(by, 'GET', `/api/auth/my-urns/${team.file.id}/people`)).json()
const files = async (by: TestUser, query = ''): Promise<FileRecord[]> =>
  (await call(by, 'GET', `/api/auth/my-urns${query}`)).json()
const project = async (): Promise<ProjectRecord> => (await listMembers()).project
const findRole = async (user: TestUser): Promise<MemberRole | undefined> =>
  (await listMembers()).members.find(({ id }) => id === user.id)?.role

describe('shared file', () => {
  it('is moved to a project of its own, so that no other file is shared', async () => {
    await server.upload(team.owner, 'private.stl')
    expect((await files(team.viewer)).map(({ description }) => description)).toEqual(['house.stl'])
    expect(await listMembers()).toMatchObject({
      project: { name: 'house', personal: false, mine: true, role: 'owner', files: 1, members: 4 },
      mayShare: true,
      members: [{ id: team.owner.id, role: 'owner', isPayer: true, isYou: true }, {}, {}, {}],
      invitations: [],
    })
    const [first, second] = await files(team.owner)
    expect(first?.sharing).toMatchObject({ personal: true, people: 0, mine: true })
    expect(second?.sharing).toMatchObject({
      personal: false,
      people: 3,
      role: 'owner',
      mine: true,
      projectName: 'house',
    })
  })

  it('is listed under "shared with me", found by name, and not counted in the quota of members', async () => {
    await server.upload(team.editor, 'own.stl')
    const [shared] = await files(team.editor, '?scope=shared')
    expect(shared).toMatchObject({
      id: team.file.id,
      sharing: { role: 'editor', mine: false, owner: { id: team.owner.id }, personal: false },
    })
    expect(await files(team.editor, '?scope=mine')).toMatchObject([{ description: 'own.stl' }])
    expect(await files(team.editor, '?scope=shared&search=HOUSE&limit=1')).toHaveLength(1)
    expect(await files(team.editor, '?scope=shared&search=own')).toEqual([])
    expect(await files(team.editor, `?project=${shared?.sharing?.projectId}`)).toHaveLength(1)
    expect(await files(team.outsider, `?project=${shared?.sharing?.projectId}`)).toEqual([])
    expect((await call(team.viewer, 'GET', '/api/auth/me')).json()).toMatchObject({ usedBytes: 0 })
  })

  it('is announced to new members by mail and notification', async () => {
    const notifications = (await call(team.viewer, 'GET', '/api/notifications')).json<NotificationPage>()
    expect(notifications).toMatchObject({
      unread: 1,
      notifications: [
        { kind: 'shared', actor: { id: team.owner.id }, file: { id: team.file.id }, project: { role: 'viewer' } },
      ],
    })
    const mail = await findMail(server, team.viewer.email, 'project-shared')
    expect(mail?.subject).toContain('house.stl')
    expect(mail?.text).toContain(`/ViewerPage?urn=${team.file.urn}`)
  })

  it('is not deleted when a member deletes all own files', async () => {
    await share(server, { by: team.owner, fileId: team.file.id, email: team.editor.email, role: 'owner' })
    expect((await call(team.editor, 'DELETE', '/api/auth/my-urns')).json()).toEqual({ removed: 0 })
    expect((await call(team.owner, 'DELETE', '/api/auth/my-urns')).json()).toEqual({ removed: 1 })
    expect((await call(team.viewer, 'GET', '/api/auth/bin')).json()).toEqual([])
    expect(await files(team.viewer)).toEqual([])
  })
})

describe('project member', () => {
  it('has a role that only owners can change', async () => {
    const { id } = await project()
    const change = (by: TestUser, role: string, of = team.viewer) =>
      call(by, 'PATCH', `/api/projects/${id}/people/${of.id}`, { role })
    for (const by of [team.editor, team.commenter, team.viewer])
      expect((await change(by, 'owner')).statusCode).toBe(403)
    expect((await change(team.outsider, 'owner')).statusCode).toBe(404)
    expect((await change(team.owner, 'commenter')).statusCode).toBe(200)
    expect(await findRole(team.viewer)).toBe('commenter')
    expect((await change(team.owner, 'editor', team.outsider)).statusCode).toBe(404)
    expect((await change(team.owner, 'viewer', team.owner)).json()).toMatchObject({ code: 'owner-stays' })
    expect((await change(team.owner, 'king')).statusCode).toBe(422)
  })

  it('can leave or be removed by an owner, and loses access', async () => {
    const { id } = await project()
    const remove = (by: TestUser, of: TestUser) => call(by, 'DELETE', `/api/projects/${id}/people/${of.id}`)
    expect((await remove(team.viewer, team.editor)).statusCode).toBe(403)
    const topic = await call(team.owner, 'POST', `/api/auth/my-urns/${team.file.id}/topics`, {
      title: 'T',
      assigneeId: team.editor.id,
    })
    expect((await remove(team.editor, team.editor)).json()).toEqual({ done: true })
    expect((await remove(team.owner, team.viewer)).json()).toEqual({ done: true })
    expect((await remove(team.owner, team.owner)).json()).toMatchObject({ code: 'owner-stays' })
    for (const formerMember of [team.editor, team.viewer]) {
      expect((await call(formerMember, 'GET', `/api/auth/my-urns/${team.file.id}`)).statusCode).toBe(404)
      expect((await call(formerMember, 'GET', `/api/projects/${id}/people`)).statusCode).toBe(404)
    }
    const read = await call(
      team.owner,
      'GET',
      `/api/auth/my-urns/${team.file.id}/topics/${topic.json<{ id: string }>().id}`,
    )
    expect(read.json()).toMatchObject({ assignee: { id: null, name: expect.stringContaining('person') } })
  })

  it('loses access to the contents of earlier notifications after leaving', async () => {
    const { id } = await project()
    const url = `/api/auth/my-urns/${team.file.id}/topics`
    await call(team.owner, 'POST', url, { title: 'Secret plan', description: 'Very', mentions: [team.viewer.id] })
    expect((await call(team.viewer, 'GET', '/api/notifications')).body).toContain('Secret plan')
    await call(team.viewer, 'DELETE', `/api/projects/${id}/people/${team.viewer.id}`)
    const notifications = await call(team.viewer, 'GET', '/api/notifications')
    expect(notifications.body).not.toMatch(/Secret plan|Very|house/)
    expect(notifications.json()).toMatchObject({
      notifications: [{ file: null, project: null, topic: null, excerpt: '' }, {}],
    })
  })

  it('sees the other members, but not invitations without the right to share', async () => {
    await share(server, { by: team.owner, fileId: team.file.id, email: 'later@kamar.test', role: 'viewer' })
    expect(await listMembers(team.viewer)).toMatchObject({
      mayShare: false,
      invitations: [],
      members: [{}, {}, {}, {}],
    })
    expect(await listMembers()).toMatchObject({ invitations: [{ email: 'later@kamar.test', role: 'viewer' }] })
    const mentionable = await call(team.viewer, 'GET', `/api/auth/my-urns/${team.file.id}/mentionable`)
    expect(mentionable.json()).toHaveLength(4)
    expect(mentionable.body).not.toContain('@kamar.test')
  })
})

describe('project invitation', () => {
  const invite = async (email: string, role: ProjectRole = 'editor') =>
    share(server, { by: team.owner, fileId: team.file.id, email, role })

  it('is accepted once with its code by the account with its address', async () => {
    const { invitationCode: code, invitations } = (await invite('Guest-1@Kamar.test')).json<InvitationResult>()
    expect(invitations).toMatchObject([{ email: 'guest-1@kamar.test', role: 'editor' }])
    const accept = (by: TestUser) => call(by, 'POST', '/api/invitations/accept', { code })
    expect((await accept(team.outsider)).json()).toMatchObject({ status: 410, code: 'link-not-valid' })
    const guest = await server.createUser('guest-1')
    expect(await files(guest)).toEqual([])
    expect((await call(guest, 'POST', '/api/invitations/accept', { code: 'x' })).statusCode).toBe(410)
    expect((await accept(guest)).json()).toMatchObject({ name: 'house', role: 'editor' })
    expect((await accept(guest)).statusCode).toBe(410)
    expect(await files(guest)).toMatchObject([{ id: team.file.id }])
    expect((await listMembers()).invitations).toEqual([])
  })

  it('shows the inviter, project and role for its code until it is accepted', async () => {
    const { invitationCode: code } = (await invite('Guest-3@Kamar.test')).json<InvitationResult>()
    const open = (code: string | null) =>
      server.inject({ method: 'POST', url: '/api/invitations/open', payload: { code } })
    const expectedInvitation = {
      email: 'guest-3@kamar.test',
      role: 'editor',
      project: 'house',
      invitedBy: team.owner.email.split('@')[0],
    }
    expect((await open(code)).json()).toMatchObject(expectedInvitation)
    expect((await open('x')).json()).toMatchObject({ status: 410, code: 'link-not-valid' })
    const guest = await server.createUser('guest-3')
    expect((await call(guest, 'POST', '/api/invitations/accept', { code })).statusCode).toBe(200)
    expect((await open(code)).statusCode).toBe(410)
  })

  it('is unique per address, has the latest role and can be withdrawn', async () => {
    await invite('guest-2@kamar.test', 'viewer')
    const again = (await invite('guest-2@kamar.test', 'commenter')).json<ProjectPeople>()
    expect(again.invitations).toMatchObject([{ role: 'commenter' }])
    const { id } = again.project
    const address = `/api/projects/${id}/invitations/${again.invitations[0]?.id}`
    expect((await call(team.editor, 'DELETE', address)).statusCode).toBe(403)
    expect((await call(team.outsider, 'DELETE', address)).statusCode).toBe(404)
    expect((await call(team.owner, 'DELETE', address)).json()).toEqual({ done: true })
    expect((await call(team.owner, 'DELETE', address)).statusCode).toBe(404)
    expect((await listMembers()).invitations).toEqual([])
  })

  it('changes the role of an existing member without a second notification', async () => {
    await invite(team.viewer.email, 'commenter')
    expect(await findRole(team.viewer)).toBe('commenter')
    expect((await call(team.viewer, 'GET', '/api/notifications')).json()).toMatchObject({ unread: 1 })
    expect((await invite(team.owner.email, 'viewer')).json()).toMatchObject({ code: 'owner-stays' })
  })

  it('is restricted to owners', async () => {
    for (const by of [team.editor, team.commenter, team.viewer]) {
      const response = await share(server, { by, fileId: team.file.id, email: 'x@kamar.test', role: 'viewer' })
      expect(response.statusCode).toBe(403)
    }
    const response = await share(server, {
      by: team.outsider,
      fileId: team.file.id,
      email: 'x@kamar.test',
      role: 'viewer',
    })
    expect(response.statusCode).toBe(404)
  })
})

describe('project', () => {
  it('is created, renamed, filled and deleted by its paying owner', async () => {
    const projectRecord = (
      await call(team.owner, 'POST', '/api/projects', { name: ' Hospital <North> ' })
    ).json<ProjectRecord>()
    expect(projectRecord).toMatchObject({ name: 'Hospital <North>', personal: false, mine: true, files: 0, members: 1 })
    const at = `/api/projects/${projectRecord.id}`
    expect((await call(team.owner, 'PATCH', at, { name: 'Hospital' })).json()).toMatchObject({ name: 'Hospital' })
    expect((await call(team.editor, 'PATCH', at, { name: 'Mine' })).statusCode).toBe(404)
    const full = await withNewFile(server, team)
    const move = (by: TestUser, projectId: string) =>
      call(by, 'POST', `/api/auth/my-urns/${full.file.id}/project`, { projectId })
    expect((await move(team.editor, projectRecord.id)).statusCode).toBe(403)
    expect((await move(team.owner, projectRecord.id)).json()).toMatchObject({
      sharing: { projectName: 'Hospital', people: 0 },
    })
    expect((await call(team.viewer, 'GET', `/api/auth/my-urns/${full.file.id}`)).statusCode).toBe(404)
    expect((await call(team.owner, 'DELETE', at)).json()).toMatchObject({ code: 'project-not-empty' })
    await move(team.owner, (await project()).id)
    expect((await call(team.owner, 'DELETE', at)).json()).toEqual({ done: true })
    const names = (await call(team.owner, 'GET', '/api/projects')).json<ProjectRecord[]>().map(({ name }) => name)
    expect(names.slice(1)).toEqual(['house'])
  })

  it('can neither be shared nor deleted when it is personal', async () => {
    const [personal] = (await call(team.owner, 'GET', '/api/projects')).json<ProjectRecord[]>()
    expect(personal).toMatchObject({ personal: true })
    const at = `/api/projects/${personal?.id}`
    const invited = await call(team.owner, 'POST', `${at}/people`, { email: team.viewer.email, role: 'viewer' })
    expect(invited.json()).toMatchObject({ code: 'project-personal' })
    expect((await call(team.owner, 'DELETE', at)).json()).toMatchObject({ code: 'project-personal' })
  })

  it('can be used for moving files by its paying owner only', async () => {
    const own = await server.upload(team.editor, 'own.stl')
    const shared = await project()
    const move = (by: TestUser, fileId: string, projectId: string) =>
      call(by, 'POST', `/api/auth/my-urns/${fileId}/project`, { projectId })
    expect((await move(team.editor, own.id, shared.id)).statusCode).toBe(403)
    await share(server, { by: team.owner, fileId: team.file.id, email: team.editor.email, role: 'owner' })
    expect((await move(team.editor, own.id, shared.id)).statusCode).toBe(403)
    const [personal] = (await call(team.editor, 'GET', '/api/projects')).json<ProjectRecord[]>()
    expect((await move(team.editor, team.file.id, personal?.id ?? '')).statusCode).toBe(403)
    expect((await move(team.editor, own.id, '00000000-0000-7000-8000-00000000abcd')).statusCode).toBe(404)
  })
})

it('audit trail records who was added to a project', async () => {
  const { id } = await project()
  const rows = await server.services.database
    .selectFrom('audit_event')
    .select(['action', 'actor'])
    .where('subject', '=', id)
    .orderBy('sequence')
    .execute()
  expect(rows.map(({ action }) => action)).toEqual(['project.create', ...Array(3).fill('project.share')])
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set([team.owner.id]))
})
