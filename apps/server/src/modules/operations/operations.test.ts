import type { FileRecord, FolderRecord, LiveEvent, OperationForm, OperationRecord } from '@kamar/contracts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { describeModule } from '../../testing/describe-module.js'
import { FolderCalls } from '../../testing/folder-calls.js'
import { insertFileRows } from '../../testing/file-rows.js'
import { startTestServer, type TestServer, type TestUser } from '../../testing/test-server.js'
import { operationsModule } from './module.js'

describeModule(operationsModule)

let server: TestServer
let calls: FolderCalls
let [owner, editor, viewer, outsider] = [] as unknown as readonly [TestUser, TestUser, TestUser, TestUser]
let projectId: string
let plans: FolderRecord
let archive: FolderRecord
beforeAll(async () => {
  server = await startTestServer()
  calls = new FolderCalls(server)
  const users = [await server.createUser(), await server.createUser(), await server.createUser()] as const
  ;[owner, editor, viewer, outsider] = [...users, await server.createUser()]
})
beforeEach(async () => {
  projectId = (
    await calls.createProject(owner, [
      { user: editor, role: 'editor' },
      { user: viewer, role: 'viewer' },
    ])
  ).id
  plans = await calls.create(owner, projectId, 'Plans')
  archive = await calls.create(owner, projectId, 'Archive')
})
afterAll(() => server.close())

const begin = (by: TestUser, form: OperationForm) => calls.call<OperationRecord>(by, 'POST', '/api/operations', form)
const request = (by: TestUser, form: OperationForm) => calls.request(by, 'POST', '/api/operations', form)
const get = (by: TestUser, id: string) => calls.call<OperationRecord>(by, 'GET', `/api/operations/${id}`)
const undo = (by: TestUser, id: string) => calls.call<OperationRecord>(by, 'POST', `/api/operations/${id}/undo`)
const runSteps = () => server.runJobs('operations.steps')
const countFiles = async (folderId: string): Promise<number> =>
  Number(
    (await server.pool.query('select count(*) from file where folder_id = $1 and deleted_at is null', [folderId]))
      .rows[0].count,
  )
const upload = async (...names: readonly string[]): Promise<string[]> => {
  const ids: string[] = []
  for (const name of names) ids.push((await calls.upload(owner, plans.id, name)).id)
  return ids
}
const listEvents = async (action: string, ids: readonly string[]) =>
  server.services.database
    .selectFrom('audit_event')
    .select(['actor', 'subject', 'details'])
    .where('action', '=', action)
    .where(sql<boolean>`subject = any(${ids}::text[])`)
    .execute()

