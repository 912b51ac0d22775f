import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder, waitUntil } from '@kamar/test-kit'
import { beforeAll, describe, expect, it } from 'vitest'
import { createBoxes } from '../../../test-support/boxes.js'
import { useWorkers } from '../../../test-support/worker-bench.js'
import { cancelTranslation } from '../../jobs/commands.js'
import { runTranslation } from '../../run/run-translation.js'
import { claimSlice, completeSlice, listSlices, sliceResultPath, type ClaimedSlice } from '../../jobs/slices.js'

/** A file of four slices, of which three are offered: shards get larger up to 2.5 MB of work, and a box is a kilobyte. */
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

  const claimAs = (worker: string, leaseMilliseconds = 60_000): Promise<ClaimedSlice> =>
    waitUntil(() => claimSlice(bench.database, { worker, leaseMilliseconds }), {
      description: 'a slice to claim',
      intervalMilliseconds: 5,
    })

  async function expectSamePackage(id: string): Promise<void> {
    expect(await ended(id)).toMatchObject({ state: 'succeeded' })
    expect(await listHashes(id)).toEqual((await expected).toSorted())
    await bench.expectCompletePackage(id)
    expect(await listSlices(bench.database, id)).toEqual([])
  }

  it('gets the package of one worker, byte for byte, from two', async () => {
    const workers = [
      await startWorker({ ...product, pollMilliseconds: 10 }),
      await startWorker({ ...product, pollMilliseconds: 10 }),
    ]
    const id = await requestModel(boxes, 'ifc')
    const helpers = new Set<string>()
    await waitUntil(async () => {
      const rows = await bench.database.selectFrom('translation_slice').select('lease_worker').execute()
      for (const { lease_worker: worker } of rows) if (worker !== null) helpers.add(worker)
      return helpers.size > 0
    })
    await expectSamePackage(id)
    expect(workers.map(({ worker }) => worker.name)).toContain([...helpers][0])
    expect((await bench.readRow(id)).attempts).toBe(1)
  })

  it('does the slice of a worker that is silent', async () => {
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const { number } = await claimAs('silent', 1)
    await expectSamePackage(id)
    expect(number).toBeGreaterThan(0)
  })

  it.each([
    ['of another hash', 'a'.repeat(64)],
    ['that is no result', createHash('sha256').update('garbage').digest('hex')],
  ])('does a slice whose result is a file %s', async (_, sha256) => {
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const { number, leaseToken: token, translationId } = await claimAs('faulty')
    const garbage = Buffer.from('garbage')
    await bench.derivatives.write({ translationId, path: sliceResultPath({ number, token }) }, garbage)
    const lease = { translationId, number, token, worker: 'faulty' }
    expect(await completeSlice(bench.database, lease, { sha256, sizeBytes: garbage.length })).toBe(true)
    await expectSamePackage(id)
  })

  it('goes on with the slices that are done when the reader is killed', async () => {
    await startWorker(product)
    const id = await requestModel(boxes, 'ifc')
    const done = await waitUntil(
      async () => {
        const slices = (await listSlices(bench.database, id)).filter(({ state }) => state === 'done')
        return slices.length > 0 ? slices : null
      },
      { description: 'a slice that is done', intervalMilliseconds: 5 },
    )
    for (const pid of readerProcesses()) process.kill(pid, 'SIGKILL')
    await bench.waitForEnd(id)
    await expectSamePackage(id)
    expect(await bench.readRow(id)).toMatchObject({ attempts: 2 })
    expect(done.length).toBeGreaterThan(0)
  })

  it('ends the work of all workers when the translation is cancelled, and leaves nothing', async () => {
    await startWorker({ ...product, pollMilliseconds: 10 })
    await startWorker({ ...product, pollMilliseconds: 10 })
    const id = await requestModel(boxes, 'ifc')
    await waitUntil(async () => (await listSlices(bench.database, id)).some(({ state }) => state === 'running'), {
      description: 'a slice of the other worker',
      intervalMilliseconds: 5,
    })
    await cancelTranslation(bench.context, id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    await waitUntil(() => readerProcesses().length === 0, { description: 'the end of all readers' })
    expect(await listSlices(bench.database, id)).toEqual([])
    await waitUntil(async () => (await bench.derivatives.list(id)).length === 0, { description: 'an empty store' })
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
