import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { newId, openDatabase, type Database, type JsonObject, type OpenDatabase } from '@kamar/database'
import { DiskBlobStore, DiskDerivativeStore } from '@kamar/storage'
import {
  createTemporaryFolder,
  removeFolder,
  startCloudService,
  waitUntil,
  type CloudBehaviour,
  type CloudService,
} from '@kamar/test-kit'
import { readManifest } from '@kamar/package-format'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertAccount, recordingContext, waitForEnd } from '../../test-support/queue.js'
import { UnboxedReaders } from '../../test-support/unboxed-readers.js'
import { readTranslationEvent } from '../events/announce.js'
import { cancelTranslation } from '../jobs/commands.js'
import { enqueueTranslation } from '../jobs/enqueue.js'
import { cloudOption } from '../providers/files-may-leave.js'
import { ReaderPool } from '../reader-process/reader-pool.js'
import { createTranslationWorker, type TranslationWorker } from '../worker/translation-worker.js'
import { CloudProvider } from './cloud-provider.js'
import type { CloudRefusal } from './cloud-refusal.js'
import { cloudTiming, type CloudTiming } from './cloud-settings.js'

const now = new Date('2026-11-22T08:00:00.000Z')
const shortTiming: CloudTiming = {
  ...cloudTiming,
  pollMilliseconds: 20,
  firstRetryMilliseconds: 5,
  maxRetryMilliseconds: 20,
  attempts: 3,
  partBytes: 1000,
}
/** Not supported by any reader here: a design web file of an older release, 2,500 bytes. */
const drawing = Buffer.concat([Buffer.from('(DWF V00.55)'), Buffer.alloc(2488, 7)])

