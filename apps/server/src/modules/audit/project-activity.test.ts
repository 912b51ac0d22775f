import type { AuditPage } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FolderCalls } from '../../testing/folder-calls.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'

let server: TestServer
let calls: FolderCalls
let [owner, editor, viewer] = [] as unknown as readonly [TestUser, TestUser, TestUser]
let projectId: string
beforeAll(async () => {
  server = await startTestServer()
  calls = new FolderCalls(server)
  ;[owner, editor, viewer] = [await server.createUser(), await server.createUser(), await server.createUser()]
  const members = [
    { user: editor, role: 'editor' },
    { user: viewer, role: 'viewer' },
  ]
  projectId = (await calls.createProject(owner, members)).id
})
afterAll(() => server.close())

const read = (by: TestUser, query = '', id = projectId) =>
  calls.call<AuditPage>(by, 'GET', `/api/projects/${id}/activity${query}`)
const actions = ({ events }: AuditPage): string[] => events.map(({ action, subjectName }) => `${action} ${subjectName}`)

describe('activity of a project', () => {
  it('lists what members changed, newest first, without who opened what', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const file = await calls.upload(editor, plans.id, 'slab.stl')
    await calls.call(viewer, 'POST', '/api/downloads', { ids: [file.id] })
    await calls.call(owner, 'PATCH', `/api/folders/${plans.id}`, { name: 'Drawings', revision: 1 })
    expect(actions(await read(viewer))).toEqual([
      'folder.rename Drawings',
      'file.upload slab.stl',
      'folder.create Drawings',
    ])
  })

  it('P25 activity of a project hides folders that the caller does not see', async () => {
    const tender = await calls.create(owner, projectId, 'Tender')
    await calls.upload(owner, tender.id, 'offer.stl')
    expect(actions(await read(editor)).join()).toContain('offer.stl')
    await calls.permit(owner, tender.id, [{ id: viewer.id, role: 'viewer' }])
    expect(actions(await read(editor)).join()).not.toMatch(/offer|Tender/)
    expect(actions(await read(viewer)).join()).toMatch(/offer/)
    const outsider = await server.createUser()
    expect((await calls.request(outsider, 'GET', `/api/projects/${projectId}/activity`)).statusCode).toBe(404)
  })

  it('follows a file to another project', async () => {
    const { id: otherId } = await calls.createProject(owner)
    const file = await calls.upload(owner, projectId, 'moved.stl')
    expect((await calls.move(owner, otherId, { fileIds: [file.id] })).statusCode).toBe(200)
    expect(actions(await read(owner)).join()).not.toContain('moved.stl')
    expect(actions(await read(owner, '', otherId))).toEqual(['file.move moved.stl', 'file.upload moved.stl'])
  })

  it('returns fifty events a page', async () => {
    const { id } = await calls.createProject(owner)
    for (let number = 0; number < 51; number += 1) await calls.create(owner, id, `Level ${number}`)
    const first = await read(owner, '', id)
    expect(first.events).toHaveLength(50)
    const second = await read(owner, `?before=${first.next}`, id)
    expect(actions(second)).toEqual(['folder.create Level 0'])
    expect(second.next).toBeNull()
  })
})
