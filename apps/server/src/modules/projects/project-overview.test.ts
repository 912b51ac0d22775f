import type { ProjectOverview } from '@kamar/contracts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FolderCalls } from '../../testing/folder-calls.js'
import { startTestServer, type TestServer } from '../../testing/test-server.js'

let server: TestServer
let calls: FolderCalls
beforeAll(async () => {
  server = await startTestServer()
  calls = new FolderCalls(server)
})
afterAll(() => server.close())

it('P25 overview of a project counts the files and open topics that the caller sees', async () => {
  const [owner, viewer] = [await server.createUser(), await server.createUser()]
  const { id } = await calls.createProject(owner, [{ user: viewer, role: 'viewer' }])
  const tender = await calls.create(owner, id, 'Tender')
  const slab = await calls.upload(owner, id, 'slab.stl')
  const offer = await calls.upload(owner, tender.id, 'offer.stl')
  const topic = { title: 'Crack', type: 'Issue', priority: 'Normal', assigneeId: owner.id, dueDate: '2020-01-01' }
  for (const file of [slab, offer]) await calls.call(owner, 'POST', `/api/auth/my-urns/${file.id}/topics`, topic)
  await calls.permit(owner, tender.id, [])
  const read = (by = owner) => calls.call<ProjectOverview>(by, 'GET', `/api/projects/${id}/overview`)
  expect(await read()).toMatchObject({ files: 2, openTopics: 2, assignedTopics: 2, overdueTopics: 2 })
  expect(await read(viewer)).toMatchObject({ files: 1, openTopics: 1, assignedTopics: 0 })
  const outsider = await server.createUser()
  expect((await calls.request(outsider, 'GET', `/api/projects/${id}/overview`)).statusCode).toBe(404)
})
