import { folderLimits, type FolderRecord, type PlannedUpload, type UploadPlan } from '@kamar/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { FolderCalls } from '../../testing/folder-calls.js'
import { fileForm, startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'

let server: TestServer
let calls: FolderCalls
let [owner, editor, viewer, outsider] = [] as unknown as readonly [TestUser, TestUser, TestUser, TestUser]
let projectId: string
beforeAll(async () => {
  server = await startTestServer()
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
})
afterAll(() => server.close())

const modifiedAt = '2026-03-01T10:00:00.000Z'
const toEntry = (path: string, sizeBytes = 10) => ({ path, sizeBytes, modifiedAt })
const requestPlan = (by: TestUser, paths: readonly string[], folderId = projectId) =>
  calls.request(by, 'POST', '/api/upload-plan', { folderId, entries: paths.map((path) => toEntry(path)) })
const plan = async (by: TestUser, paths: readonly string[], folderId = projectId) =>
  (await requestPlan(by, paths, folderId)).json<UploadPlan>()
const toPath = ({ folders, name }: PlannedUpload): string => [...folders, name].join('/')
const createPaths = (by: TestUser, paths: readonly (readonly string[])[], folderId = projectId) =>
  calls.request(by, 'POST', `/api/folders/${folderId}/paths`, { paths })

describe('upload plan', () => {
  it('keeps paths and reports free bytes without changing anything', async () => {
    const { entries, freeBytes } = await plan(editor, ['Plans/slab.ifc', 'Plans/Level 1/wall.stl'])
    expect(entries.map(toPath)).toEqual(['Plans/slab.ifc', 'Plans/Level 1/wall.stl'])
    expect(entries.every(({ existing, isRenamed, refusal }) => !existing && !isRenamed && !refusal)).toBe(true)
    expect(freeBytes).toBeGreaterThan(0)
    expect(await calls.tree(owner, projectId)).toHaveLength(1)
  })

  it('P18 upload plan refuses unsupported, empty and too large files and accepts the others', async () => {
    const { database } = server.services
    await database.updateTable('account').set({ quota_bytes: 1e15 }).where('id', '=', owner.id).execute()
    const entries = [toEntry('a.txt'), toEntry('b.ifc', 0), toEntry('c.ifc', 1e15), toEntry('d.ifc')]
    const { entries: planned } = await calls.call<UploadPlan>(editor, 'POST', '/api/upload-plan', {
      folderId: projectId,
      entries,
    })
    expect(planned.map(({ refusal }) => refusal?.code ?? null)).toEqual([
      'unsupported-format',
      'empty-file',
      'file-too-large',
      null,
    ])
    expect(planned[0]?.refusal?.parameters).toEqual({ extension: '.txt' })
  })

  it('P12 upload plan refuses paths that leave the folder', async () => {
    const { entries } = await plan(editor, ['../x.ifc', 'C:\\x.ifc', 'ok/x.ifc'])
    expect(entries.map(({ refusal }) => refusal?.code ?? null)).toEqual(['path-unsafe', 'path-unsafe', null])
  })

  it('P13 upload plan numbers names that differ in case only', async () => {
    const { entries } = await plan(editor, ['a/House.ifc', 'A/HOUSE.IFC', 'b/House.ifc'])
    expect(entries.map(toPath)).toEqual(['a/House.ifc', 'a/HOUSE (2).IFC', 'b/House.ifc'])
    expect(entries.map(({ isRenamed }) => isRenamed)).toEqual([false, true, false])
  })

  it('P13 upload plan is limited to 10,000 entries', async () => {
    const paths = Array.from({ length: folderLimits.plannedUploads + 1 }, (_, index) => `f/${index}.ifc`)
    expect((await requestPlan(editor, paths)).statusCode).toBe(422)
    expect((await requestPlan(editor, paths.slice(1))).statusCode).toBe(200)
  })

  it('P17 upload plan of 10,000 files in 1,000 folders is followed by one creation of the folders', async () => {
    const paths = Array.from({ length: 10_000 }, (_, index) => `Area ${index % 10}/Zone ${index % 990}/${index}.ifc`)
    const { entries } = await plan(editor, paths)
    const folders = new Map(entries.map((entry) => [entry.folders.join('/'), entry.folders]))
    const response = await createPaths(editor, [...folders.values()])
    expect(response.json<{ folderIds: string[] }>().folderIds).toHaveLength(folders.size)
    expect(await calls.tree(viewer, projectId)).toHaveLength(1 + 10 + 990)
    const repeated = await createPaths(editor, [...folders.values()])
    expect(repeated.json()).toEqual(response.json())
  })

  it('P17 upload plan tells equal files from changed ones', async () => {
    const { id } = await calls.create(editor, projectId, 'Plans')
    const content = 'solid a\nendsolid a\n'
    const form = fileForm(editor, 'wall.stl', content, { folderId: id, modifiedAt })
    const { statusCode } = await server.inject({ method: 'POST', url: '/api/auth/upload', ...form })
    expect(statusCode).toBe(200)
    const entries = [
      toEntry('plans/WALL.stl', content.length),
      { ...toEntry('Plans/wall.stl', content.length), modifiedAt: '2026-03-02T10:00:00.000Z' },
      toEntry('Plans/wall.stl', 3),
      toEntry('Plans/other.stl'),
    ]
    const same = []
    for (const entry of entries) {
      const body = { folderId: projectId, entries: [entry] }
      const { entries: planned } = await calls.call<UploadPlan>(editor, 'POST', '/api/upload-plan', body)
      same.push(planned[0]?.existing?.isSame)
    }
    expect(same).toEqual([true, false, false, undefined])
  })

  it('P05 upload plan refuses what would be below level 25', async () => {
    const path = Array.from({ length: folderLimits.levels }, (_, index) => `${index}`).join('/')
    const { entries } = await plan(editor, [`${path}/a.ifc`, `${path}/25/a.ifc`])
    expect(entries.map(({ refusal }) => refusal?.code ?? null)).toEqual([null, 'folder-too-deep'])
  })

  it('P25 upload plan hides folders from strangers and refuses viewers', async () => {
    expect((await requestPlan(outsider, ['a.ifc'])).statusCode).toBe(404)
    expect((await requestPlan(viewer, ['a.ifc'])).statusCode).toBe(403)
    const { id } = await calls.create(owner, projectId, 'Tender')
    await calls.permit(owner, id, [{ id: editor.id, role: 'viewer' }])
    const { entries } = await plan(editor, ['Tender/a.ifc', 'Tender/Offers/b.ifc', 'c.ifc'])
    expect(entries.map(({ refusal }) => refusal?.code ?? null)).toEqual(['not-allowed', 'not-allowed', null])
  })

  it('refuses more subfolders than a folder may have', async () => {
    const paths = Array.from({ length: folderLimits.subfoldersPerFolder + 1 }, (_, index) => `${index}/a.ifc`)
    expect((await requestPlan(editor, paths)).json()).toMatchObject({ code: 'too-many' })
  })
})

describe('folder paths', () => {
  it('are created once and reuse present folders', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const response = await createPaths(editor, [['plans'], ['Plans', 'Level 1'], ['PLANS', 'level 1', 'Zone']])
    const { folderIds } = response.json<{ folderIds: string[] }>()
    expect(folderIds[0]).toBe(plans.id)
    const tree = await calls.tree(viewer, projectId)
    expect(tree.map(({ name }) => name).toSorted()).toEqual(['', 'Level 1', 'Plans', 'Zone'])
    const byId = new Map<string, FolderRecord>(tree.map((folder) => [folder.id, folder]))
    expect(byId.get(folderIds[2] ?? '')?.parentId).toBe(folderIds[1])
  })

  it('create nothing when one of them is refused', async () => {
    const { id } = await calls.create(owner, projectId, 'Tender')
    await calls.permit(owner, id, [{ id: editor.id, role: 'viewer' }])
    expect((await createPaths(editor, [['Plans'], ['Tender', 'Offers']])).statusCode).toBe(403)
    expect((await createPaths(editor, [['Plans'], ['a:b']])).statusCode).toBe(422)
    expect((await createPaths(viewer, [['Plans']])).statusCode).toBe(403)
    expect((await createPaths(outsider, [['Plans']])).statusCode).toBe(404)
    expect(await calls.tree(owner, projectId)).toHaveLength(2)
  })

  it('answer name-taken for the name of a folder that the caller does not see', async () => {
    const { id } = await calls.create(owner, projectId, 'Tender')
    await calls.permit(owner, id, [])
    expect((await createPaths(editor, [['tender']])).json()).toMatchObject({ code: 'name-taken' })
  })
})
