import type { FileRecord, FolderRecord, InvitationResult, OpenedInvitation, ProjectPeople } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FolderCalls } from '../../testing/folder-calls.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'

let server: TestServer
let calls: FolderCalls
let [owner, tenant, viewer, guest] = [] as unknown as readonly [TestUser, TestUser, TestUser, TestUser]
let projectId: string
let tender: FolderRecord
let file: FileRecord
beforeAll(async () => {
  server = await startTestServer()
  calls = new FolderCalls(server)
  ;[owner, tenant] = [await server.createUser(), await server.createUser()]
  ;[viewer, guest] = [await server.createUser(), await server.createUser()]
})
beforeEach(async () => {
  await server.services.database.deleteFrom('rate_limit').execute()
  const members = [
    { user: tenant, role: 'folder' },
    { user: viewer, role: 'viewer' },
  ]
  projectId = (await calls.createProject(owner, members)).id
  tender = await calls.create(owner, projectId, 'Tender')
  await calls.permit(owner, tender.id, [{ id: tenant.id, role: 'owner' }])
  file = await calls.upload(owner, tender.id, 'bid.stl')
})
afterAll(() => server.close())

const inviteToFolder = (by: TestUser, email: string, role = 'commenter', folderId = tender.id) =>
  calls.request(by, 'POST', `/api/projects/${projectId}/people`, { email, role, folderId })
const shareFile = (by: TestUser, email: string, role = 'viewer') =>
  calls.request(by, 'POST', `/api/auth/my-urns/${file.id}/people`, { email, role })
const listRoles = async (user: TestUser): Promise<(string | null)[][]> =>
  (await calls.tree(user, projectId)).map(({ name, role }) => [name, role])
const listFileMembers = (by: TestUser): Promise<ProjectPeople> =>
  calls.call(by, 'GET', `/api/auth/my-urns/${file.id}/people`)
const uniqueAddress = (): string => `new-${Math.random().toString(36).slice(2)}@kamar.test`

describe('invitation to a folder', () => {
  it('P27 gives an account the folder and the names above it, and nothing else', async () => {
    await calls.upload(owner, projectId, 'secret.stl')
    const invited = await inviteToFolder(owner, guest.email)
    expect(invited.json<InvitationResult>().invitationCode).toBeNull()
    expect(await listRoles(guest)).toEqual([
      ['', null],
      ['Tender', 'commenter'],
    ])
    const files = await calls.call<FileRecord[]>(guest, 'GET', `/api/auth/my-urns?project=${projectId}`)
    expect(files.map(({ description }) => description)).toEqual(['bid.stl'])
    const members = await calls.call<ProjectPeople>(owner, 'GET', `/api/projects/${projectId}/people`)
    expect(members.members.find(({ id }) => id === guest.id)?.role).toBe('folder')
  })

  it('leaves the role of a member in the project, and changes the role in the folder when repeated', async () => {
    await inviteToFolder(owner, viewer.email, 'editor')
    await inviteToFolder(owner, viewer.email, 'commenter')
    expect(await listRoles(viewer)).toEqual([
      ['', 'viewer'],
      ['Tender', 'commenter'],
    ])
  })

  it('is made by owners of the folder only, for folders with permissions of their own', async () => {
    expect((await inviteToFolder(tenant, guest.email)).statusCode).toBe(200)
    expect((await inviteToFolder(guest, uniqueAddress())).statusCode).toBe(403)
    expect((await inviteToFolder(viewer, uniqueAddress())).statusCode).toBe(404)
    expect((await inviteToFolder(tenant, uniqueAddress(), 'viewer', projectId)).statusCode).toBe(403)
    const plain = await calls.create(owner, projectId, 'Plain')
    expect((await inviteToFolder(owner, uniqueAddress(), 'viewer', plain.id)).json()).toMatchObject({
      code: 'invalid-input',
    })
    const other = await calls.createProject(owner)
    const mixed = { email: guest.email, role: 'viewer', folderId: tender.id }
    expect((await calls.request(owner, 'POST', `/api/projects/${other.id}/people`, mixed)).statusCode).toBe(404)
  })

  it('waits for an address without an account, for several folders at once', async () => {
    const email = uniqueAddress()
    const drawings = await calls.create(owner, projectId, 'Drawings')
    await calls.permit(owner, drawings.id, [])
    await inviteToFolder(owner, email, 'viewer')
    const result = (await inviteToFolder(owner, email, 'editor', drawings.id)).json<InvitationResult>()
    expect(result.invitations).toMatchObject([
      {
        ...{ email, role: 'folder' },
        folders: [
          { name: 'Drawings', role: 'editor' },
          { name: 'Tender', role: 'viewer' },
        ],
      },
    ])
    const code = result.invitationCode ?? ''
    const response = await server.inject({ method: 'POST', url: '/api/invitations/open', payload: { code } })
    expect(response.json<OpenedInvitation>()).toMatchObject({ project: 'Tower', folders: [{}, {}] })
    const invited = await server.createUser(email.split('@')[0])
    await calls.call(invited, 'POST', '/api/invitations/accept', { code })
    expect(await listRoles(invited)).toEqual([
      ['', null],
      ['Drawings', 'editor'],
      ['Tender', 'viewer'],
    ])
  })

  it('keeps an invitation to the whole project, and is included in it', async () => {
    const email = uniqueAddress()
    await calls.call(owner, 'POST', `/api/projects/${projectId}/people`, { email, role: 'commenter' })
    const { invitationCode: code } = (await inviteToFolder(owner, email, 'editor')).json<InvitationResult>()
    const invited = await server.createUser(email.split('@')[0])
    await calls.call(invited, 'POST', '/api/invitations/accept', { code })
    expect(await listRoles(invited)).toEqual([
      ['', 'commenter'],
      ['Tender', 'editor'],
    ])
  })

  it('ends when the folder gets the permissions of its parent, and while it is in the bin', async () => {
    const accept = async (email: string, code: string | null) => {
      const invited = await server.createUser(email.split('@')[0])
      return calls.request(invited, 'POST', '/api/invitations/accept', { code })
    }
    const [first, second] = [uniqueAddress(), uniqueAddress()]
    const ended = (await inviteToFolder(owner, first)).json<InvitationResult>().invitationCode
    await calls.permit(owner, tender.id, null)
    expect((await accept(first, ended)).json()).toMatchObject({ code: 'link-not-valid' })
    expect(await server.services.database.selectFrom('folder_invitation').selectAll().execute()).toEqual([])
    await calls.permit(owner, tender.id, [])
    const deleted = (await inviteToFolder(owner, second)).json<InvitationResult>().invitationCode
    await calls.remove(owner, tender.id)
    expect((await accept(second, deleted)).json()).toMatchObject({ code: 'link-not-valid' })
  })

  it('is withdrawn by owners of its folder', async () => {
    const email = uniqueAddress()
    const { invitations } = (await inviteToFolder(tenant, email)).json<InvitationResult>()
    expect(invitations).toMatchObject([{ email, folders: [{ name: 'Tender' }] }])
    const url = `/api/projects/${projectId}/invitations/${invitations[0]?.id}`
    expect((await calls.request(viewer, 'DELETE', url)).statusCode).toBe(403)
    expect((await calls.request(guest, 'DELETE', url)).statusCode).toBe(404)
    expect((await calls.request(tenant, 'DELETE', url)).statusCode).toBe(200)
    expect((await calls.request(tenant, 'DELETE', url)).statusCode).toBe(403)
    expect((await calls.request(owner, 'DELETE', url)).statusCode).toBe(404)
  })
})

