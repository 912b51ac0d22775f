import { folderLimits, type FolderPermissions, type FolderRecord } from '@kamar/contracts'
import { newId } from '@kamar/database'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { FolderCalls } from '../../testing/folder-calls.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { foldersModule } from './module.js'

describeModule(foldersModule)

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

const names = (folders: readonly Pick<FolderRecord, 'name'>[]): string[] => folders.map(({ name }) => name)

describe('folder tree', () => {
  it('begins with the top of the project and lists folders by name with padded numbers', async () => {
    for (const name of ['Level 10', 'Level 2', 'architecture']) await calls.create(editor, projectId, name)
    const tree = await calls.tree(viewer, projectId)
    expect(names(tree)).toEqual(['', 'architecture', 'Level 2', 'Level 10'])
    expect(tree[0]).toMatchObject({ id: projectId, parentId: null, role: 'viewer', hasOwnPermissions: true })
    expect(tree[1]).toMatchObject({ parentId: projectId, role: 'viewer', hasOwnPermissions: false, files: 0 })
  })

  it('opens a folder with its path, its subfolders and the number of its files', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const level = await calls.create(editor, projectId, 'Level 1', plans.id)
    await calls.upload(editor, level.id, 'slab.stl')
    expect(await calls.open(viewer, plans.id)).toMatchObject({
      folder: { name: 'Plans', files: 0 },
      path: [{ id: projectId }],
      folders: [{ name: 'Level 1', files: 1 }],
    })
    expect(names((await calls.open(viewer, level.id)).path)).toEqual(['', 'Plans'])
  })

  it('lets editors create and rename, and owners delete', async () => {
    const refused = await calls.request(viewer, 'POST', `/api/projects/${projectId}/folders`, { name: 'Plans' })
    expect(refused.json()).toMatchObject({ code: 'not-allowed' })
    const { id } = await calls.create(editor, projectId, 'Plans')
    const at = `/api/folders/${id}`
    expect((await calls.request(viewer, 'PATCH', at, { name: 'Drawings', revision: 1 })).statusCode).toBe(403)
    expect(await calls.call(editor, 'PATCH', at, { name: 'Drawings', revision: 1 })).toMatchObject({
      name: 'Drawings',
      revision: 2,
    })
    expect((await calls.request(editor, 'DELETE', `${at}?revision=2`)).statusCode).toBe(403)
    expect(await calls.remove(owner, id)).toMatchObject({ name: 'Drawings', files: 0, folders: 1 })
    expect((await calls.request(owner, 'GET', at)).statusCode).toBe(404)
  })

  it('does not exist for accounts outside the project', async () => {
    const { id } = await calls.create(editor, projectId, 'Plans')
    for (const url of [`/api/projects/${projectId}/folders`, `/api/folders/${id}`])
      expect((await calls.request(outsider, 'GET', url)).statusCode).toBe(404)
  })

  it('P05 has 25 levels and refuses the 26th', async () => {
    let parentId = projectId
    for (let level = 1; level <= folderLimits.levels; level += 1)
      parentId = (await calls.create(editor, projectId, `Level ${level}`, parentId)).id
    const refused = await calls.request(editor, 'POST', `/api/projects/${projectId}/folders`, {
      name: 'Deeper',
      parentId,
    })
    expect(refused.json()).toMatchObject({
      status: 409,
      code: 'folder-too-deep',
      message: 'Folders can be nested up to 25 levels',
    })
    const branch = await calls.create(editor, projectId, 'Branch')
    await calls.create(editor, projectId, 'Twig', branch.id)
    const response = await calls.move(editor, parentId, { folders: [{ id: branch.id, revision: 1 }] })
    expect(response.json()).toMatchObject({ code: 'folder-too-deep' })
  })

  it('refuses more folders than a project may have', async () => {
    const { database } = server.services
    await sql`
      insert into folder (id, project_id, parent_id, name, search_name, sort_name, ancestors, area_id)
      select gen_random_uuid(), ${projectId}, ${projectId}, n::text, n::text, n::text, array[${projectId}::uuid], ${projectId}
      from generate_series(1, ${folderLimits.subfoldersPerFolder}) as n`.execute(database)
    const refused = await calls.request(editor, 'POST', `/api/projects/${projectId}/folders`, { name: 'One more' })
    expect(refused.json()).toMatchObject({ code: 'too-many', details: { most: folderLimits.subfoldersPerFolder } })
  })

  it.each([
    ['a:b', 'name-character'],
    ['a/b', 'name-character'],
    ['plans?', 'name-character'],
    ['x.', 'name-ending'],
    ['CON', 'name-reserved'],
    ['com1.txt', 'name-reserved'],
    ['x'.repeat(256), 'name-too-long'],
    [' \u202E ', 'invalid-input'],
  ])('P11 refuses the name %j', async (name, code) => {
    const refused = await calls.request(editor, 'POST', `/api/projects/${projectId}/folders`, { name })
    expect(refused.json()).toMatchObject({ status: 422, code })
  })

  it('P11 removes marks that reverse the direction of text', async () => {
    expect(await calls.create(editor, projectId, ' inv\u202Eoices ')).toMatchObject({ name: 'invoices' })
  })

  it.each([
    ['Café', 'Cafe\u0301'],
    ['House', 'HOUSE'],
    ['ԳԾԱԳԻՐ', 'գծագիր'],
    ['և', 'եւ'],
  ])('P10 takes %j and %j for one name', async (first, second) => {
    await calls.create(editor, projectId, first)
    const refused = await calls.request(editor, 'POST', `/api/projects/${projectId}/folders`, { name: second })
    expect(refused.json()).toMatchObject({ status: 409, code: 'name-taken' })
  })
})

