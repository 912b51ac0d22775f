import { TranslationError } from '@kamar/contracts'
import { describe, expect, it } from 'vitest'
import { boxProduct } from '../testing/model-text.js'
import { sourceOf } from '../testing/shard-source.js'
import { Meshing, type FinishedShard, type ShardTeam } from './meshing.js'
import { ShardBuilder } from './shard-builder.js'
import { jobOutcome, jobStride, type Shard, type ShardResult } from './shard.js'
import type { ShardEnd } from './worker-pool.js'

/** What a worker of the tests makes of a shard. */
type Answer = (shard: Shard, skip: readonly number[]) => ShardEnd | Promise<ShardEnd>

function resultOf(shard: Shard, skip: readonly number[], opened = true): ShardResult {
  const outcomes = new Uint8Array(shard.jobs.length / jobStride).fill(opened ? jobOutcome.done : jobOutcome.failed)
  for (const job of skip) outcomes[job] = jobOutcome.failed
  const none = { placedNumbers: new Int32Array(), placedMatrices: new Float64Array(), placements: new Float64Array() }
  return { number: shard.number, opened, outcomes, ...none, meshKeys: [], meshes: [], buffer: new ArrayBuffer(0) }
}
const done: Answer = (shard, skip) => ({ kind: 'result', result: resultOf(shard, skip) })

/** Statement numbers of the items that a shard asks for. */
const itemsOf = ({ jobs }: Shard): number[] =>
  [...jobs.keys()].filter((at) => at % jobStride === 1).map((at) => jobs[at] ?? 0)

class ScriptedTeam implements ShardTeam {
  readonly size: number
  readonly runs: { readonly items: number[]; readonly skip: number[]; readonly patience: number }[] = []
  underWay = 0
  readonly #answer: Answer

  constructor(size: number, answer: Answer) {
    this.size = size
    this.#answer = answer
  }

  worker(): ReturnType<ShardTeam['worker']> {
    return {
      run: async ({ shard, skip, patience }) => {
        this.runs.push({ items: itemsOf(shard), skip: [...skip], patience: patience.milliseconds(0) })
        this.underWay++
        const end = await this.#answer(shard, skip)
        this.underWay--
        return end
      },
    }
  }

  stopWork(): Promise<void> {
    return Promise.resolve()
  }
}

/** Boxes whose items are #106, #116, #126 … */
async function meshingOf(count: number, team: ShardTeam, options: { lists?: number[][]; signal?: AbortSignal } = {}) {
  const ids = Array.from({ length: count }, (_, at) => 100 + 10 * at)
  const source = await sourceOf(ids.map((id) => boxProduct({ id, size: [1, 1, id] })).join(''))
  const lists = options.lists ?? [ids.map((_, at) => at)]
  const { signal = new AbortController().signal } = options
  return new Meshing({ builder: new ShardBuilder(source), signal, lists, team })
}

async function collect(meshing: Meshing): Promise<FinishedShard[]> {
  const all: FinishedShard[] = []
  for await (const finished of meshing.run()) all.push(finished)
  return all
}

const failuresOf = (all: readonly FinishedShard[]): [number, string][] => all.flatMap(({ failures }) => [...failures])

/** One list per shape, hence one shard per shape. */
const oneByOne = (count: number): number[][] => Array.from({ length: count }, (_, at) => [at])

describe('the order of results', () => {
  it('is that of the shards, whichever worker is first', async () => {
    const slowFirst: Answer = async (shard, skip) => {
      const turns = shard.number === 0 ? 30 : 1
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      return done(shard, skip)
    }
    const all = await collect(await meshingOf(4, new ScriptedTeam(2, slowFirst), { lists: oneByOne(4) }))
    expect(all.map(({ planned }) => planned.shapes)).toEqual([[0], [1], [2], [3]])
    expect(failuresOf(all)).toEqual([])
  })

  it('puts shapes that are added while reading behind all others', async () => {
    const meshing = await meshingOf(4, new ScriptedTeam(1, done), { lists: [[0], [1]] })
    const shapes: (readonly number[])[] = []
    for await (const { planned } of meshing.run()) {
      shapes.push(planned.shapes)
      if (shapes.length === 1) meshing.addShapes([2, 3])
      meshing.addShapes([])
    }
    expect(shapes).toEqual([[0], [1], [2, 3]])
  })

  it('lets only so many results wait for a slow one', async () => {
    let release = (): void => undefined
    const gate = new Promise<void>((resolve) => (release = resolve))
    const team = new ScriptedTeam(2, async (shard, skip) => {
      if (shard.number === 0) await gate
      return done(shard, skip)
    })
    const meshing = await meshingOf(20, team, { lists: oneByOne(20) })
    const all = collect(meshing)
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(team.runs).toHaveLength(6)
    release()
    expect((await all).flatMap(({ planned }) => planned.shapes)).toEqual(oneByOne(20).flat())
  })

  it('is nothing for nothing', async () => {
    expect(await collect(await meshingOf(1, new ScriptedTeam(2, done), { lists: [] }))).toEqual([])
  })
})

