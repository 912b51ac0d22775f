import type { BinnedFile, FileRecord } from '@kamar/contracts'
import { readTranslationEvent } from '@kamar/translation'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bearer, type TestUser, startTestServer, type TestServer } from '../../testing/test-server.js'
import { purgeBin } from './purge-bin.js'
import { describeModule } from '../../testing/describe-module.js'
import { filesModule } from './module.js'

describeModule(filesModule)

let server: TestServer
let user: TestUser
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  user = await server.createUser()
})
afterAll(() => server.close())

const dayMilliseconds = 24 * 3_600_000
const get = (url: string, of = user) => server.inject({ url, headers: bearer(of) })
const list = async (of = user): Promise<FileRecord[]> => (await get('/api/auth/my-urns', of)).json()
const bin = async (of = user): Promise<BinnedFile[]> => (await get('/api/auth/bin', of)).json()
const act = (method: 'POST' | 'DELETE', id: string, action = '', of = user) =>
  server.inject({ method, url: `/api/auth/my-urns/${id}${action}`, headers: bearer(of) })
const usedBytes = async (of = user): Promise<number> =>
  (await get('/api/auth/me', of)).json<{ usedBytes: number }>().usedBytes

async function setTranslation(id: string, columns: Record<string, unknown>): Promise<void> {
  await server.services.database.updateTable('translation').set(columns).where('id', '=', id).execute()
  server.services.events.publish('translation', await readTranslationEvent(server.services.database, id))
}

const readState = async (id: string): Promise<string> =>
  (
    await server.services.database
      .selectFrom('translation')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).state

const succeeded = {
  state: 'succeeded',
  progress: 100,
  finished_at: new Date(),
  report: JSON.stringify({ status: 'complete' }),
}

describe('permanent deletion', () => {
  const purge = (path: string, of = user) => server.inject({ method: 'DELETE', url: path, headers: bearer(of) })

  it('empties the bin, frees its storage and keeps the other files', async () => {
    const [storedFile, binnedFile] = [await server.upload(user, 'kept.stl'), await server.upload(user, 'gone.stl')]
    await act('DELETE', binnedFile.id)
    expect((await purge('/api/auth/bin')).json()).toEqual({ removed: 1 })
    expect([await bin(), (await list()).map(({ id }) => id)]).toEqual([[], [storedFile.id]])
    expect(await usedBytes()).toBe(storedFile.size)
  })

  it('removes a single file only when it is in the bin of the user', async () => {
    const files = [await server.upload(user, 'a.stl'), await server.upload(user, 'b.stl')]
    const [first = '', second = ''] = files.map(({ id }) => id)
    expect((await purge(`/api/auth/bin/${first}`)).statusCode).toBe(404)
    await act('DELETE', first)
    await act('DELETE', second)
    expect((await purge(`/api/auth/bin/${first}`, await server.createUser())).statusCode).toBe(404)
    expect((await purge(`/api/auth/bin/${first}`)).json()).toEqual({ removed: 1 })
    expect((await bin()).map(({ id }) => id)).toEqual([second])
  })
})

