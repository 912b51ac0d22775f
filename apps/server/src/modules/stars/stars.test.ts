import type { FileRecord, Stars } from '@kamar/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { FolderCalls } from '../../testing/folder-calls.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { starsModule } from './module.js'

describeModule(starsModule)

let server: TestServer
let calls: FolderCalls
let [owner, viewer] = [] as unknown as readonly [TestUser, TestUser]
let projectId: string
beforeAll(async () => {
  server = await startTestServer()
  calls = new FolderCalls(server)
  ;[owner, viewer] = [await server.createUser(), await server.createUser()]
  projectId = (await calls.createProject(owner, [{ user: viewer, role: 'viewer' }])).id
})
afterAll(() => server.close())

const mark = (by: TestUser, id: string) => calls.request(by, 'PUT', `/api/stars/${id}`)
const list = (by: TestUser) => calls.call<Stars>(by, 'GET', '/api/stars')
const collection = async (by: TestUser, name: string) =>
  (await calls.call<FileRecord[]>(by, 'GET', `/api/auth/my-urns?collection=${name}&limit=50`)).map(({ id }) => id)

describe('stars', () => {
  it('mark files, folders and projects of one account', async () => {
    const plans = await calls.create(owner, projectId, 'Plans')
    const file = await calls.upload(owner, plans.id, 'slab.stl')
    for (const id of [file.id, plans.id, projectId, file.id]) expect((await mark(viewer, id)).statusCode).toBe(200)
    expect(await list(viewer)).toMatchObject({ fileIds: [file.id], folders: [{ name: 'Tower' }, { name: 'Plans' }] })
    expect(await collection(viewer, 'starred')).toEqual([file.id])
    expect(await list(owner)).toEqual({ fileIds: [], folders: [] })
    await calls.call(viewer, 'DELETE', `/api/stars/${file.id}`)
    expect(await collection(viewer, 'starred')).toEqual([])
  })

  it('P25 stars show nothing that the account does not see any more', async () => {
    const tender = await calls.create(owner, projectId, 'Tender')
    const file = await calls.upload(owner, tender.id, 'offer.stl')
    for (const id of [file.id, tender.id]) await mark(viewer, id)
    await calls.permit(owner, tender.id, [])
    const { fileIds, folders } = await list(viewer)
    expect(fileIds).toEqual([])
    expect(folders.map(({ id }) => id)).not.toContain(tender.id)
    expect(await collection(viewer, 'starred')).toEqual([])
    expect((await mark(viewer, file.id)).statusCode).toBe(404)
    expect((await mark(await server.createUser(), projectId)).statusCode).toBe(404)
  })
})

describe('recent files', () => {
  it('are those that the account opened last, the last one first', async () => {
    const files = []
    for (const name of ['a.stl', 'b.stl']) files.push(await calls.upload(owner, projectId, name))
    const ids = files.map(({ id }) => id)
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const { database } = server.services
    for (const [index, id] of ids.entries())
      await database
        .insertInto('recent_file')
        .values({ account_id: viewer.id, file_id: id, opened_at: minutesAgo(index + 1) })
        .execute()
    expect(await collection(viewer, 'recent')).toEqual(ids)
    expect(await collection(owner, 'recent')).toEqual([])
  })
})
