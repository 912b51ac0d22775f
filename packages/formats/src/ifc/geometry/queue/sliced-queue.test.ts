import { closeSync, openSync, truncateSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MemoryExchange } from '../../testing/memory-exchange.js'
import { boxProduct } from '../../testing/model-text.js'
import { createShardSource } from '../../testing/shard-source.js'
import { Meshing, type ShardWorkerPool } from '../meshing.js'
import { ShardBuilder } from '../shards/shard-builder.js'
import { ShardSequence } from '../shards/shard-sequence.js'
import { jobOutcome, jobStride, type Shard, type ShardResult } from '../shards/shard.js'
import { decodeSlice, SliceRecords } from '../slices/slice-records.js'
import { SlicedQueue } from './sliced-queue.js'

const file = { schema: 'IFC4', unitMetres: 1 }

function createResult(shard: Shard, isOpened = true): ShardResult {
  const outcomes = new Uint8Array(shard.jobs.length / jobStride).fill(isOpened ? jobOutcome.done : jobOutcome.failed)
  const none = { placedNumbers: new Int32Array(), placedMatrices: new Float64Array(), placements: new Float64Array() }
  return { number: shard.number, isOpened, outcomes, ...none, meshKeys: [], meshes: [], buffer: new ArrayBuffer(0) }
}

/** Workers of this process; they note the items that they got. */
class NotingPool implements ShardWorkerPool {
  readonly size = 2
  readonly shards: Shard[] = []
  /** Shards with more items than this do not open. */
  maxItems = Infinity

  worker(): ReturnType<ShardWorkerPool['worker']> {
    return {
      run: async ({ shard }) => {
        this.shards.push(shard)
        await new Promise((resolve) => setImmediate(resolve))
        return { kind: 'result', result: createResult(shard, shard.jobs.length / jobStride <= this.maxItems) }
      },
    }
  }

  stopWork(): Promise<void> {
    return Promise.resolve()
  }
}

/** Meshing of boxes with one list for each pair, so that a slice of one byte is a shard of two boxes. */
async function createMeshing(pairs: number, exchange: MemoryExchange) {
  const ids = Array.from({ length: 2 * pairs }, (_, at) => 100 + 10 * at)
  const source = await createShardSource(ids.map((id) => boxProduct({ id, size: [1, 1, id] })).join(''))
  const lists = Array.from({ length: pairs }, (_, at) => [2 * at, 2 * at + 1])
  const sequence = new ShardSequence(new ShardBuilder(source), lists)
  const pool = new NotingPool()
  const queue = new SlicedQueue(sequence, { exchange, file })
  const meshing = new Meshing({ queue, signal: new AbortController().signal, pool })
  const run = async (): Promise<number[]> => {
    const shapes: number[] = []
    for await (const { planned } of meshing.run()) shapes.push(...planned.shapes)
    return shapes
  }
  return { run, pool, queue, sequence, meshing }
}

/** Writes the result of a slice as another process would; `left` are the shards that it leaves to the reader. */
function writeResult(exchange: MemoryExchange, number: number, left: readonly number[] = []): void {
  const descriptor = openSync(exchange.path(number), 'w+')
  const records = new SliceRecords(descriptor)
  const { shards } = decodeSlice(exchange.offers.get(number) ?? new Uint8Array())
  for (const [index, { shard }] of shards.entries())
    records.append(index, left.includes(index) ? null : { result: createResult(shard), failures: new Map() })
  closeSync(descriptor)
}

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)
const everyShape = (pairs: number): number[] => Array.from({ length: 2 * pairs }, (_, number) => number)

