import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { readerLimits, type ReaderLimits } from '@kamar/core'
import { openDatabase, type Database, type OpenDatabase, type TranslationCompanion } from '@kamar/database'
import { DiskBlobStore, DiskDerivativeStore, type DerivativeStore } from '@kamar/storage'
import { createTemporaryFolder, removeFolder, waitUntil } from '@kamar/test-kit'
import { listStoredFiles, readManifest } from '@kamar/package-format'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { readTranslationEvent } from '../src/events/announce.js'
import { isFinal } from '../src/jobs/state-machine.js'
import { ReaderPool } from '../src/reader-process/reader-pool.js'
import type { TranslationFailureReport } from '../src/worker/do-translation.js'
import {
  createTranslationWorker,
  type TranslationWorker,
  type TranslationWorkerOptions,
} from '../src/worker/translation-worker.js'
import { enqueue, recordingContext, waitForEnd } from './queue.js'

const scripted = new URL('scripted-reader.mjs', import.meta.url)
const timing = { leaseMilliseconds: 60_000, heartbeatMilliseconds: 50 }

/** A worker and its readers. */
interface Started {
  readonly worker: TranslationWorker
  readonly pool: ReaderPool
}

type WorkerChanges = Partial<TranslationWorkerOptions> & {
  readonly limits?: Partial<ReaderLimits>
  /** Module of the reader process; null for the product's, default a scripted reader. */
  readonly entry?: URL | null
  readonly size?: number
}

/** One database and one storage for the tests of a file; workers end with their test. */
export class WorkerBench {
  folder = ''
  reports: TranslationFailureReport[] = []
  #connection: OpenDatabase | null = null
  #parts: { blobs: DiskBlobStore; derivatives: DerivativeStore } | null = null
  #context: ReturnType<typeof recordingContext> | null = null
  readonly #running: Started[] = []

  get database(): Kysely<Database> {
    return expectOpen(this.#connection).database
  }
  get blobs(): DiskBlobStore {
    return expectOpen(this.#parts).blobs
  }
  get derivatives(): DerivativeStore {
    return expectOpen(this.#parts).derivatives
  }
  get context(): ReturnType<typeof recordingContext> {
    return expectOpen(this.#context)
  }

  async open(): Promise<void> {
    this.folder = await createTemporaryFolder()
    this.#connection = await openDatabase({})
    this.#parts = {
      blobs: await DiskBlobStore.open(this.folder),
      derivatives: await DiskDerivativeStore.open(this.folder),
    }
  }

  beginTest(): void {
    this.#context = recordingContext(this.database)
    this.reports = []
  }

  async endTest(): Promise<void> {
    await this.stopAll()
    await waitUntil(() => readdirSync(join(this.folder, 'work')).length === 0, { description: 'an empty work folder' })
    await this.database.deleteFrom('translation').execute()
  }

  async close(): Promise<void> {
    await this.#connection?.close()
    await removeFolder(this.folder)
  }

  /** Stops everything that runs. */
  readonly stopAll = async (): Promise<void> => {
    await Promise.all(this.#running.splice(0).map(stop))
  }

  readonly startWorker = async (changes: WorkerChanges = {}): Promise<Started> => {
    const { limits, entry = scripted, size = 1, ...rest } = changes
    const pool = await ReaderPool.open({
      workFolder: join(this.folder, 'work'),
      size,
      warm: false,
      ...(entry && { entry }),
      limits: { ...readerLimits, ...limits },
    })
    const worker = createTranslationWorker({
      ...this.context,
      blobs: this.blobs,
      derivatives: this.derivatives,
      pool,
      timing,
      pollMilliseconds: 100,
      onFailure: (report) => this.reports.push(report),
      ...rest,
    })
    const started = { worker, pool }
    this.#running.push(started)
    worker.start()
    return started
  }

  readonly store = async (script: object): Promise<string> => {
    const content = (async function* () {
      yield Buffer.from(JSON.stringify({ ...script, nonce: Math.random() }))
    })()
    return (await this.blobs.put(content)).sha256
  }

  /** Uploads a script in place of a model and requests its translation. */
  readonly requestTranslation = async (script: object, companions: TranslationCompanion[] = []): Promise<string> => {
    const { id } = await enqueue(this.database, { blobSha256: await this.store(script), companions })
    this.context.events.publish(await readTranslationEvent(this.context.database, id))
    return id
  }

  readonly readRow = (id: string) =>
    this.database.selectFrom('translation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  readonly listFiles = (id: string) =>
    this.database.selectFrom('derivative').selectAll().where('translation_id', '=', id).orderBy('path').execute()

  /** Uploads a model and requests its translation. */
  readonly requestModel = async (content: Uint8Array, formatId: string): Promise<string> => {
    const { sha256, sizeBytes } = await this.blobs.put(splitOnce(content))
    const source = { blobSha256: sha256, sourceBytes: sizeBytes, fileName: `model.${formatId}`, formatId }
    const { id } = await enqueue(this.database, source)
    this.context.events.publish(await readTranslationEvent(this.context.database, id))
    return id
  }

  /** Returns the row in its final state. */
  readonly ended = async (id: string) => {
    await waitForEnd(this.context, id)
    return this.readRow(id)
  }

  /** Like `ended`, without the delays between attempts. */
  readonly waitForEnd = (id: string) =>
    waitUntil(
      async () => {
        await this.skipBackoff()
        const row = await this.readRow(id)
        return isFinal(row.state) ? row : null
      },
      { description: 'the end of the translation', intervalMilliseconds: 50 },
    )

  readonly skipBackoff = (): Promise<unknown> =>
    this.database
      .updateTable('translation')
      .set({ run_after: sql<Date>`now()` })
      .where('state', '=', 'queued')
      .execute()

  readonly expectCompletePackage = (id: string): Promise<void> => expectCompletePackage(this, id)
}

/** Asserts that the rows, the stored files and their hashes are identical sets. */
async function expectCompletePackage(bench: WorkerBench, id: string): Promise<void> {
  const rows = await bench.listFiles(id)
  const manifest = readManifest((await bench.readRow(id)).manifest)
  expect(manifest.state).toBe('complete')
  expect(rows.map((row) => row.path)).toEqual(
    listStoredFiles(manifest)
      .map((file) => file.path)
      .toSorted(),
  )
  const stored = async (): Promise<string> => (await bench.derivatives.list(id)).map((file) => file.path).join()
  const expected = rows.map((row) => row.path).join()
  await waitUntil(async () => (await stored()) === expected, { description: 'the end of the provisional files' })
  for (const row of rows) {
    const file = await bench.derivatives.open({ translationId: id, path: row.path })
    const bytes = file === null ? Buffer.alloc(0) : await buffer(file.content)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(row.sha256)
    expect(row).toMatchObject({ size_bytes: bytes.length, provisional: false })
  }
}

async function* splitOnce(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(content)
}

async function stop({ worker, pool }: Started): Promise<void> {
  await worker.stop()
  await pool.stop()
}

function expectOpen<Part>(part: Part | null): Part {
  if (part === null) throw new Error('the bench is not open yet')
  return part
}

/** Creates a bench for the tests of a file or of a `describe`. */
export function useWorkers(): WorkerBench {
  const bench = new WorkerBench()
  beforeAll(() => bench.open())
  afterAll(() => bench.close())
  beforeEach(() => bench.beginTest())
  afterEach(() => bench.endTest())
  return bench
}
