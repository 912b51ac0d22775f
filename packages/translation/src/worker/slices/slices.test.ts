import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, waitUntil } from '@kamar/test-kit'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createBoxes } from '../../../test-support/boxes.js'
import { useWorkers } from '../../../test-support/worker-bench.js'
import { cancelTranslation } from '../../jobs/commands.js'
import { runTranslation } from '../../run/run-translation.js'
import { completeSlice, listSlices, sliceResultPath } from '../../jobs/slices.js'
import { ReaderPool } from '../../reader-process/reader-pool.js'
import type { Workshop } from '../do-translation.js'
import { doSlices } from './slice-session.js'

/** The properties are the slice after those of the geometry. */
const propertySlice = 3
/** A file of three slices, of which two are offered: shards get larger up to 2.5 MB of work, and a box is a kilobyte. */
const boxes = createBoxes(2_500)
const slicing = { minFileBytes: 0, sliceBytes: 100_000 }
const product = { entry: null, slicing }

/** Returns the files of the package that one process makes without slices. */
async function makeExpected(): Promise<string[]> {
  const folder = await temporaryFolder()
  const path = join(folder, 'model.ifc')
  const outputFolder = join(folder, 'package')
  writeFileSync(path, boxes)
  mkdirSync(outputFolder)
  const outcome = await runTranslation({ path, outputFolder, fileName: 'model.ifc', formatId: 'ifc' })
  if (!outcome.ok) throw new Error(outcome.failure.code)
  return outcome.manifest.files.map(({ path: file, sha256 }) => `${file} ${sha256}`)
}