describe('file in a folder with permissions of its own', () => {
  it('P27 is shared with its folder alone', async () => {
    expect((await shareFile(tenant, guest.email)).statusCode).toBe(200)
    expect(await listRoles(guest)).toEqual([
      ['', null],
      ['Tender', 'viewer'],
    ])
    expect((await shareFile(guest, uniqueAddress())).statusCode).toBe(403)
  })

  it('lists who sees the folder, not the members of the project', async () => {
    await shareFile(tenant, guest.email)
    const list = await listFileMembers(guest)
    expect(list).toMatchObject({ folder: { id: tender.id, name: 'Tender' }, mayShare: false, invitations: [] })
    expect(list.members.map(({ id, role }) => [id, role])).toEqual([
      [owner.id, 'owner'],
      [tenant.id, 'owner'],
      [guest.id, 'viewer'],
    ])
    expect((await calls.request(viewer, 'GET', `/api/auth/my-urns/${file.id}/people`)).statusCode).toBe(404)
    expect((await listFileMembers(tenant)).mayShare).toBe(true)
  })

  it('lists people of a group without their addresses', async () => {
    const { database } = server.services
    const groupId = '00000000-0000-7000-8000-00000000beef'
    await database.insertInto('account_group').values({ id: groupId, kind: 'organization', name: 'Ararat' }).execute()
    await database.insertInto('group_member').values({ group_id: groupId, account_id: guest.id }).execute()
    await calls.call(owner, 'PUT', `/api/projects/${projectId}/groups/${groupId}`, { role: 'folder' })
    expect(await listRoles(owner)).toHaveLength(2)
    await calls.permit(owner, tender.id, [{ id: groupId, role: 'viewer' }])
    const { members } = await listFileMembers(owner)
    expect(members.find(({ id }) => id === guest.id)).toMatchObject({
      ...{ email: '', isMember: false, organizations: ['Ararat'], role: 'viewer' },
    })
    await database.deleteFrom('account_group').execute()
  })
})
