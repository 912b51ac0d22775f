import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { boxProduct } from '../testing/model-text.js'
import { createShardSource } from '../testing/shard-source.js'
import { Meshing, type ShardWorkerPool } from './meshing.js'
import type { FinishedShard } from './queue/meshing-task.js'
import { PlainQueue } from './queue/plain-queue.js'
import { ShardBuilder } from './shards/shard-builder.js'
import { ShardSequence } from './shards/shard-sequence.js'
import { jobOutcome, jobStride, type Shard, type ShardResult } from './shards/shard.js'
import type { ShardEnd } from './worker-pool.js'

/** Result of a test worker for a shard. */
type Responder = (shard: Shard, skip: readonly number[]) => ShardEnd | Promise<ShardEnd>

function createResult(shard: Shard, skip: readonly number[], isOpened = true): ShardResult {
  const outcomes = new Uint8Array(shard.jobs.length / jobStride).fill(isOpened ? jobOutcome.done : jobOutcome.failed)
  for (const job of skip) outcomes[job] = jobOutcome.failed
  const none = { placedNumbers: new Int32Array(), placedMatrices: new Float64Array(), placements: new Float64Array() }
  return { number: shard.number, isOpened, outcomes, ...none, meshKeys: [], meshes: [], buffer: new ArrayBuffer(0) }
}
const done: Responder = (shard, skip) => ({ kind: 'result', result: createResult(shard, skip) })

/** Returns the statement numbers of the items that a shard requests. */
const listItems = ({ jobs }: Shard): number[] =>
  [...jobs.keys()].filter((at) => at % jobStride === 1).map((at) => jobs[at] ?? 0)

class ScriptedWorkerPool implements ShardWorkerPool {
  readonly size: number
  readonly runs: { readonly items: number[]; readonly skip: number[]; readonly timeout: number }[] = []
  inFlight = 0
  readonly #respond: Responder

  constructor(size: number, respond: Responder) {
    this.size = size
    this.#respond = respond
  }

  worker(): ReturnType<ShardWorkerPool['worker']> {
    return {
      run: async ({ shard, skip, timeout }) => {
        this.runs.push({ items: listItems(shard), skip: [...skip], timeout: timeout.milliseconds(0) })
        this.inFlight++
        const end = await this.#respond(shard, skip)
        this.inFlight--
        return end
      },
    }
  }

  stopWork(): Promise<void> {
    return Promise.resolve()
  }
}

/** Creates boxes whose items are #106, #116, #126 … */
async function createMeshing(
  count: number,
  pool: ShardWorkerPool,
  options: { lists?: number[][]; signal?: AbortSignal } = {},
) {
  const ids = Array.from({ length: count }, (_, at) => 100 + 10 * at)
  const source = await createShardSource(ids.map((id) => boxProduct({ id, size: [1, 1, id] })).join(''))
  const lists = options.lists ?? [ids.map((_, at) => at)]
  const { signal = new AbortController().signal } = options
  const sequence = new ShardSequence(new ShardBuilder(source), lists)
  const meshing = new Meshing({ queue: new PlainQueue(sequence), signal, pool })
  return { sequence, run: () => meshing.run() }
}

async function collect(meshing: Pick<Meshing, 'run'>): Promise<FinishedShard[]> {
  const all: FinishedShard[] = []
  for await (const finished of meshing.run()) all.push(finished)
  return all
}

const listFailures = (all: readonly FinishedShard[]): [number, string][] => all.flatMap(({ failures }) => [...failures])

/** Returns one list per shape, hence one shard per shape. */
const oneByOne = (count: number): number[][] => Array.from({ length: count }, (_, at) => [at])

describe('IFC meshing', () => {
  it('yields results in shard order whichever worker finishes first', async () => {
    const slowFirst: Responder = async (shard, skip) => {
      const ticks = shard.number === 0 ? 30 : 1
      for (let tick = 0; tick < ticks; tick++) await new Promise((resolve) => setImmediate(resolve))
      return done(shard, skip)
    }
    const all = await collect(await createMeshing(4, new ScriptedWorkerPool(2, slowFirst), { lists: oneByOne(4) }))
    expect(all.map(({ planned }) => planned.shapes)).toEqual([[0], [1], [2], [3]])
    expect(listFailures(all)).toEqual([])
  })

  it('yields shapes added during the read after all others', async () => {
    const meshing = await createMeshing(4, new ScriptedWorkerPool(1, done), { lists: [[0], [1]] })
    const shapes: (readonly number[])[] = []
    for await (const { planned } of meshing.run()) {
      shapes.push(planned.shapes)
      if (shapes.length === 1) meshing.sequence.addShapes([2, 3])
      meshing.sequence.addShapes([])
    }
    expect(shapes).toEqual([[0], [1], [2, 3]])
  })

  it('limits the results that wait for a slow shard', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const pool = new ScriptedWorkerPool(2, async (shard, skip) => {
      if (shard.number === 0) await gate
      return done(shard, skip)
    })
    const meshing = await createMeshing(20, pool, { lists: oneByOne(20) })
    const all = collect(meshing)
    for (let tick = 0; tick < 100; tick++) await new Promise((resolve) => setImmediate(resolve))
    expect(pool.runs).toHaveLength(6)
    release()
    expect((await all).flatMap(({ planned }) => planned.shapes)).toEqual(oneByOne(20).flat())
  })

  it('yields nothing without shapes', async () => {
    expect(await collect(await createMeshing(1, new ScriptedWorkerPool(2, done), { lists: [] }))).toEqual([])
  })
})