describe('folder move', () => {
  it('keeps the files, with their ids and addresses', async () => {
    const [plans, archive] = [
      await calls.create(editor, projectId, 'Plans'),
      await calls.create(editor, projectId, 'Archive'),
    ]
    const level = await calls.create(editor, projectId, 'Level 1', plans.id)
    const file = await calls.upload(editor, level.id, 'slab.stl')
    const response = await calls.move(editor, archive.id, { folders: [{ id: plans.id, revision: 1 }] })
    expect(response.json()).toEqual({ files: 0, folders: 1 })
    expect(names((await calls.open(viewer, level.id)).path)).toEqual(['', 'Archive', 'Plans'])
    expect(await calls.fileNames(viewer, archive.id, '&deep=true')).toEqual(['slab.stl'])
    expect(await calls.call(viewer, 'GET', `/api/auth/my-urns/${file.id}`)).toMatchObject({ urn: file.urn })
  })

  it('P07 refuses to move a folder into itself or below', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const level = await calls.create(editor, projectId, 'Level 1', plans.id)
    for (const target of [plans, level]) {
      const refused = await calls.move(editor, target.id, { folders: [{ id: plans.id, revision: 1 }] })
      expect(refused.json()).toMatchObject({ status: 409, code: 'folder-in-itself' })
    }
  })

  it('P07 refuses one of two moves into each other at once', async () => {
    const [first, second] = [
      await calls.create(editor, projectId, 'First'),
      await calls.create(editor, projectId, 'Second'),
    ]
    const responses = await Promise.all([
      calls.move(editor, first.id, { folders: [{ id: second.id, revision: 1 }] }),
      calls.move(editor, second.id, { folders: [{ id: first.id, revision: 1 }] }),
    ])
    expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await calls.tree(viewer, projectId)).toHaveLength(3)
  })

  it('P08 lets one of two moves of a folder win and tells the other the new place', async () => {
    const [plans, archive, attic] = [
      await calls.create(editor, projectId, 'Plans'),
      await calls.create(editor, projectId, 'Archive'),
      await calls.create(editor, projectId, 'Attic'),
    ]
    const form = { folders: [{ id: plans.id, revision: 1 }] }
    const responses = [await calls.move(editor, archive.id, form), await calls.move(owner, attic.id, form)]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    expect(responses[1]?.json()).toMatchObject({
      code: 'moved-meanwhile',
      message: 'Someone else moved this to “Archive / Plans” since you opened it',
    })
  })

  it('refuses a taken name and moves nothing then', async () => {
    const [plans, archive] = [
      await calls.create(editor, projectId, 'Plans'),
      await calls.create(editor, projectId, 'Archive'),
    ]
    const first = await calls.upload(editor, plans.id, 'a.stl')
    const second = await calls.upload(editor, plans.id, 'slab.stl')
    await calls.upload(editor, archive.id, 'Slab.STL')
    const refused = await calls.move(editor, archive.id, { fileIds: [first.id, second.id] })
    expect(refused.json()).toMatchObject({ status: 409, code: 'name-taken' })
    expect(await calls.fileNames(viewer, plans.id)).toEqual(['a.stl', 'slab.stl'])
  })

  it('goes to another project of the same payer with its files, storage, links and the rules of members there', async () => {
    const other = await calls.createProject(owner, [{ user: viewer, role: 'viewer' }])
    const secret = await calls.create(owner, projectId, 'Secret')
    await calls.permit(owner, secret.id, [
      { id: editor.id, role: 'editor' },
      { id: viewer.id, role: 'viewer' },
    ])
    const file = await calls.upload(owner, secret.id, 'slab.stl')
    const { revision } = (await calls.open(owner, secret.id)).folder
    const refused = await calls.move(editor, other.id, { folders: [{ id: secret.id, revision }] })
    expect(refused.statusCode).toBe(404)
    expect((await calls.move(owner, other.id, { folders: [{ id: secret.id, revision }] })).statusCode).toBe(200)
    const permissions = await calls.call<FolderPermissions>(owner, 'GET', `/api/folders/${secret.id}/permissions`)
    expect(permissions.people.map(({ id }) => id).toSorted()).toEqual([owner.id, viewer.id].toSorted())
    expect((await calls.request(editor, 'GET', `/api/auth/my-urns/${file.id}`)).statusCode).toBe(404)
    const { database } = server.services
    const used = await database
      .selectFrom('project')
      .select(['id', 'used_bytes'])
      .where('owner_id', '=', owner.id)
      .execute()
    expect(used.find(({ id }) => id === projectId)?.used_bytes).toBe(0)
    expect(used.find(({ id }) => id === other.id)?.used_bytes).toBe(file.size)
  })

  it('is refused into a project of another payer', async () => {
    const foreign = await calls.createProject(outsider, [{ user: owner, role: 'owner' }])
    const plans = await calls.create(owner, projectId, 'Plans')
    const refused = await calls.move(owner, foreign.id, { folders: [{ id: plans.id, revision: 1 }] })
    expect(refused.json()).toMatchObject({ code: 'not-allowed' })
  })
})

