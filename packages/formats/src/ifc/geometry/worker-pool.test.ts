import { compiledModule } from '@kamar/core'
import { afterEach, describe, expect, it } from 'vitest'
import { boxRows, projectRows } from '../testing/model-text.js'
import type { KernelFaults } from '../testing/faulty-kernels.js'
import { encodeText, stepFile } from '../testing/step-file.js'
import { jobKind, jobOutcome, type Shard, type ShardedFile } from './shards/shard.js'
import { GeometryWorker, WorkerStore, GeometryWorkerPool, type ShardEnd, type WorkerDoor } from './worker-pool.js'

const createDoor = (faults: KernelFaults): WorkerDoor => ({
  script: compiledModule(import.meta.url, '../testing/faulty-worker.js'),
  data: { faults },
})
const brokenDoor: WorkerDoor = { script: new URL('no-such-worker.js', import.meta.url), data: {} }

const file: ShardedFile = { content: encodeText(stepFile({ rows: '' })), schema: 'IFC4', unitMetres: 1 }

/** Creates a shard of boxes, each by the number of its item. */
function createShard(...items: readonly number[]): Shard {
  return {
    number: 7,
    runs: new Float64Array(0),
    text: projectRows() + items.map((id) => boxRows(id, [1, 1, id])).join(''),
    jobs: Float64Array.from(items.flatMap((id) => [jobKind.item, id, 0, 0, 0])),
    scales: new Float64Array(items.length * 3).fill(1),
    faceColors: new Map(),
    cost: 1000,
  }
}

const shortTimeout = { milliseconds: () => 1000 }
const patient = { milliseconds: () => 60_000 }
const started: GeometryWorker[] = []

function listOutcomes(end: ShardEnd): number[] {
  if (end.kind !== 'result') throw new Error(`the shard came back as ${end.kind}`)
  return [...end.result.outcomes]
}

async function startWorker(door: WorkerDoor): Promise<GeometryWorker> {
  const worker = new GeometryWorker(door)
  started.push(worker)
  await worker.ready
  worker.openFile(file)
  return worker
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((worker) => worker.stop()))
})

describe('GeometryWorker', () => {
  it('runs one shard after the other', async () => {
    const worker = await startWorker(createDoor({}))
    for (const items of [[60], [70, 80]]) {
      const end = await worker.run({ shard: createShard(...items), skip: [], timeout: patient })
      expect(end).toMatchObject({ kind: 'result', result: { number: 7, isOpened: true } })
      expect(listOutcomes(end)).toEqual(items.map(() => jobOutcome.done))
    }
    expect([worker.isBusy, worker.isTerminated]).toEqual([false, false])
  })

  it('skips the given jobs', async () => {
    const worker = await startWorker(createDoor({ 70: 'hang' }))
    const end = await worker.run({ shard: createShard(60, 70, 80), skip: [1], timeout: shortTimeout })
    expect(listOutcomes(end)).toEqual([jobOutcome.done, jobOutcome.failed, jobOutcome.done])
  })

  it('is stopped at a job that exceeds the timeout and reports the job', async () => {
    const worker = await startWorker(createDoor({ 70: 'hang' }))
    const end = await worker.run({ shard: createShard(60, 70, 80), skip: [], timeout: shortTimeout })
    expect(end).toEqual({ kind: 'lost', job: 1, hung: true })
    expect(worker.isTerminated).toBe(true)
  })

  it('uses the timeout of its current job', async () => {
    const requestedJobs = new Set<number>()
    const worker = await startWorker(createDoor({ 80: 'hang' }))
    const timeout = { milliseconds: (job: number) => (requestedJobs.add(job), 1000) }
    await worker.run({ shard: createShard(60, 70, 80), skip: [], timeout })
    expect(requestedJobs.has(2)).toBe(true)
  })

  it('reports the job at which its thread ended', async () => {
    const worker = await startWorker(createDoor({ 80: 'end-thread' }))
    const end = await worker.run({ shard: createShard(60, 70, 80), skip: [], timeout: patient })
    expect(end).toEqual({ kind: 'lost', job: 2, hung: false })
    expect(worker.isTerminated).toBe(true)
  })

  it('reports a shard as lost when already stopped', async () => {
    const worker = await startWorker(createDoor({}))
    await worker.stop()
    expect(await worker.run({ shard: createShard(60), skip: [], timeout: patient })).toMatchObject({ kind: 'lost' })
  })

  it('loses its shard when stopped during a job', async () => {
    const worker = await startWorker(createDoor({ 60: 'hang' }))
    const end = worker.run({ shard: createShard(60), skip: [], timeout: patient })
    expect(worker.isBusy).toBe(true)
    await worker.stop()
    expect(await end).toMatchObject({ kind: 'lost', hung: false })
  })

  it('reports why it cannot start', async () => {
    const worker = new GeometryWorker(brokenDoor)
    await worker.ready
    const end = await worker.run({ shard: createShard(60), skip: [], timeout: patient })
    expect(end).toMatchObject({ kind: 'no-worker', error: { code: expect.stringMatching(/MODULE_NOT_FOUND/) } })
  })

  it('fails a shard that is not a STEP file and runs the next', async () => {
    const worker = await startWorker(createDoor({}))
    const shard = { ...createShard(60), text: '\n#1=;\n#2=IFCWALL((((;' }
    const end = await worker.run({ shard, skip: [], timeout: patient })
    expect(listOutcomes(end)).not.toContain(jobOutcome.done)
    const next = await worker.run({ shard: createShard(60), skip: [], timeout: patient })
    expect(next).toMatchObject({ kind: 'result', result: { isOpened: true } })
  })
})

describe('geometry worker pool', () => {
  it('keeps its workers for the next file', async () => {
    const store = new WorkerStore(createDoor({}))
    const first = new GeometryWorkerPool(2, store)
    await first.ready()
    first.openFile(file)
    const workers = [first.worker(0), first.worker(1)]
    started.push(...workers)
    await first.release()
    const second = new GeometryWorkerPool(2, store)
    expect([second.worker(0), second.worker(1)]).toEqual(workers)
    second.openFile(file)
    const end = await second.worker(1).run({ shard: createShard(60), skip: [], timeout: patient })
    expect(end.kind).toBe('result')
  })

  it('replaces a lost worker and opens the file in the new one', async () => {
    const pool = new GeometryWorkerPool(1, new WorkerStore(createDoor({ 70: 'end-thread' })))
    pool.openFile(file)
    const lost = pool.worker(0)
    await lost.run({ shard: createShard(70), skip: [], timeout: patient })
    const next = pool.worker(0)
    started.push(next)
    expect(next).not.toBe(lost)
    const end = await next.run({ shard: createShard(60), skip: [], timeout: patient })
    expect(end).toMatchObject({ kind: 'result', result: { isOpened: true } })
  })

  it('does not return a busy worker to the store', async () => {
    const store = new WorkerStore(createDoor({ 70: 'hang' }))
    const pool = new GeometryWorkerPool(1, store)
    await pool.ready()
    pool.openFile(file)
    const busy = pool.worker(0)
    const end = busy.run({ shard: createShard(70), skip: [], timeout: patient })
    await pool.release()
    expect(await end).toMatchObject({ kind: 'lost' })
    const next = store.take()
    started.push(next)
    expect(next).not.toBe(busy)
  })
})