describe('a file that several workers share', () => {
  const bench = useWorkers()
  let expected: Promise<string[]>
  beforeAll(() => {
    expected = makeExpected()
  })
  const { ended, listFiles, requestModel, startWorker } = bench

  const listHashes = async (id: string): Promise<string[]> =>
    (await listFiles(id)).map(({ path, sha256 }) => `${path} ${sha256}`)

  /**
   * Gives slices to a worker at the moment in which they are offered, before the worker of the translation can claim it.
   */
  async function giveTo(
    worker: string,
    { numbers, milliseconds = 60_000 }: { numbers: number[]; milliseconds?: number },
  ) {
    await sql`
      create or replace function give_slice() returns trigger language plpgsql as $$ begin
        if new.number in (${sql.join(numbers.map((number) => sql.lit(number)))}) then
          new.state := 'running'; new.lease_worker := ${sql.lit(worker)}; new.lease_token := 1;
          new.lease_until := now() + make_interval(secs => ${sql.lit(milliseconds / 1000)});
        end if;
        return new;
      end $$`.execute(bench.database)
    await sql`create trigger give_slice before insert on translation_slice for each row execute function give_slice()`.execute(
      bench.database,
    )
  }
  afterEach(() => sql`drop trigger if exists give_slice on translation_slice`.execute(bench.database))

  /** Waits until a slice is offered. */
  const offered = (number: number) =>
    waitUntil(
      () =>
        bench.database
          .selectFrom('translation_slice')
          .innerJoin('translation', 'translation.id', 'translation_slice.translation_id')
          .select(['translation_id', 'task_sha256', 'blob_sha256', 'file_name', 'format_id'])
          .where('number', '=', number)
          .executeTakeFirst(),
      { description: 'an offered slice', intervalMilliseconds: 20 },
    )

  /** Does a slice, and those that are left after it, as another worker. */
  async function help(number: number, controller: AbortController): Promise<boolean> {
    const row = await offered(number)
    const pool = await ReaderPool.open({ workFolder: join(bench.folder, `helper-${number}`), size: 1, warm: false })
    const workshop: Workshop = {
      context: bench.context,
      blobs: bench.blobs,
      derivatives: bench.derivatives,
      pool,
      cloud: null,
      canRemove: true,
      timing: { leaseMilliseconds: 60_000, heartbeatMilliseconds: 50 },
      slicing,
      onRefused: () => undefined,
      onFailure: (report) => bench.reports.push(report),
    }
    const claimed = {
      translationId: row.translation_id,
      number,
      leaseToken: 1,
      taskSha256: row.task_sha256,
      blobSha256: row.blob_sha256,
      fileName: row.file_name,
      formatId: row.format_id,
    }
    try {
      return await doSlices({ workshop, worker: 'helper', controller }, claimed)
    } finally {
      await pool.stop()
    }
  }

  async function expectSamePackage(id: string): Promise<void> {
    expect(await ended(id)).toMatchObject({ state: 'succeeded' })
    expect(await listHashes(id)).toEqual((await expected).toSorted())
    await bench.expectCompletePackage(id)
    expect(await listSlices(bench.database, id)).toEqual([])
  }

  it('gets the package of one worker, byte for byte, from two', async () => {
    await giveTo('helper', { numbers: [1] })
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const controller = new AbortController()
    const helping = help(1, controller)
    await expectSamePackage(id)
    controller.abort('shutdown')
    expect(await helping).toBe(true)
    expect(await bench.readRow(id)).toMatchObject({ attempts: 1 })
    expect(bench.reports).toEqual([])
  })

  it('gets the properties from another worker', async () => {
    await giveTo('helper', { numbers: [1, propertySlice] })
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const controller = new AbortController()
    const helping = [help(1, controller), help(propertySlice, controller)]
    await expectSamePackage(id)
    controller.abort('shutdown')
    expect(await Promise.all(helping)).toEqual([true, true])
    expect(bench.reports).toEqual([])
  })

  it('does the slice of a worker that is silent', async () => {
    await giveTo('silent', { numbers: [1], milliseconds: 1 })
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    await expectSamePackage(id)
    expect(await bench.readRow(id)).toMatchObject({ attempts: 1 })
  })

  it.each([
    ['of another hash', 'a'.repeat(64)],
    ['that is no result', createHash('sha256').update('garbage').digest('hex')],
  ])('does slices whose result is a file %s', async (_, sha256) => {
    await giveTo('faulty', { numbers: [1, propertySlice] })
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const garbage = Buffer.from('garbage')
    for (const number of [1, propertySlice]) {
      const { translation_id: translationId } = await offered(number)
      await bench.derivatives.write({ translationId, path: sliceResultPath({ number, token: 1 }) }, garbage)
      const lease = { translationId, number, token: 1, worker: 'faulty' }
      expect(await completeSlice(bench.database, lease, { sha256, sizeBytes: garbage.length })).toBe(true)
    }
    await expectSamePackage(id)
  })

  it('goes on with the slices that are done when the reader is killed', async () => {
    // The last slice is kept back, so that the translation does not end before.
    await giveTo('slow', { numbers: [2] })
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const states = async (): Promise<string> =>
      (await listSlices(bench.database, id)).map(({ state }) => state).join(' ')
    // The properties wait, because another worker does a slice.
    const expectedStates = 'done running waiting'
    await waitUntil(async () => (await states()) === expectedStates, { description: 'a slice that is done' })
    for (const pid of readerProcesses()) process.kill(pid, 'SIGKILL')
    await waitUntil(async () => (await bench.readRow(id)).state === 'queued', { description: 'the end of the attempt' })
    expect(await states()).toBe(expectedStates)
    const tokens = (await listSlices(bench.database, id)).map(({ leaseToken }) => leaseToken)
    await bench.skipBackoff()
    await waitUntil(async () => (await bench.readRow(id)).progress > 0 && (await states()) === expectedStates)
    expect((await listSlices(bench.database, id)).map(({ leaseToken }) => leaseToken)).toEqual(tokens)
    await bench.database
      .updateTable('translation_slice')
      .set({ lease_until: sql<Date>`now()` })
      .where('number', '=', 2)
      .execute()
    await expectSamePackage(id)
    expect(await bench.readRow(id)).toMatchObject({ attempts: 2 })
  })

  it('ends the work of all workers when the translation is cancelled, and leaves nothing', async () => {
    await giveTo('helper', { numbers: [1] })
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const helping = help(1, new AbortController())
    await offered(1)
    await cancelTranslation(bench.context, id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    expect(await helping).toBe(true)
    expect(readerProcesses()).toEqual([])
    expect(await listSlices(bench.database, id)).toEqual([])
    expect(await bench.derivatives.list(id)).toEqual([])
  })
})

/** Returns the ids of the reader processes of this process. */
function readerProcesses(): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    const stat = readStat(name)
    if (stat !== null) parents.set(Number(name), stat)
  }
  const isOwn = (pid: number): boolean => pid === process.pid || (parents.has(pid) && isOwn(parents.get(pid) ?? 0))
  return [...parents.keys()].filter((pid) => pid !== process.pid && pid > 1 && isOwn(pid))
}

/** Returns the parent of a process; null when it has ended. */
function readStat(pid: string): number | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [state, parent] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : Number(parent)
  } catch {
    return null
  }
}