describe('a lost worker', () => {
  it('costs the job it was lost at; the rest of the shard comes again', async () => {
    const team = new ScriptedTeam(1, (shard, skip) =>
      skip.includes(1) ? done(shard, skip) : { kind: 'lost', job: 1, hung: false },
    )
    const all = await collect(await meshingOf(3, team))
    expect(team.runs.map(({ skip }) => skip)).toEqual([[], [1]])
    expect(failuresOf(all)).toEqual([[1, 'not-tessellated']])
  })

  it('is told apart from one that hung', async () => {
    const team = new ScriptedTeam(1, (shard, skip) =>
      skip.length === 2 ? done(shard, skip) : { kind: 'lost', job: skip.length, hung: skip.length === 0 },
    )
    expect(failuresOf(await collect(await meshingOf(3, team)))).toEqual([
      [0, 'took-too-long'],
      [1, 'not-tessellated'],
    ])
  })

  it('that never got to a job has its shard halved until the culprit is alone', async () => {
    const team = new ScriptedTeam(1, (shard, skip) =>
      itemsOf(shard).includes(126) ? { kind: 'lost', job: -1, hung: true } : done(shard, skip),
    )
    const all = await collect(await meshingOf(5, team))
    expect(failuresOf(all)).toEqual([[2, 'not-tessellated']])
    expect(all.flatMap(({ planned }) => planned.shapes)).toEqual([0, 1, 2, 3, 4])
  })

  it('after lost worker ends in giving up what is left, not in trying for ever', async () => {
    const team = new ScriptedTeam(1, () => ({ kind: 'lost', job: 0, hung: true }))
    const all = await collect(await meshingOf(60, team, { lists: oneByOne(60) }))
    expect(all).toHaveLength(60)
    expect(failuresOf(all)).toHaveLength(60)
    expect(team.runs.length).toBeLessThan(200)
  })

  it('that cannot be replaced ends the read with its error', async () => {
    const error = new RangeError('no threads left')
    await expect(collect(await meshingOf(2, new ScriptedTeam(2, () => ({ kind: 'no-worker', error }))))).rejects.toBe(
      error,
    )
  })
})

describe('a shard that cannot be opened', () => {
  it('is halved; what opens is kept', async () => {
    const team = new ScriptedTeam(2, (shard, skip) => {
      const isOpen = !itemsOf(shard).includes(116)
      return { kind: 'result', result: resultOf(shard, skip, isOpen) }
    })
    const all = await collect(await meshingOf(4, team))
    expect(failuresOf(all)).toEqual([[1, 'not-tessellated']])
    expect(all.flatMap(({ planned }) => planned.shapes)).toEqual([0, 1, 2, 3])
  })
})

describe('a read that is cancelled', () => {
  it('ends while results are awaited', async () => {
    const controller = new AbortController()
    const team = new ScriptedTeam(1, async (shard, skip) => {
      controller.abort()
      await new Promise((resolve) => setImmediate(resolve))
      return done(shard, skip)
    })
    const meshing = await meshingOf(2, team, { signal: controller.signal })
    const error: unknown = await collect(meshing).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(TranslationError)
    expect(error).toMatchObject({ failure: { code: 'cancelled' } })
    expect(team.underWay).toBe(0)
  })
})

describe('patience', () => {
  it('grows with the shard and has an end', async () => {
    const team = new ScriptedTeam(1, done)
    await collect(await meshingOf(200, team, { lists: [[0], Array.from({ length: 199 }, (_, at) => at + 1)] }))
    const patiences = team.runs.map(({ patience }) => patience)
    expect(Math.min(...patiences)).toBeGreaterThanOrEqual(4000)
    expect(patiences.at(1)).toBeGreaterThan(patiences[0] ?? Infinity)
    expect(Math.max(...patiences)).toBeLessThanOrEqual(60_000)
  })
})