describe('upload into a folder', () => {
  it('P09 arrives in a folder that moved meanwhile', async () => {
    const [plans, archive] = [
      await calls.create(editor, projectId, 'Plans'),
      await calls.create(editor, projectId, 'Archive'),
    ]
    await calls.move(editor, archive.id, { folders: [{ id: plans.id, revision: 1 }] })
    const file = await calls.upload(editor, plans.id, 'slab.stl')
    expect(file).toMatchObject({ sharing: { projectId, folderId: plans.id } })
  })

  it('P09 arrives in the closest folder outside the bin, which the result names', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const level = await calls.create(editor, projectId, 'Level 1', plans.id)
    await calls.remove(owner, level.id)
    expect(await calls.upload(editor, level.id, 'slab.stl')).toMatchObject({ sharing: { folderId: plans.id } })
  })

  it('P10 gets a number where a file of the folder has its name', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    await calls.upload(editor, plans.id, 'House.stl')
    await calls.upload(owner, plans.id, 'HOUSE.stl')
    await calls.upload(viewer, (await calls.createProject(viewer)).id, 'House.stl')
    expect(await calls.fileNames(viewer, plans.id)).toEqual(['HOUSE (2).stl', 'House.stl'])
  })

  it('may repeat names at the top of a personal project, as ever', async () => {
    const [first, second] = [await server.upload(owner, 'twin.stl', 'a'), await server.upload(owner, 'twin.stl', 'b')]
    expect([first.description, second.description]).toEqual(['twin.stl', 'twin.stl'])
  })

  it('is refused to whoever may not change the folder', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    expect((await calls.requestUpload(viewer, plans.id, 'a.stl')).statusCode).toBe(403)
    expect((await calls.requestUpload(outsider, plans.id, 'a.stl')).statusCode).toBe(404)
  })

  it('P22 exceeds neither the limit of the project nor the plan of its payer, ten at once', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const { size } = await calls.upload(editor, plans.id, 'slab-0.stl')
    const at = `/api/projects/${projectId}/quota`
    expect((await calls.request(editor, 'PUT', at, { quotaBytes: 4 * size })).statusCode).toBe(403)
    await calls.call(owner, 'PUT', at, { quotaBytes: 4 * size })
    const uploads = Array.from({ length: 10 }, (_, index) =>
      calls.requestUpload(editor, plans.id, `slab-${index + 1}.stl`),
    )
    const responses = await Promise.all(uploads)
    expect(responses.filter(({ statusCode }) => statusCode === 200)).toHaveLength(3)
    const refused = responses.find(({ statusCode }) => statusCode !== 200)
    expect(refused?.json()).toMatchObject({ status: 413, code: 'project-quota-exceeded' })
    await calls.call(owner, 'PUT', at, { quotaBytes: null })
    expect((await calls.requestUpload(editor, plans.id, 'slab-11.stl')).statusCode).toBe(200)
  })
})

