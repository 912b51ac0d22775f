import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readerLimits, type ReaderLimits } from '@kamar/contracts'
import { openDatabase, type Database, type OpenDatabase, type TranslationCompanion } from '@kamar/database'
import { DiskBlobStore, DiskDerivativeStore, type DerivativeStore } from '@kamar/storage'
import { createTemporaryFolder, removeFolder, waitUntil } from '@kamar/test-kit'
import { readManifest } from '@kamar/view-package'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { enqueue, recordingContext } from '../../test-support/queue.js'
import { announceTranslation } from '../events/announce.js'
import { cancelTranslation, removeUnusedTranslations } from '../jobs/commands.js'
import { isFinal } from '../jobs/state-machine.js'
import { ReaderPool } from '../reader-process/reader-pool.js'
import type { TranslationTrouble } from './do-translation.js'
import { createTranslationWorker, type TranslationWorker, type TranslationWorkerOptions } from './translation-worker.js'

const megabyte = 1024 ** 2
const scripted = new URL('../../test-support/scripted-reader.mjs', import.meta.url)
const lying = new URL('../../test-support/lying-reader.mjs', import.meta.url)
const timing = { leaseMilliseconds: 60_000, heartbeatMilliseconds: 50 }

describe('translation worker', () => {
  let folder: string
  let opened: OpenDatabase
  let database: Kysely<Database>
  let blobs: DiskBlobStore
  let derivatives: DerivativeStore
  let context: ReturnType<typeof recordingContext>
  let trouble: TranslationTrouble[]
  const running: { worker: TranslationWorker; pool: ReaderPool }[] = []

  beforeAll(async () => {
    folder = await createTemporaryFolder()
    opened = await openDatabase({})
    database = opened.database
    blobs = await DiskBlobStore.open(folder)
    derivatives = await DiskDerivativeStore.open(folder)
  })
  afterAll(async () => {
    await opened.close()
    await removeFolder(folder)
  })
  beforeEach(() => {
    context = recordingContext(database)
    trouble = []
  })
  afterEach(async () => {
    await Promise.all(running.splice(0).map(stop))
    await waitUntil(() => readdirSync(join(folder, 'work')).length === 0, { description: 'an empty work folder' })
    await database.deleteFrom('translation').execute()
  })

  async function stop({ worker, pool }: { worker: TranslationWorker; pool: ReaderPool }): Promise<void> {
    await worker.stop()
    await pool.stop()
  }

  async function startWorker(
    options: Partial<TranslationWorkerOptions> & { limits?: Partial<ReaderLimits>; entry?: URL; size?: number } = {},
  ) {
    const { limits, entry = scripted, size = 1, ...rest } = options
    const workFolder = join(folder, 'work')
    const pool = await ReaderPool.open({
      workFolder,
      size,
      warm: false,
      entry,
      limits: { ...readerLimits, ...limits },
    })
    const worker = createTranslationWorker({
      ...context,
      blobs,
      derivatives,
      pool,
      timing,
      pollMilliseconds: 20,
      onTrouble: (report) => trouble.push(report),
      ...rest,
    })
    const started = { worker, pool }
    running.push(started)
    worker.start()
    return started
  }

  async function store(script: object): Promise<string> {
    const content = (async function* () {
      yield Buffer.from(JSON.stringify({ ...script, nonce: Math.random() }))
    })()
    return (await blobs.put(content)).sha256
  }

  /** Puts a script in the place of a model and asks for its translation. */
  async function ask(script: object, companions: TranslationCompanion[] = []): Promise<string> {
    const { id } = await enqueue(database, { blobSha256: await store(script), companions })
    await announceTranslation(context, id)
    return id
  }

  const rowOf = (id: string) =>
    database.selectFrom('translation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const filesOf = (id: string) =>
    database.selectFrom('derivative').selectAll().where('translation_id', '=', id).orderBy('path').execute()
  const ended = (id: string) =>
    waitUntil(
      async () => {
        const row = await rowOf(id)
        return isFinal(row.state) ? row : null
      },
      { description: 'the end of the translation' },
    )
  const skipBackoff = (): Promise<unknown> =>
    database
      .updateTable('translation')
      .set({ run_after: sql<Date>`now()` })
      .where('state', '=', 'queued')
      .execute()

  /** The rows, the stored files and their hashes are one and the same set. */
  async function expectWholePackage(id: string): Promise<void> {
    const rows = await filesOf(id)
    const manifest = readManifest((await rowOf(id)).manifest)
    expect(manifest.state).toBe('complete')
    expect(rows.map((row) => row.path)).toEqual(manifest.files.map((file) => file.path).toSorted())
    const stored = async (): Promise<string> => (await derivatives.list(id)).map((file) => file.path).join()
    const expected = rows.map((row) => row.path).join()
    await waitUntil(async () => (await stored()) === expected, { description: 'the end of the provisional files' })
    for (const row of rows) {
      const file = await derivatives.open({ translationId: id, path: row.path })
      const bytes = file === null ? Buffer.alloc(0) : await buffer(file.content)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
      expect(row).toMatchObject({ size_bytes: bytes.length, provisional: false })
    }
  }

  it('turns a file into a package that can be read', async () => {
    await startWorker()
    const id = await ask({ do: 'draw', cubes: 3 })
    expect(await ended(id)).toMatchObject({ state: 'succeeded', progress: 100, reader: 'stl', attempts: 1 })
    await expectWholePackage(id)
    expect((await rowOf(id)).report).toMatchObject({ status: 'complete', counts: { Cube: 3 } })
    expect(trouble).toEqual([])
  })

  it('hands the reader what is attached, and an earlier result without it stays what it was', async () => {
    await startWorker()
    const alone = await ask({ companion: 'maps\\parts.json' })
    expect(await ended(alone)).toMatchObject({ state: 'failed', failure: { code: 'companion-missing' } })
    const attached = [{ name: 'Parts.JSON', sha256: await store({ do: 'draw', cubes: 2 }) }]
    const id = await ask({ companion: 'maps\\parts.json' }, attached)
    expect(await ended(id)).toMatchObject({ state: 'succeeded', companions: attached, report: { counts: { Cube: 2 } } })
    await expectWholePackage(id)
    expect(await rowOf(alone)).toMatchObject({ state: 'failed', companions: [] })
  })

  it('shows chunks while the reader works, tells of progress, and says a last word', async () => {
    await startWorker()
    const id = await ask({ do: 'draw', cubes: 160, pauseMilliseconds: 5 })
    const live = await waitUntil(
      async () => {
        const row = await rowOf(id)
        return row.state === 'running' && row.manifest !== null ? row : null
      },
      { description: 'a live manifest' },
    )
    const manifest = readManifest(live.manifest)
    expect(manifest.state).toBe('inprogress')
    const chunk = manifest.chunks[0]
    if (chunk === undefined) throw new Error('no chunk')
    expect(chunk.path).toMatch(/^provisional\/1\/\d+\.bin$/)
    const bytes = await derivatives.read({ translationId: id, path: chunk.path })
    expect(bytes?.length).toBe(chunk.size)
    const rows = await filesOf(id)
    expect(rows.every((row) => row.provisional)).toBe(true)

    await ended(id)
    await expectWholePackage(id)
    const progress = context.heard.map((event) => event.progress)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(new Set(progress).size).toBeGreaterThan(3)
    expect(context.heard.filter((event) => isFinal(event.state))).toEqual([context.heard.at(-1)])
    expect(new Set(context.heard.map((event) => event.stage))).toContain('reading')
  })

  it.each([
    [{ do: 'spin' }, { cpuSeconds: 1 }, 'processor-time'],
    [{ do: 'buffers' }, { dataBytes: 300 * megabyte }, 'memory'],
    [{ do: 'hang' }, { wallClockMilliseconds: 300 }, 'wall-clock'],
  ])('gives up %j at its limit, once, and says which it was', async (script, limits, kind) => {
    await startWorker({ limits })
    const row = await ended(await ask(script))
    expect(row).toMatchObject({ state: 'failed', attempts: 1, failure: { code: 'limit-exceeded', details: { kind } } })
    expect(await derivatives.list(row.id)).toEqual([])
  })

  it('gives up a poisonous file after three readers have died of it, with a reason', async () => {
    await startWorker()
    const id = await ask({ do: 'exit', code: 9 })
    const row = await waitUntil(async () => {
      await skipBackoff()
      const current = await rowOf(id)
      return isFinal(current.state) ? current : null
    })
    expect(row).toMatchObject({ state: 'failed', attempts: 3, failure: { code: 'reader-fault' } })
    expect(trouble.map((report) => report.translationId)).toEqual([id, id, id])
    expect(row.budget_left_milliseconds).toBeLessThan(30 * 60_000)
  })

  it('does not try again what the file is guilty of', async () => {
    await startWorker()
    const row = await ended(await ask({ do: 'refuse', failure: { code: 'damaged', bytePosition: 5 } }))
    expect(row).toMatchObject({ state: 'failed', attempts: 1, failure: { code: 'damaged', bytePosition: 5 } })
    expect(trouble).toEqual([])
  })

  it('stops a reader when its translation is cancelled, and leaves nothing behind', async () => {
    await startWorker()
    const id = await ask({ do: 'draw', cubes: 100_000, pauseMilliseconds: 5 })
    await waitUntil(async () => (await filesOf(id)).length > 0)
    await cancelTranslation(context, id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled', manifest: null })
    await waitUntil(async () => (await derivatives.list(id)).length === 0)
    expect(await filesOf(id)).toEqual([])
  })

  it('is stopped by the deletion of the file, and removes what was there', async () => {
    await startWorker()
    const id = await ask({ do: 'draw', cubes: 100_000, pauseMilliseconds: 5 })
    await waitUntil(async () => (await filesOf(id)).length > 0)
    const options = { context, derivatives, minimumAgeMilliseconds: 0 }
    await waitUntil(async () => (await removeUnusedTranslations(options)) === 1)
    expect(await derivatives.list(id)).toEqual([])
    expect(await filesOf(id)).toEqual([])
  })

  it('hands back what it was doing when it is stopped, and another worker ends it', async () => {
    const first = await startWorker()
    const id = await ask({ do: 'draw', cubes: 120, pauseMilliseconds: 10 })
    await waitUntil(async () => (await rowOf(id)).progress > 5)
    running.splice(0)
    await stop(first)
    expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0, manifest: null })
    await startWorker()
    expect(await ended(id)).toMatchObject({ state: 'succeeded' })
    await expectWholePackage(id)
  })

  it('leaves to another what was taken from it', async () => {
    await startWorker({ timing: { leaseMilliseconds: 60_000, heartbeatMilliseconds: 30 } })
    const id = await ask({ do: 'draw', cubes: 100_000, pauseMilliseconds: 5 })
    await waitUntil(async () => (await filesOf(id)).length > 0)
    const stolen = { lease_worker: 'thief', lease_until: sql<Date>`now() + interval '1 minute'` }
    await database
      .updateTable('translation')
      .set((column) => ({ ...stolen, lease_token: column('lease_token', '+', 1) }))
      .where('id', '=', id)
      .execute()
    await waitUntil(async () => (await derivatives.list(id)).length === 0)
    expect(await rowOf(id)).toMatchObject({ state: 'running', lease_worker: 'thief' })
  })

  it('takes up at once what a crash on this machine has left', async () => {
    const id = await ask({ do: 'draw' })
    await database
      .updateTable('translation')
      .set({
        state: 'running',
        lease_worker: `${hostname()}/${process.pid}/before`,
        lease_token: 7,
        lease_until: sql<Date>`now() + interval '1 hour'`,
        attempts: 1,
      })
      .where('id', '=', id)
      .execute()
    await startWorker()
    await waitUntil(async () => {
      await skipBackoff()
      return (await rowOf(id)).state !== 'running' || (await rowOf(id)).lease_token > 7
    })
    await skipBackoff()
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempts: 2 })
  })

  it('goes on when the database was away for a while', async () => {
    const errors: unknown[] = []
    let away = true
    const flaky = new Proxy(database, {
      get: (target, name: keyof typeof database) => {
        if (away && name === 'transaction') throw new Error('the database is away')
        const value: unknown = target[name]
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await startWorker({ database: flaky, onError: (error) => errors.push(error) })
    const id = await ask({ do: 'draw' })
    await waitUntil(() => errors.length > 0)
    away = false
    expect(await ended(id)).toMatchObject({ state: 'succeeded' })
  })

  it('runs as many readers at once as there are places', async () => {
    await startWorker({ size: 2 })
    const ids = await Promise.all([1, 2, 3, 4].map((cubes) => ask({ do: 'draw', cubes, pauseMilliseconds: 30 })))
    for (const id of ids) expect(await ended(id)).toMatchObject({ state: 'succeeded' })
    for (const id of ids) await expectWholePackage(id)
  })

  it('says that a blob is damaged by failing, not by crashing', async () => {
    await startWorker()
    const { id } = await enqueue(database, { content: 'never stored' })
    await announceTranslation(context, id)
    const row = await waitUntil(async () => {
      await skipBackoff()
      const current = await rowOf(id)
      return isFinal(current.state) ? current : null
    })
    expect(row).toMatchObject({ state: 'failed', failure: { code: 'reader-fault' } })
    expect(trouble.length).toBe(3)
  })

  const lies = [
    'symlink',
    'folder-symlink',
    'hard-link',
    'folder',
    'missing',
    'wrong-hash',
    'wrong-size',
    'upwards',
    'huge',
    'no-manifest',
    'noise',
  ]
  it('believes nothing that a captured reader says about its output', async () => {
    mkdirSync(join(folder, 'private'), { recursive: true })
    const secret = join(folder, 'private', 'secret.bin')
    writeFileSync(secret, 'secret')
    const sha256 = createHash('sha256').update('secret').digest('hex')
    await startWorker({ entry: lying, size: 2 })
    for (const lie of lies) {
      const id = await ask({ lie, secret, size: 6, sha256 })
      await database.updateTable('translation').set({ maximum_attempts: 1 }).where('id', '=', id).execute()
      const row = await ended(id)
      expect(row, lie).toMatchObject({ state: 'failed', manifest: null })
      expect(await derivatives.list(id), lie).toEqual([])
    }
  })

  it.runIf(process.getuid?.() === 0)('shows no half of a package when the disk is full', async () => {
    const small = join(folder, 'small')
    mkdirSync(small, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'small', small])
    try {
      const full = await DiskDerivativeStore.open(small)
      await startWorker({ derivatives: full })
      const id = await ask({ do: 'draw', cubes: 30 })
      const row = await waitUntil(async () => {
        await skipBackoff()
        const current = await rowOf(id)
        return isFinal(current.state) ? current : null
      })
      expect(row).toMatchObject({
        state: 'failed',
        attempts: 3,
        failure: { code: 'limit-exceeded', details: { kind: 'free-space' } },
      })
      expect(await filesOf(id)).toEqual([])
      await Promise.all(running.splice(0).map(stop))
    } finally {
      execFileSync('umount', [small])
    }
  })
})