describe('operation on files of a filter', () => {
  it('P20 moves all but three of 8,000 files, names each in the audit trail, and moves them back', async () => {
    const ids = await insertFileRows(server, { by: owner, calls, count: 8_000, folderId: plans.id })
    const except = [ids[0] ?? '', ids[4_000] ?? '', ids[7_999] ?? '']
    const begun = await begin(editor, { kind: 'move', filter: { folder: plans.id, except }, folderId: archive.id })
    expect(begun).toMatchObject({ state: 'running', total: 7_997, done: 200, changed: 200, undoUntil: null })
    await runSteps()
    const result = await get(editor, begun.id)
    expect(result).toMatchObject({ state: 'done', done: 7_997, changed: 7_997, failed: 0, failures: [] })
    expect([await countFiles(plans.id), await countFiles(archive.id)]).toEqual([3, 7_997])
    expect(await calls.fileNames(owner, plans.id)).toEqual(['00000.stl', '04000.stl', '07999.stl'])
    const events = await listEvents('file.move', ids)
    const isExcepted = new Set(except)
    expect(new Set(events.map(({ subject }) => subject))).toEqual(new Set(ids.filter((id) => !isExcepted.has(id))))
    expect(events).toHaveLength(7_997)
    expect(events[0]).toMatchObject({ actor: editor.id, details: { from: plans.id, to: archive.id } })
    await undo(editor, begun.id)
    await runSteps()
    expect(await get(editor, begun.id)).toMatchObject({ state: 'done', isUndo: true, changed: 7_997, failed: 0 })
    expect([await countFiles(plans.id), await countFiles(archive.id)]).toEqual([8_000, 0])
  }, 180_000)

  it('continues after a crash between two steps, each file once', async () => {
    const ids = await insertFileRows(server, { by: owner, calls, count: 450, folderId: plans.id })
    const { id } = await begin(editor, { kind: 'move', filter: { folder: plans.id }, folderId: archive.id })
    // A step that does not end leaves nothing: a trigger refuses its last file.
    await server.pool.query(`
      create function refuse_step() returns trigger language plpgsql as $$ begin raise 'crash'; end $$;
      create trigger refuse_step before update on file for each row when (new.description = '00399.stl')
      execute function refuse_step()`)
    await runSteps()
    expect(await get(editor, id)).toMatchObject({ state: 'failed', done: 200, changed: 200 })
    expect(await countFiles(archive.id)).toBe(200)
    await server.pool.query('drop trigger refuse_step on file; drop function refuse_step()')
    await server.pool.query("update operation set state = 'running', finished_at = null where id = $1", [id])
    await runSteps()
    expect(await get(editor, id)).toMatchObject({ state: 'done', done: 450, changed: 450 })
    expect(await countFiles(archive.id)).toBe(450)
    expect(await listEvents('file.move', ids)).toHaveLength(450)
  })

  it('ends after the step during which it is cancelled, and is undone', async () => {
    await insertFileRows(server, { by: owner, calls, count: 450, folderId: plans.id })
    const { id } = await begin(editor, { kind: 'move', filter: { folder: plans.id }, folderId: archive.id })
    const cancelled = await calls.call<OperationRecord>(editor, 'DELETE', `/api/operations/${id}`)
    expect(cancelled).toMatchObject({ state: 'cancelled', done: 200, total: 450 })
    await runSteps()
    expect([await countFiles(plans.id), await countFiles(archive.id)]).toEqual([250, 200])
    expect(await undo(editor, id)).toMatchObject({ state: 'done', total: 200, changed: 200 })
    expect(await countFiles(plans.id)).toBe(450)
  })

  it('checks rights in each step and names the reason for the files that stay', async () => {
    await insertFileRows(server, { by: owner, calls, count: 300, folderId: plans.id })
    const { id } = await begin(editor, { kind: 'move', filter: { folder: plans.id }, folderId: archive.id })
    await server.pool.query("update membership set role = 'viewer' where project_id = $1 and account_id = $2", [
      projectId,
      editor.id,
    ])
    await runSteps()
    const failures = [{ code: 'not-allowed', details: {}, files: 100 }]
    expect(await get(editor, id)).toMatchObject({ state: 'done', done: 300, changed: 200, failed: 100, failures })
    expect(await countFiles(archive.id)).toBe(200)
  })

  it('leaves files with a name that is taken, and moves the others', async () => {
    await upload('a.stl', 'b.stl', 'c.stl')
    await calls.upload(owner, archive.id, 'B.stl')
    const failures = [{ code: 'name-taken', details: { name: 'B.stl' }, files: 1 }]
    expect(await begin(owner, { kind: 'move', filter: { folder: plans.id }, folderId: archive.id })).toMatchObject({
      state: 'done',
      total: 3,
      changed: 2,
      failures,
    })
    expect(await calls.fileNames(owner, plans.id)).toEqual(['b.stl'])
  })
})