describe('IFC meshing with a lost worker', () => {
  it('fails the current job and repeats the rest of the shard', async () => {
    const pool = new ScriptedWorkerPool(1, (shard, skip) =>
      skip.includes(1) ? done(shard, skip) : { kind: 'lost', job: 1, hung: false },
    )
    const all = await collect(await createMeshing(3, pool))
    expect(pool.runs.map(({ skip }) => skip)).toEqual([[], [1]])
    expect(listFailures(all)).toEqual([[1, 'not-tessellated']])
  })

  it('reports a hang as took-too-long and a crash as not-tessellated', async () => {
    const pool = new ScriptedWorkerPool(1, (shard, skip) =>
      skip.length === 2 ? done(shard, skip) : { kind: 'lost', job: skip.length, hung: skip.length === 0 },
    )
    expect(listFailures(await collect(await createMeshing(3, pool)))).toEqual([
      [0, 'took-too-long'],
      [1, 'not-tessellated'],
    ])
  })

  it('halves a shard that starts no job until the failing item is alone', async () => {
    const pool = new ScriptedWorkerPool(1, (shard, skip) =>
      listItems(shard).includes(126) ? { kind: 'lost', job: -1, hung: true } : done(shard, skip),
    )
    const all = await collect(await createMeshing(5, pool))
    expect(listFailures(all)).toEqual([[2, 'not-tessellated']])
    expect(all.flatMap(({ planned }) => planned.shapes)).toEqual([0, 1, 2, 3, 4])
  })

  it('gives up the remaining shapes when every worker is lost', async () => {
    const pool = new ScriptedWorkerPool(1, () => ({ kind: 'lost', job: 0, hung: true }))
    const all = await collect(await createMeshing(60, pool, { lists: oneByOne(60) }))
    expect(all).toHaveLength(60)
    expect(listFailures(all)).toHaveLength(60)
    expect(pool.runs.length).toBeLessThan(200)
  })

  it('ends the read with the error when no worker can be started', async () => {
    const error = new RangeError('no threads left')
    await expect(
      collect(await createMeshing(2, new ScriptedWorkerPool(2, () => ({ kind: 'no-worker', error })))),
    ).rejects.toBe(error)
  })
})

describe('IFC meshing of an unopenable shard', () => {
  it('halves the shard and keeps the parts that open', async () => {
    const pool = new ScriptedWorkerPool(2, (shard, skip) => {
      const isOpen = !listItems(shard).includes(116)
      return { kind: 'result', result: createResult(shard, skip, isOpen) }
    })
    const all = await collect(await createMeshing(4, pool))
    expect(listFailures(all)).toEqual([[1, 'not-tessellated']])
    expect(all.flatMap(({ planned }) => planned.shapes)).toEqual([0, 1, 2, 3])
  })
})

describe('cancelled IFC meshing', () => {
  it('rejects with cancelled while results are pending', async () => {
    const controller = new AbortController()
    const pool = new ScriptedWorkerPool(1, async (shard, skip) => {
      controller.abort()
      await new Promise((resolve) => setImmediate(resolve))
      return done(shard, skip)
    })
    const meshing = await createMeshing(2, pool, { signal: controller.signal })
    const error: unknown = await collect(meshing).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TranslationError)
    expect(error).toMatchObject({ failure: { code: 'cancelled' } })
    expect(pool.inFlight).toBe(0)
  })
})

describe('shard timeout', () => {
  it('grows with the shard up to a maximum', async () => {
    const pool = new ScriptedWorkerPool(1, done)
    await collect(await createMeshing(200, pool, { lists: [[0], Array.from({ length: 199 }, (_, at) => at + 1)] }))
    const timeouts = pool.runs.map(({ timeout }) => timeout)
    expect(Math.min(...timeouts)).toBeGreaterThanOrEqual(4000)
    expect(timeouts.at(1)).toBeGreaterThan(timeouts[0] ?? Infinity)
    expect(Math.max(...timeouts)).toBeLessThanOrEqual(60_000)
  })
})