describe('file list', () => {
  it('is sorted by upload time, newest first', async () => {
    for (const name of ['one.stl', 'two.stl', 'three.stl']) await server.upload(user, name)
    expect((await list()).map((file) => file.description)).toEqual(['three.stl', 'two.stl', 'one.stl'])
  })

  it.each([
    ['queued', {}, { status: 'processing', progress: 0, stage: null, failure: null }],
    [
      'running',
      { lease_worker: 'w', lease_until: new Date(), progress: 41.5, stage: 'meshing' },
      { status: 'inprogress', progress: 41.5, stage: 'meshing', failure: null },
    ],
    ['succeeded', succeeded, { status: 'success', progress: 100, stage: null, failure: null, partial: false }],
    [
      'failed',
      { finished_at: new Date(), failure: JSON.stringify({ code: 'damaged', bytePosition: 12, details: { at: 'x' } }) },
      { status: 'failed', failure: { code: 'damaged', bytePosition: 12, details: { at: 'x' } } },
    ],
    ['cancelled', { finished_at: new Date() }, { status: 'failed', failure: { code: 'cancelled' } }],
  ])('shows the state of a translation that is %s', async (state, columns, expectedFile) => {
    const { id, jobId } = await server.upload(user, `${state}.stl`)
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, { state, ...columns })
    expect((await get(`/api/auth/my-urns/${id}`)).json()).toMatchObject(expectedFile)
    expect((await list())[0]).toMatchObject(expectedFile)
  })

  it('states the memory that a large file needs until its translation ends', async () => {
    const { id, jobId, memoryBytes } = await server.upload(user, 'large.stl')
    expect(memoryBytes).toBeUndefined()
    const { database } = server.services
    await database.updateTable('file_version').set({ size_bytes: 2_000_000_000 }).where('file_id', '=', id).execute()
    const [file] = await list()
    expect(file?.memoryBytes).toBeGreaterThan(2.5 * 1024 ** 3)
    await setTranslation(await server.findTranslationId({ id, jobId }), succeeded)
    expect((await list())[0]?.memoryBytes).toBeUndefined()
  })

  it('reports missing properties as notes and missing elements as incomplete', async () => {
    const translationId = await server.findTranslationId(await server.upload(user, 'levels.rvt'))
    const report = async (more: object): Promise<void> => {
      const completeReport = {
        status: 'partial',
        counts: {},
        skipped: [],
        findings: [],
        missingCompanions: [],
        ...more,
      }
      await setTranslation(translationId, { ...succeeded, report: JSON.stringify(completeReport) })
    }
    const elements = ['id-1', 'id-2']
    await report({ skipped: [{ kind: 'properties', reason: 'damaged', count: 2, elements }] })
    expect(await list()).toMatchObject([{ partial: false, report: { level: 'notes', notes: 1, missing: 0 } }])
    const skipped = [{ kind: 'element', reason: 'damaged', count: 2, elements }]
    await report({ skipped, elements: { shown: 81, total: 83 } })
    expect(await list()).toMatchObject([{ partial: true, report: { level: 'incomplete', missing: 2, total: 83 } }])
  })

  it('shows whether a file has a model, or a drawing only', async () => {
    const translationId = await server.findTranslationId(await server.upload(user, 'plan.dwg'))
    await setTranslation(translationId, succeeded)
    expect(await list()).toMatchObject([{ hasModel: false }])
    await server.services.database
      .insertInto('derivative')
      .values({
        translation_id: translationId,
        path: 'scene/000.bin',
        size_bytes: 1,
        sha256: 'a'.repeat(64),
        encoding: 'br',
      })
      .execute()
    expect(await list()).toMatchObject([{ hasModel: true }])
  })

  it('shows whether a model is partial or a preview and whether it has a thumbnail', async () => {
    const translationId = await server.findTranslationId(await server.upload(user, 'partial.stl'))
    await setTranslation(translationId, { ...succeeded, report: JSON.stringify({ status: 'partial' }) })
    expect(await list()).toMatchObject([{ partial: true, previewOnly: false, hasThumbnail: false }])
    await setTranslation(translationId, { ...succeeded, report: JSON.stringify({ status: 'preview' }) })
    expect(await list()).toMatchObject([{ partial: false, previewOnly: true, hasThumbnail: false }])
    await setTranslation(translationId, {
      ...succeeded,
      report: JSON.stringify({ status: 'partial', nothingDrawn: true }),
    })
    expect(await list()).toMatchObject([{ partial: true, previewOnly: true, hasThumbnail: false }])
    await server.services.database
      .insertInto('derivative')
      .values({
        translation_id: translationId,
        path: 'thumbnail.png',
        size_bytes: 1,
        sha256: 'a',
        encoding: 'identity',
      })
      .execute()
    expect(await list()).toMatchObject([{ hasThumbnail: true }])
  })
})