describe('operation on files by id', () => {
  it('is refused for what the account does not see or may not change', async () => {
    const ids = await upload('slab.stl')
    const statuses = async (by: TestUser) => {
      const forms = [
        { kind: 'move', ids, folderId: archive.id },
        { kind: 'copy', ids, folderId: archive.id },
        { kind: 'delete', ids },
      ] as const
      return Promise.all(forms.map(async (form) => (await request(by, form)).statusCode))
    }
    expect(await statuses(outsider)).toEqual([404, 404, 404])
    expect(await statuses(viewer)).toEqual([403, 403, 403])
    expect((await request(editor, { kind: 'delete', ids })).statusCode).toBe(403)
    expect(await calls.fileNames(owner, plans.id)).toEqual(['slab.stl'])
  })

  it('is another account’s secret', async () => {
    const { id } = await begin(owner, { kind: 'move', ids: await upload('slab.stl'), folderId: archive.id })
    const responses = [
      await calls.request(editor, 'GET', `/api/operations/${id}`),
      await calls.request(editor, 'DELETE', `/api/operations/${id}`),
      await calls.request(editor, 'POST', `/api/operations/${id}/undo`),
    ]
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    const list = (by: TestUser) => calls.call<OperationRecord[]>(by, 'GET', '/api/operations')
    expect((await list(owner))[0]).toMatchObject({ id, state: 'done' })
    expect((await list(editor)).map((one) => one.id)).not.toContain(id)
  })

  it('plans who loses access by a move', async () => {
    const ids = await upload('slab.stl')
    await calls.permit(owner, archive.id, [{ id: viewer.id, role: 'viewer' }])
    const plan = await calls.call(owner, 'POST', '/api/operations/plan', { kind: 'move', ids, folderId: archive.id })
    expect(plan).toMatchObject({ gaining: [], losing: [{ id: editor.id }] })
  })

  it('moves into another project of the payer for an owner, not for an editor', async () => {
    const ids = await upload('slab.stl')
    const other = await calls.createProject(owner, [{ user: editor, role: 'editor' }])
    expect((await request(editor, { kind: 'move', ids, folderId: other.id })).statusCode).toBe(403)
    expect(await begin(owner, { kind: 'move', ids, folderId: other.id })).toMatchObject({ changed: 1, failed: 0 })
  })

  it('tells the pages of the account its progress', async () => {
    const events: LiveEvent[] = []
    const stop = server.services.events.subscribe('live', ({ event, to }) => {
      if ('accountIds' in to && to.accountIds.includes(owner.id)) events.push(event)
    })
    const operation = await begin(owner, { kind: 'move', ids: await upload('slab.stl'), folderId: archive.id })
    stop()
    expect(events).toContainEqual({ type: 'operation', operation })
  })
})

describe('undo of an operation', () => {
  it('leaves what was changed since, and is possible once within ten minutes', async () => {
    const ids = await upload('a.stl', 'b.stl')
    const { id, undoUntil } = await begin(owner, { kind: 'move', ids, folderId: archive.id })
    expect(new Date(undoUntil ?? 0).getTime()).toBeGreaterThan(Date.now() + 9 * 60_000)
    await calls.move(owner, projectId, { fileIds: [ids[0] ?? ''] })
    const failures = [{ code: 'changed-meanwhile', details: {}, files: 1 }]
    expect(await undo(owner, id)).toMatchObject({ isUndo: true, total: 2, changed: 1, failures, undoUntil: null })
    expect(await calls.fileNames(owner, plans.id)).toEqual(['b.stl'])
    expect((await calls.request(owner, 'POST', `/api/operations/${id}/undo`)).statusCode).toBe(409)
    const second = await begin(owner, { kind: 'move', ids: [ids[1] ?? ''], folderId: archive.id })
    await server.pool.query("update operation set finished_at = now() - interval '11 minutes' where id = $1", [
      second.id,
    ])
    expect((await calls.request(owner, 'POST', `/api/operations/${second.id}/undo`)).statusCode).toBe(409)
  })

  it('restores deleted files, except for those deleted again since', async () => {
    const ids = await upload('a.stl', 'b.stl')
    const [again = ''] = ids
    const deletion = await begin(owner, { kind: 'delete', ids })
    expect(deletion).toMatchObject({ kind: 'delete', folderId: null, changed: 2 })
    expect(await countFiles(plans.id)).toBe(0)
    await calls.call(owner, 'POST', `/api/auth/my-urns/${again}/restore`)
    await calls.call(owner, 'DELETE', `/api/auth/my-urns/${again}`)
    expect(await undo(owner, deletion.id)).toMatchObject({ changed: 1, failed: 1 })
    expect(await calls.fileNames(owner, plans.id)).toEqual(['b.stl'])
  })

  it('is deleted with its operation after a day', async () => {
    const { id } = await begin(owner, { kind: 'move', ids: await upload('a.stl'), folderId: archive.id })
    await server.pool.query("update operation set finished_at = now() - interval '25 hours' where id = $1", [id])
    await server.runJobs('operations.old')
    expect((await calls.request(owner, 'GET', `/api/operations/${id}`)).statusCode).toBe(404)
  })
})