describe('folder in the bin', () => {
  it('P21 is restored with everything deleted with it, and nothing else', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const level = await calls.create(editor, projectId, 'Level 1', plans.id)
    await calls.permit(owner, level.id, [{ id: viewer.id, role: 'commenter' }])
    const earlier = await calls.upload(owner, plans.id, 'earlier.stl')
    await calls.upload(owner, level.id, 'slab.stl')
    await calls.call(owner, 'DELETE', `/api/auth/my-urns/${earlier.id}`)
    const deletion = await calls.remove(owner, plans.id)
    expect(deletion).toMatchObject({ name: 'Plans', files: 1, folders: 2 })
    expect(await calls.tree(owner, projectId)).toHaveLength(1)
    expect(await calls.call(owner, 'GET', `/api/projects/${projectId}/bin`)).toMatchObject([{ id: deletion.id }])
    await calls.call(owner, 'POST', `/api/deletions/${deletion.id}/restore`)
    expect(names(await calls.tree(owner, projectId))).toEqual(['', 'Plans', 'Level 1'])
    expect(await calls.fileNames(owner, plans.id, '&deep=true')).toEqual(['slab.stl'])
    expect((await calls.open(viewer, level.id)).folder).toMatchObject({ role: 'commenter', hasOwnPermissions: true })
    expect(await calls.call(owner, 'GET', `/api/projects/${projectId}/bin`)).toEqual([])
  })

  it('P21 is restored to the closest folder that still exists, with a number where its name is taken', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const level = await calls.create(editor, projectId, 'Level 1', plans.id)
    const deletion = await calls.remove(owner, level.id)
    await calls.remove(owner, plans.id)
    await calls.create(editor, projectId, 'Level 1')
    expect(await calls.call(owner, 'POST', `/api/deletions/${deletion.id}/restore`)).toMatchObject({
      parentId: projectId,
      name: 'Level 1 (2)',
    })
  })

  it('is listed with those of all projects, last deleted first, to those who may restore it', async () => {
    const user = await server.createUser()
    const deletions: string[] = []
    for (const name of ['Plans', 'Archive']) {
      const project = await calls.createProject(user, [{ user: editor, role: 'editor' }])
      const { id } = await calls.create(user, project.id, name)
      deletions.push((await calls.remove(user, id)).id)
    }
    const at = '/api/auth/bin/folders'
    expect(await calls.call(user, 'GET', at)).toMatchObject([
      { id: deletions[1], name: 'Archive', files: 0, folders: 1 },
      { id: deletions[0], name: 'Plans' },
    ])
    const others = await calls.call<{ id: string }[]>(editor, 'GET', at)
    expect(others.filter(({ id }) => deletions.includes(id))).toEqual([])
    expect((await server.inject({ url: at })).statusCode).toBe(401)
  })

  it('restores a single file to the closest folder that still exists', async () => {
    const plans = await calls.create(editor, projectId, 'Plans')
    const file = await calls.upload(owner, plans.id, 'slab.stl')
    await calls.call(owner, 'DELETE', `/api/auth/my-urns/${file.id}`)
    await calls.remove(owner, plans.id)
    expect(await calls.call(owner, 'POST', `/api/auth/my-urns/${file.id}/restore`)).toMatchObject({
      sharing: { folderId: projectId },
    })
  })

  it('is purged after thirty days, or at once, and gives its storage back', async () => {
    const { database } = server.services
    const used = async (): Promise<number | undefined> =>
      (await database.selectFrom('project').select('used_bytes').where('id', '=', projectId).executeTakeFirst())
        ?.used_bytes
    const [plans, archive] = [
      await calls.create(editor, projectId, 'Plans'),
      await calls.create(editor, projectId, 'Archive'),
    ]
    await calls.upload(owner, plans.id, 'slab.stl')
    await calls.upload(owner, archive.id, 'slab.stl')
    const deletion = await calls.remove(owner, plans.id)
    expect((await calls.request(editor, 'DELETE', `/api/deletions/${deletion.id}`)).statusCode).toBe(404)
    await calls.call(owner, 'DELETE', `/api/deletions/${deletion.id}`)
    expect(await used()).toBeGreaterThan(0)
    await calls.remove(owner, archive.id)
    const old = { deleted_at: new Date(Date.now() - 31 * 24 * 3_600_000) }
    await database.updateTable('folder').set(old).where('id', '=', archive.id).execute()
    await database.updateTable('file').set(old).where('folder_id', '=', archive.id).execute()
    await server.runJobs('files.bin')
    expect(await used()).toBe(0)
    expect(await database.selectFrom('folder').select('id').where('project_id', '=', projectId).execute()).toEqual([
      { id: projectId },
    ])
  })

  it('records one audit event for each thousand files', async () => {
    const { database } = server.services
    const plans = await calls.create(editor, projectId, 'Plans')
    const { id } = await calls.upload(owner, plans.id, 'slab.stl')
    await sql`
      with copied as (
        insert into file (id, project_id, folder_id, description, search_name, sort_name)
        select gen_random_uuid(), project_id, folder_id, n || '.stl', n || '.stl', n || '.stl'
        from file, generate_series(1, 1500) as n where file.id = ${id} returning id
      ), versions as (
        insert into file_version (id, file_id, number, urn, blob_sha256, size_bytes, extension)
        select gen_random_uuid(), copied.id, 1, copied.id::text, blob_sha256, size_bytes, extension
        from copied, file_version where file_id = ${id} returning id, file_id
      ) select count(*) from versions`.execute(database)
    await sql`
      update file set current_version_id = file_version.id from file_version
      where file_version.file_id = file.id and file.folder_id = ${plans.id}`.execute(database)
    expect(await calls.remove(owner, plans.id)).toMatchObject({ files: 1501 })
    const events = await database
      .selectFrom('audit_event')
      .select('details')
      .where('subject', '=', plans.id)
      .where('action', '=', 'folder.bin')
      .orderBy('sequence')
      .execute()
    expect(events.map(({ details }) => (details['files'] as string[]).length)).toEqual([1000, 501])
  })
})

describe('files of previous versions', () => {
  it('P02 get the top of their project as folder, and its rights', async () => {
    const { pool, services } = server
    const [id, project] = [newId(), newId()]
    await pool.query('insert into project (id, name, owner_id) values ($1, $2, $3)', [project, 'Bridge', owner.id])
    await pool.query("insert into membership (project_id, account_id, role) values ($1, $2, 'owner')", [
      project,
      owner.id,
    ])
    await pool.query(
      'insert into file (id, project_id, description, search_name, sort_name) values ($1, $2, $3, $3, $3)',
      [id, project, 'bridge.ifc'],
    )
    const row = services.database.selectFrom('file').select(['folder_id', 'area_id']).where('id', '=', id)
    expect(await row.executeTakeFirst()).toEqual({ folder_id: project, area_id: project })
    expect(await calls.tree(owner, project)).toMatchObject([{ id: project, role: 'owner' }])
    await pool.query('update file set project_id = $1 where id = $2', [projectId, id])
    expect(await row.executeTakeFirst()).toEqual({ folder_id: projectId, area_id: projectId })
  })
})