describe('bin', () => {
  it('contains a deleted file until it is restored', async () => {
    const file = await server.upload(user, 'house.stl')
    expect((await act('DELETE', file.id)).json()).toEqual(file)
    expect(await list()).toEqual([])
    expect(await bin()).toMatchObject([{ id: file.id, deleted_at: expect.any(String) as unknown }])
    expect((await act('DELETE', file.id)).statusCode).toBe(404)
    expect((await get(`/api/auth/my-urns/${file.id}`)).statusCode).toBe(404)
    expect((await get(`/api/auth/my-urns/${file.id}/original`)).statusCode).toBe(404)
    expect((await act('POST', file.id, '/restore')).json()).toMatchObject({ id: file.id, urn: file.urn })
    expect(await bin()).toEqual([])
    expect(await list()).toHaveLength(1)
    expect((await act('POST', file.id, '/restore')).statusCode).toBe(404)
  })

  it('receives all files of this account at once', async () => {
    const other = await server.createUser()
    await server.upload(other, 'other.stl')
    for (const name of ['a.stl', 'b.stl', 'c.stl']) await server.upload(user, name)
    const response = await server.inject({ method: 'DELETE', url: '/api/auth/my-urns', headers: bearer(user) })
    expect(response.json()).toEqual({ removed: 3 })
    expect([await list(), await list(other)]).toMatchObject([[], [{}]])
    const again = await server.inject({ method: 'DELETE', url: '/api/auth/my-urns', headers: bearer(user) })
    expect(again.json()).toEqual({ removed: 0 })
  })

  it('counts towards the quota until it is purged after thirty days', async () => {
    const file = await server.upload(user, 'kept.stl', 'solid kept\n')
    await act('DELETE', file.id)
    expect(await usedBytes()).toBe(11)
    await purgeBin(server.services.database, new Date(Date.now() + 29.9 * dayMilliseconds))
    expect(await bin()).toHaveLength(1)
    await purgeBin(server.services.database, new Date(Date.now() + 30.1 * dayMilliseconds))
    expect(await bin()).toEqual([])
    expect(await usedBytes()).toBe(0)
    expect((await act('POST', file.id, '/restore')).statusCode).toBe(404)
  })

  it('is purged without touching restored or undeleted files', async () => {
    const storedFile = await server.upload(user, 'kept.stl')
    const restored = await server.upload(user, 'restored.stl')
    await act('DELETE', restored.id)
    await act('POST', restored.id, '/restore')
    await purgeBin(server.services.database, new Date(Date.now() + 400 * dayMilliseconds))
    expect((await list()).map((file) => file.id).sort()).toEqual([storedFile.id, restored.id].sort())
  })

  it('cancels the translation of a deleted file and queues it again on restore', async () => {
    const { id, jobId } = await server.upload(user, 'stopped.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await act('DELETE', id)
    expect(await readState(translationId)).toBe('cancelled')
    expect((await act('POST', id, '/restore')).json()).toMatchObject({ status: 'processing', jobId })
    expect(await readState(translationId)).toBe('queued')
  })
})

describe('POST /api/auth/my-urns/:id/cancel', () => {
  it('cancels a queued translation', async () => {
    const { id, jobId } = await server.upload(user, 'waiting.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    expect((await act('POST', id, '/cancel')).json()).toMatchObject({
      status: 'failed',
      failure: { code: 'cancelled' },
    })
    expect(await readState(translationId)).toBe('cancelled')
  })

  it('requests cancellation from the worker of a running translation', async () => {
    const { id, jobId } = await server.upload(user, 'underway.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, { state: 'running', lease_worker: 'w', lease_until: new Date() })
    expect((await act('POST', id, '/cancel')).json()).toMatchObject({ status: 'inprogress' })
    const row = await server.services.database
      .selectFrom('translation')
      .select('cancel_requested')
      .where('id', '=', translationId)
      .executeTakeFirst()
    expect(row?.cancel_requested).toBe(true)
  })

  it('keeps a translation that another user still needs, and so does deletion', async () => {
    const other = await server.createUser()
    const content = 'solid the same\nendsolid the same\n'
    const ownFile = await server.upload(user, 'mine.stl', content)
    const otherFile = await server.upload(other, 'theirs.stl', content)
    const translationId = await server.findTranslationId(ownFile)
    expect(await server.findTranslationId(otherFile)).toBe(translationId)
    await act('POST', ownFile.id, '/cancel')
    await act('DELETE', ownFile.id)
    expect(await readState(translationId)).toBe('queued')
    await act('DELETE', otherFile.id, '', other)
    expect(await readState(translationId)).toBe('cancelled')
  })

  it('does not change a finished translation', async () => {
    const { id, jobId } = await server.upload(user, 'done.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, succeeded)
    expect((await act('POST', id, '/cancel')).json()).toMatchObject({ status: 'success' })
  })
})

describe('POST /api/auth/my-urns/:id/retry', () => {
  const failed = { state: 'failed', finished_at: new Date(), failure: JSON.stringify({ code: 'damaged' }) }

  it('restarts a failed translation', async () => {
    const { id, jobId } = await server.upload(user, 'retried.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, failed)
    expect((await act('POST', id, '/retry')).json()).toMatchObject({ status: 'processing', jobId, failure: null })
  })

  it('restarts a cancelled translation', async () => {
    const { id } = await server.upload(user, 'resumed.stl')
    await act('POST', id, '/cancel')
    expect((await act('POST', id, '/retry')).json()).toMatchObject({ status: 'processing', failure: null })
  })

  it('keeps a translation by the current version of Kamar', async () => {
    const { id, jobId } = await server.upload(user, 'done.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, succeeded)
    expect((await act('POST', id, '/retry')).json()).toMatchObject({ status: 'success', jobId })
  })

  it('translates again what an older version translated and keeps the URN', async () => {
    const { id, jobId, urn } = await server.upload(user, 'old.stl')
    const translationId = await server.findTranslationId({ id, jobId })
    await setTranslation(translationId, { ...succeeded, writer_version: '0' })
    const record = (await act('POST', id, '/retry')).json<FileRecord>()
    expect(record).toMatchObject({ status: 'processing', urn })
    expect(record.jobId).not.toBe(jobId)
  })
})

describe('project membership', () => {
  const join = (of: TestUser, role: string) =>
    sql`insert into membership (project_id, account_id, role)
      select id, ${of.id}, ${role} from project where owner_id = ${user.id} and personal`.execute(
      server.services.database,
    )

  it.each(['viewer', 'commenter'])('lets the role %s read files but not change them', async (role) => {
    const file = await server.upload(user, 'shared.stl')
    const guest = await server.createUser()
    await join(guest, role)
    expect(await list(guest)).toMatchObject([{ id: file.id }])
    expect((await get(`/api/auth/my-urns/${file.id}/original`, guest)).statusCode).toBe(200)
    for (const [method, action] of [
      ['DELETE', ''],
      ['POST', '/retry'],
      ['POST', '/cancel'],
    ] as const) {
      expect((await act(method, file.id, action, guest)).statusCode, action).toBe(403)
    }
    const cleared = await server.inject({ method: 'DELETE', url: '/api/auth/my-urns', headers: bearer(guest) })
    expect(cleared.json()).toEqual({ removed: 0 })
    expect(await list()).toHaveLength(1)
  })

  it('lets an editor translate again and rename, but not delete', async () => {
    const file = await server.upload(user, 'edited.stl')
    const editor = await server.createUser()
    await join(editor, 'editor')
    expect((await act('POST', file.id, '/retry', editor)).statusCode).toBe(200)
    const rename = (description: string) =>
      server.inject({
        method: 'PATCH',
        url: `/api/auth/my-urns/${file.id}`,
        headers: bearer(editor),
        payload: { description },
      })
    expect((await rename(' Tower <A> ')).json()).toMatchObject({ description: 'Tower <A>.stl' })
    expect((await rename('../evil\u0001.STL')).json()).toMatchObject({ description: '..-evil-.STL' })
    expect((await rename('x'.repeat(255))).statusCode).toBe(422)
    expect((await act('DELETE', file.id, '', editor)).statusCode).toBe(403)
    expect(await bin()).toHaveLength(0)
  })

  it('hides files that others have deleted', async () => {
    const file = await server.upload(user, 'binned.stl')
    const guest = await server.createUser()
    await join(guest, 'editor')
    await act('DELETE', file.id)
    expect((await get('/api/auth/bin', guest)).json()).toEqual([])
    expect((await act('POST', file.id, '/restore', guest)).statusCode).toBe(404)
  })
})

it('audit trail records who uploaded, deleted and restored a file', async () => {
  const { id } = await server.upload(user, 'audited.stl')
  await act('DELETE', id)
  await act('POST', id, '/restore')
  const rows = await server.services.database
    .selectFrom('audit_event')
    .select(['action', 'actor'])
    .where('subject', '=', id)
    .orderBy('sequence')
    .execute()
  expect(rows).toEqual(['file.upload', 'file.bin', 'file.restore'].map((action) => ({ action, actor: user.id })))
})