describe('copy of files', () => {
  it('has its own id and address and the same bytes and translation, without issues', async () => {
    const [id = ''] = await upload('slab.stl')
    await calls.call(owner, 'POST', `/api/auth/my-urns/${id}/topics`, { title: 'Crack' })
    const target = await calls.createProject(outsider, [{ user: viewer, role: 'editor' }])
    await begin(viewer, { kind: 'copy', ids: [id], folderId: target.id })
    const again = await begin(viewer, { kind: 'copy', ids: [id], folderId: target.id })
    expect(await calls.fileNames(outsider, target.id)).toEqual(['slab (2).stl', 'slab.stl'])
    const { rows } = await server.pool.query(
      `select file_id, number, urn, blob_sha256, translation_id, uploaded_by from file_version
       join file on file.id = file_id where file.id = $1 or file.project_id = $2 order by file.created_at`,
      [id, target.id],
    )
    expect(rows).toHaveLength(3)
    expect(new Set(rows.map(({ urn }) => urn)).size).toBe(3)
    expect(new Set(rows.map(({ blob_sha256: sha256 }) => sha256)).size).toBe(1)
    expect(new Set(rows.map(({ translation_id: translation }) => translation)).size).toBe(1)
    expect(rows.slice(1)).toMatchObject([1, 1].map((number) => ({ number, uploaded_by: viewer.id })))
    const topics = await server.pool.query('select file_id from topic where file_id = any($1)', [
      rows.map((row) => row.file_id),
    ])
    expect(topics.rows).toEqual([{ file_id: id }])
    expect(
      await listEvents(
        'file.copy',
        rows.map((row) => row.file_id),
      ),
    ).toHaveLength(2)
    expect(await undo(viewer, again.id)).toMatchObject({ changed: 1, failed: 0 })
    expect(await calls.fileNames(outsider, target.id)).toEqual(['slab.stl'])
  })

  it('is charged to the payer of the target, whose quota ends it', async () => {
    const ids = await upload('a.stl', 'b.stl', 'c.stl')
    const sizes = await Promise.all(
      ids.map(async (id) => (await calls.call<FileRecord>(owner, 'GET', `/api/auth/my-urns/${id}`)).size),
    )
    const payer = await server.createUser()
    const target = await calls.createProject(payer, [{ user: owner, role: 'editor' }])
    const [first = 0, second = 0] = sizes
    await server.pool.query('update account set quota_bytes = $1 where id = $2', [first + second, payer.id])
    expect(await begin(owner, { kind: 'copy', ids, folderId: target.id })).toMatchObject({
      changed: 2,
      failures: [{ code: 'quota-exceeded', files: 1 }],
    })
    const used = await server.pool.query('select used_bytes::int from account where id = $1', [payer.id])
    expect(used.rows).toEqual([{ used_bytes: first + second }])
  })
})