describe('Autodesk cloud provider', () => {
  let folder: string
  let connection: OpenDatabase
  let database: Kysely<Database>
  let blobs: DiskBlobStore
  let derivatives: DiskDerivativeStore
  let pool: ReaderPool
  let context: ReturnType<typeof recordingContext>
  let service: CloudService
  let workers: TranslationWorker[] = []
  let refused: { reason: CloudRefusal; message: string }[] = []

  beforeAll(async () => {
    folder = await createTemporaryFolder()
    connection = await openDatabase({})
    database = connection.database
    blobs = await DiskBlobStore.open(folder)
    derivatives = await DiskDerivativeStore.open(folder)
    pool = await ReaderPool.open({ workFolder: join(folder, 'work'), size: 1, warm: false })
  })
  afterAll(async () => {
    await pool.stop()
    await connection.close()
    await removeFolder(folder)
  })
  beforeEach(async () => {
    context = recordingContext(database)
    refused = []
    service = await startCloudService()
  })
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()))
    await service.close()
  })

  /** Reads files in this process where the sandbox is not under test. */
  function startWorker({
    timing = shortTiming,
    secret = service.behaviour.clientSecret,
    hasCredentials = true,
    isSandboxed = false,
  } = {}) {
    const { clientId } = service.behaviour
    const settings = { clientId, clientSecret: secret, region: 'US', baseUrl: service.url }
    const cloud = new CloudProvider({ settings, workFolder: join(folder, 'work'), timing, now: () => now })
    const worker = createTranslationWorker({
      ...context,
      blobs,
      derivatives,
      pool: isSandboxed ? pool : new UnboxedReaders(join(folder, 'work')),
      pollMilliseconds: 100,
      timing: { leaseMilliseconds: 60_000, heartbeatMilliseconds: 50 },
      cloud: hasCredentials ? cloud : null,
      onRefused: ({ reason, message }) => refused.push({ reason, message }),
    })
    workers.push(worker)
    worker.start()
    return worker
  }

  /** Uploads a file to a project of its own; the translation is requested as the project allows. */
  async function upload({ mayLeave = true, content = Buffer.concat([drawing, Buffer.from(newId())]) } = {}) {
    const owner = await insertAccount(database)
    const { sha256 } = await blobs.put(Readable.from([content]))
    const [projectId, fileId, versionId] = [newId(), newId(), newId()]
    await database
      .insertInto('project')
      .values({ id: projectId, name: 'P', owner_id: owner, files_may_leave: mayLeave })
      .execute()
    await database
      .insertInto('blob')
      .values({ sha256, size_bytes: content.length })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const { id } = await enqueueTranslation(database, {
      blobSha256: sha256,
      sourceBytes: content.length,
      fileName: 'model.dwf',
      formatId: 'dwf',
      options: mayLeave ? cloudOption : {},
    })
    const names = { search_name: 'model', sort_name: 'model', description: 'model.dwf' }
    await database
      .insertInto('file')
      .values({ id: fileId, project_id: projectId, ...names })
      .execute()
    await database
      .insertInto('file_version')
      .values({
        id: versionId,
        file_id: fileId,
        number: 1,
        urn: newId(),
        blob_sha256: sha256,
        size_bytes: content.length,
        extension: '.dwf',
        detected_format: 'dwf',
        translation_id: id,
        uploaded_by: owner,
        upload_id: null,
      })
      .execute()
    context.events.publish(await readTranslationEvent(context.database, id))
    return { id, projectId, fileId, content }
  }

  const readRow = (id: string) =>
    database.selectFrom('translation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const ended = async (id: string) => {
    await waitForEnd(context, id)
    return readRow(id)
  }
  /** Asserts that no file remains with the service, and no folder here. */
  function expectEmptyService(): void {
    expect([...service.objects.keys()]).toEqual([])
    expect([...service.translations.keys()]).toEqual([])
    expect(readdirSync(join(folder, 'work')).filter((name) => name.startsWith('cloud-'))).toEqual([])
  }

  it('creates a view package, names itself and the omitted parts, and leaves nothing behind', async () => {
    service.behaviour.expiredParts = 1
    startWorker({ isSandboxed: true })
    const { content, id } = await upload()
    const uploads: Buffer[] = []
    await waitUntil(() => {
      const [object] = service.objects.values()
      if (object) uploads.push(object)
      return uploads.length > 0
    })
    const row = await ended(id)
    expect(row).toMatchObject({ state: 'succeeded', reader: 'svf', failure: null })
    const manifest = readManifest(row.manifest)
    expect(manifest.source).toMatchObject({
      formatId: 'dwf',
      bytes: content.length,
      provider: { id: 'autodesk-cloud', at: now.toISOString() },
    })
    expect(manifest.counts).toMatchObject({ nodes: 4, meshes: 1, instances: 3 })
    expect(manifest.report).toMatchObject({
      status: 'partial',
      skipped: [
        { kind: 'fragment', reason: 'hidden', count: 1 },
        { kind: 'sheet', reason: 'pdf', count: 2 },
        { kind: 'view', reason: 'other-view', count: 1 },
      ],
      findings: [{ code: 'autodesk-cloud', details: { date: '2026-11-22' } }],
    })
    const stored = await derivatives.list(id)
    expect(stored.map(({ path }) => path).toSorted()).toEqual(manifest.files.map(({ path }) => path).toSorted())
    expect(uploads[0]).toEqual(content)
    expectEmptyService()
    const stages = new Set(context.receivedEvents.map(({ stage }) => stage))
    expect([...stages]).toEqual(expect.arrayContaining(['cloud-upload', 'cloud-translation']))
  })

  it('requests drawings as PDF where the service supports it', async () => {
    startWorker()
    const { id } = await upload()
    await ended(id)
    expect(service.jobs).toMatchObject([{ output: { formats: [{ type: 'svf', views: ['2d', '3d'] }] } }])
    await database.updateTable('translation').set({ format_id: 'dwg' }).where('id', '=', id).execute()
    const provider = new CloudProvider({
      settings: {
        clientId: 'client-of-the-test',
        clientSecret: 'secret-of-the-test',
        region: 'EMEA',
        baseUrl: service.url,
      },
      workFolder: join(folder, 'work'),
      timing: shortTiming,
    })
    service.behaviour.outcome = 'failed'
    const task = { translationId: newId(), path: (await blobs.materialise((await readRow(id)).blob_sha256)).path }
    const observers = {
      signal: new AbortController().signal,
      readSandboxed: () => Promise.reject(new Error('not read')),
    }
    const response = await provider.translate(
      { ...task, fileName: 'a.dwg', formatId: 'dwg', companions: [] },
      observers,
    )
    expect(response).toMatchObject({ kind: 'refused', refusal: 'not-translated' })
    expect(service.jobs[1]).toMatchObject({
      output: { destination: { region: 'emea' }, formats: [{ type: 'svf', advanced: { '2dviews': 'pdf' } }] },
    })
  })

  const refusals: readonly (readonly [string, Partial<CloudBehaviour>, CloudRefusal])[] = [
    ['a failed translation', { outcome: 'failed' }, 'not-translated'],
    ['a format that the service rejects', { outcome: 'not-taken' }, 'not-translated'],
    ['a file with drawings only', { outcome: 'only-sheets' }, 'only-sheets'],
    ['a service that stays busy', { busy: { status: 429, times: 99 } }, 'unavailable'],
    ['a service that is broken', { busy: { status: 503, times: 99 } }, 'unavailable'],
    ['an unreadable response', { fixture: { archive: Buffer.from('PK'), files: new Map() } }, 'not-readable'],
    ['a missing result file', { missing: ['FragmentList.pack'] }, 'not-readable'],
  ]
  it.each(refusals)('reports the outcome of %s', async (_, behaviour, reason) => {
    Object.assign(service.behaviour, behaviour)
    startWorker()
    const { id } = await upload()
    expect(await ended(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'unsupported-version', details: { cloud: reason } },
    })
    expect(refused).toMatchObject([{ reason }])
    expect(JSON.stringify(refused)).not.toMatch(/secret|token-of|signed-/)
    if (reason !== 'unavailable') expectEmptyService()
  })

  it('retries when the service is busy for a moment', async () => {
    service.behaviour.busy = { status: 429, times: 1 }
    startWorker()
    const { id } = await upload()
    expect((await ended(id)).state).toBe('succeeded')
    expectEmptyService()
  })

  it('fails at the time limit', async () => {
    service.behaviour.outcome = 'never'
    startWorker({ timing: { ...shortTiming, maxMilliseconds: 1_000 } })
    const { id } = await upload()
    expect(await ended(id)).toMatchObject({ failure: { details: { cloud: 'time-limit' } } })
    expectEmptyService()
  })

  it('fails when the service does not respond', async () => {
    service.behaviour.isSilent = true
    startWorker({ timing: { ...shortTiming, callMilliseconds: 50 } })
    const { id } = await upload()
    expect(await ended(id)).toMatchObject({ failure: { details: { cloud: 'unavailable' } } })
  })

  it('stops immediately when cancelled and removes the uploaded file', async () => {
    service.behaviour.outcome = 'never'
    startWorker()
    const { id } = await upload()
    await waitUntil(() => service.translations.size > 0)
    await cancelTranslation(context, id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } })
    expectEmptyService()
  })

  it('resumes after a restart without uploading twice', async () => {
    service.behaviour.outcome = 'never'
    const first = startWorker()
    const { id } = await upload()
    await waitUntil(() => service.translations.size > 0)
    await first.stop()
    expect((await readRow(id)).state).toBe('queued')
    expect(service.objects.size).toBe(1)
    service.behaviour.outcome = 'success'
    startWorker()
    expect((await ended(id)).state).toBe('succeeded')
    expect(service.jobs).toHaveLength(1)
    expect(service.requests.filter((request) => request.startsWith('PUT /signed-upload/'))).toHaveLength(3)
    expectEmptyService()
  })

  it('leaves readers free while it waits', async () => {
    service.behaviour.outcome = 'never'
    startWorker({ isSandboxed: true })
    const cloudFile = await upload()
    await waitUntil(() => service.translations.size > 0)
    const cube = Buffer.from(
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n',
    )
    const { sha256 } = await blobs.put(Readable.from([cube]))
    await database.insertInto('blob').values({ sha256, size_bytes: cube.length }).execute()
    const { id } = await enqueueTranslation(database, {
      blobSha256: sha256,
      sourceBytes: cube.length,
      fileName: 'a.stl',
      formatId: 'stl',
    })
    context.events.publish(await readTranslationEvent(context.database, id))
    expect((await ended(id)).state).toBe('succeeded')
    expect((await readRow(cloudFile.id)).state).toBe('running')
    await cancelTranslation(context, cloudFile.id)
    await ended(cloudFile.id)
  })

  it('reports wrong credentials and uploads no file', async () => {
    startWorker({ secret: 'another' })
    const { id } = await upload()
    expect(await ended(id)).toMatchObject({ failure: { details: { cloud: 'credentials' } } })
    expect(new Set(service.requests)).toEqual(new Set(['POST /authentication/v2/token']))
  })

  describe('Autodesk cloud upload', () => {
    const untouched = async (id: string): Promise<JsonObject | null> => {
      const row = await ended(id)
      expect(service.requests).toEqual([])
      expect(row).toMatchObject({ state: 'failed', failure: { code: 'unsupported-version' } })
      expect(row.failure?.details?.['cloud']).toBeUndefined()
      return row.report
    }

    it('is skipped for a project without permission', async () => {
      startWorker()
      expect(await untouched((await upload({ mayLeave: false })).id)).toBeNull()
    })

    it('is skipped when the project has withdrawn its permission', async () => {
      const { id, projectId } = await upload()
      await database.updateTable('project').set({ files_may_leave: false }).where('id', '=', projectId).execute()
      startWorker()
      expect(await untouched(id)).toBeNull()
    })

    it('is skipped once the file is in the bin', async () => {
      const { fileId, id } = await upload()
      await database.updateTable('file').set({ deleted_at: new Date() }).where('id', '=', fileId).execute()
      startWorker()
      expect(await untouched(id)).toBeNull()
    })

    it('is skipped without credentials', async () => {
      startWorker({ hasCredentials: false })
      expect(await untouched((await upload()).id)).toBeNull()
    })

    it('is skipped for formats of installed readers', async () => {
      startWorker()
      const owner = await upload({
        content: Buffer.from(
          'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 2 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid\n',
        ),
      })
      expect((await ended(owner.id)).state).toBe('succeeded')
      expect(service.requests).toEqual([])
    })
  })

  it('runs again after a failure or a preview, but not after a complete result', async () => {
    service.behaviour.outcome = 'failed'
    startWorker()
    const first = await upload()
    await ended(first.id)
    service.behaviour.outcome = 'success'
    const second = await upload({ content: first.content })
    // A refused file stays refused, like a preview that users have seen: a retry is a translation of its own.
    expect(second.id).not.toBe(first.id)
    expect((await ended(second.id)).state).toBe('succeeded')
    const jobs = service.jobs.length
    expect((await upload({ content: first.content })).id).toBe(second.id)
    let latest = second
    for (const [more, undrawn] of [{ status: 'preview' }, { status: 'partial', nothingDrawn: true }].entries()) {
      const report = JSON.stringify({ ...undrawn, counts: {}, skipped: [], findings: [], missingCompanions: [] })
      await database.updateTable('translation').set({ report }).where('id', '=', latest.id).execute()
      const next = await upload({ content: first.content })
      expect(next.id).not.toBe(latest.id)
      expect((await ended(next.id)).state).toBe('succeeded')
      expect(service.jobs.length).toBe(jobs + more + 1)
      latest = next
    }
  })
})