describe('queue of slices', () => {
  it('does every slice itself when no other process does, and offers all but the first', async () => {
    const exchange = await MemoryExchange.open(1)
    const { run, pool } = await createMeshing(6, exchange)
    expect(await run()).toEqual(everyShape(6))
    expect(pool.shards).toHaveLength(6)
    expect([...exchange.offers.keys()]).toEqual([1, 2, 3, 4, 5])
    expect(exchange.claims).toEqual([1, 2, 3, 4, 5])
    expect(ascending(exchange.completed)).toEqual([1, 2, 3, 4, 5])
  })

  it('combines shards up to the size of a slice', async () => {
    const exchange = await MemoryExchange.open(1e9)
    const { run } = await createMeshing(6, exchange)
    expect(await run()).toEqual(everyShape(6))
    expect(exchange.offers.size).toBe(0)
  })

  it('uses results of other processes in the order of the shards, without doing them again', async () => {
    const exchange = await MemoryExchange.open(1)
    exchange.onOffer = (number) => {
      if (number % 2 === 0) return
      writeResult(exchange, number)
      exchange.setState(number, 'done')
    }
    const { run, pool } = await createMeshing(6, exchange)
    expect(await run()).toEqual(everyShape(6))
    expect(ascending(pool.shards.map(({ slice = -1 }) => slice))).toEqual([0, 2, 4])
  })

  it('waits for a slice that another process does, and goes on with others meanwhile', async () => {
    const exchange = await MemoryExchange.open(1)
    exchange.onOffer = (number) => {
      if (number === 1) exchange.setState(1, 'elsewhere')
    }
    const { run, pool } = await createMeshing(6, exchange)
    const running = run()
    while (pool.shards.length < 5) await new Promise((resolve) => setImmediate(resolve))
    writeResult(exchange, 1)
    exchange.setState(1, 'done')
    expect(await running).toEqual(everyShape(6))
    expect(pool.shards).toHaveLength(5)
  })

  it('does a slice whose other process is lost', async () => {
    const exchange = await MemoryExchange.open(1)
    exchange.onOffer = (number) => {
      if (number === 1) exchange.setState(1, 'elsewhere')
    }
    const { run, pool } = await createMeshing(4, exchange)
    const running = run()
    while (pool.shards.length < 3) await new Promise((resolve) => setImmediate(resolve))
    exchange.setState(1, 'waiting')
    expect(await running).toEqual(everyShape(4))
    expect(ascending(exchange.completed)).toEqual([1, 2, 3])
  })

  const faults: readonly (readonly [fault: string, write: (exchange: MemoryExchange) => void])[] = [
    ['missing', () => undefined],
    ['of other bytes', (exchange) => writeFileSync(exchange.path(1), 'something else entirely')],
    ['empty', (exchange) => writeFileSync(exchange.path(1), '')],
    ['left to the reader', (exchange) => writeResult(exchange, 1, [0])],
    [
      'cut off',
      (exchange) => {
        writeResult(exchange, 1)
        truncateSync(exchange.path(1), 40)
      },
    ],
  ]
  it.each(faults)('does a shard whose result is %s', async (_, write) => {
    const exchange = await MemoryExchange.open(1)
    exchange.onOffer = (number) => {
      if (number !== 1) return
      write(exchange)
      exchange.setState(1, 'done')
    }
    const { run, pool } = await createMeshing(4, exchange)
    expect(await run()).toEqual(everyShape(4))
    expect(pool.shards).toHaveLength(4)
  })

  it('halves a shard that does not open, and leaves it to the next attempt', async () => {
    const exchange = await MemoryExchange.open(1)
    const { run, pool } = await createMeshing(3, exchange)
    pool.maxItems = 1
    expect(await run()).toEqual(everyShape(3))
    const descriptor = openSync(exchange.path(1), 'r')
    const [planned] = decodeSlice(exchange.offers.get(1) ?? new Uint8Array()).shards
    if (planned === undefined) throw new Error('a slice without shards')
    expect(new SliceRecords(descriptor).read(0, planned)).toBeNull()
    closeSync(descriptor)
    expect(ascending(exchange.completed)).toEqual([1, 2])
  })

  it('yields shapes that are added during the read after all slices', async () => {
    const exchange = await MemoryExchange.open(1)
    const { meshing, sequence } = await createMeshing(3, exchange)
    const shapes: number[] = []
    for await (const { planned } of meshing.run()) {
      if (shapes.length === 0) sequence.addShapes([0, 5])
      shapes.push(...planned.shapes)
    }
    expect(shapes).toEqual([...everyShape(3), 0, 5])
  })

  it('offers slices of a part of the plan that is made during the read, and ends a slice with its part', async () => {
    const exchange = await MemoryExchange.open(1e9)
    const { meshing, sequence } = await createMeshing(3, exchange)
    const shapes: number[] = []
    for await (const { planned } of meshing.run()) {
      if (shapes.length === 0) {
        sequence.addShapes([5])
        sequence.addPlanned([[0, 1], [2]])
      }
      shapes.push(...planned.shapes)
    }
    expect(shapes).toEqual([...everyShape(3), 5, 0, 1, 2])
    const offered = [...exchange.offers].map(([number, bytes]) => [
      number,
      decodeSlice(bytes).shards.map((shard) => shard.shapes),
    ])
    expect(offered).toEqual([[1, [[0, 1], [2]]]])
  })

  it('describes the same slices in every read', async () => {
    const [first, second] = [await MemoryExchange.open(1), await MemoryExchange.open(1)]
    for (const exchange of [first, second]) await (await createMeshing(4, exchange)).run()
    expect([...second.offers].map(([, bytes]) => [...bytes])).toEqual([...first.offers].map(([, bytes]) => [...bytes]))
  })

  it('leaves properties to others, after all slices, once another process works on one', async () => {
    const exchange = await MemoryExchange.open(1)
    exchange.onOffer = (number) => {
      if (number === 1) exchange.setState(1, 'elsewhere')
      if (number === 5) exchange.setState(1, 'waiting')
    }
    const { meshing, queue } = await createMeshing(6, exchange)
    const left: (boolean | null)[] = []
    for await (const _ of meshing.run()) {
      left.push(queue.leaveProperties(() => Promise.resolve()))
      if (left.at(-1) === false) break
    }
    expect(left.at(-1)).toBe(true)
    expect(left).not.toContain(false)
    expect(exchange.properties).not.toBeNull()
  })

  it('does not leave properties to others when none works on a slice', async () => {
    const exchange = await MemoryExchange.open(1)
    const { meshing, queue } = await createMeshing(6, exchange)
    const left: (boolean | null)[] = []
    for await (const _ of meshing.run()) left.push(queue.leaveProperties(() => Promise.resolve()))
    expect(left).toEqual([null, null, false, false, false, false])
    expect(exchange.properties).toBeNull()
  })

  it('counts the shapes of results that wait', async () => {
    const exchange = await MemoryExchange.open(1)
    const { run, queue } = await createMeshing(4, exchange)
    let count = -1
    exchange.onOffer = (number) => {
      if (number < 3) return exchange.setState(number, 'elsewhere')
      writeResult(exchange, 2)
      exchange.setState(2, 'done')
      count = queue.shapesAhead
      exchange.setState(1, 'waiting')
    }
    await run()
    expect(count).toBe(2)
  })
})
