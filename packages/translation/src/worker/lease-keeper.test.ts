import { describe, expect, it, vi, beforeEach, afterEach } from 'vitest'
import { createTranslationEvents } from '../events/translation-events.js'
import { LeaseKeeper, LeaseLostError } from './lease-keeper.js'

const lease = { translationId: 't', worker: 'w', token: 1 }
const timing = { leaseMilliseconds: 10_000, heartbeatMilliseconds: 1_000 }

/** A database whose update answers what `answer` says, and remembers what was written. */
function fakeContext(answer: () => { cancel_requested: boolean } | undefined) {
  const written: Record<string, unknown>[] = []
  const column = Object.assign((...parts: unknown[]) => parts, {
    fn: (_: string, parts: unknown[]) => parts,
    val: (value: unknown) => value,
  })
  const query = {
    where: (): object => query,
    set: (make: (builder: unknown) => Record<string, unknown>): object => {
      written.push(make(column))
      return query
    },
    returning: (): object => query,
    executeTakeFirst: async () => {
      const row = answer()
      return row && { id: 't', state: 'running', progress: 0, stage: null, manifest_revision: 0, ...row }
    },
  }
  return { context: { database: { updateTable: () => query } as never, events: createTranslationEvents() }, written }
}

describe('LeaseKeeper', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  function keep(answer: () => { cancel_requested: boolean } | undefined) {
    const stops: string[] = []
    const { context, written } = fakeContext(answer)
    const keeper = new LeaseKeeper(context, lease, { ...timing, stop: (why) => stops.push(why) })
    return { keeper, stops, written }
  }

  it('holds as long as it is heard', async () => {
    const { keeper, stops, written } = keep(() => ({ cancel_requested: false }))
    for (let beats = 0; beats < 30; beats++) await vi.advanceTimersByTimeAsync(1_000)
    expect(() => keeper.assertHeld()).not.toThrow()
    expect(stops).toEqual([])
    await keeper.end()
    const beatsSoFar = written.length
    expect(beatsSoFar).toBeGreaterThanOrEqual(29)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(written).toHaveLength(beatsSoFar)
  })

  it('is over by its own clock after a freeze, before anybody says so', () => {
    const { keeper } = keep(() => ({ cancel_requested: false }))
    // A frozen process runs no timers; its clock goes on.
    vi.setSystemTime(Date.now() + 11_000)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
    expect(() => keeper.assertHeld()).toThrow(LeaseLostError)
    vi.restoreAllMocks()
  })

  const endings: readonly (readonly [why: string, answer: () => { cancel_requested: boolean } | undefined])[] = [
    ['lost', () => undefined],
    ['cancel', () => ({ cancel_requested: true })],
  ]
  it.each(endings)('tells when it is %s', async (why, answer) => {
    const { stops } = keep(answer)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stops).toEqual([why])
  })

  it('outlives a database that is away for less than the lease, and no longer', async () => {
    const { keeper, stops } = keep((): undefined => {
      throw new Error('away')
    })
    for (let beats = 0; beats < 9; beats++) await vi.advanceTimersByTimeAsync(1_000)
    expect(stops).toEqual([])
    expect(() => keeper.assertHeld()).not.toThrow()
    for (let beats = 0; beats < 2; beats++) await vi.advanceTimersByTimeAsync(1_000)
    expect(stops[0]).toBe('lost')
    expect(() => keeper.assertHeld()).toThrow(LeaseLostError)
    await keeper.end()
  })

  it('sends a new stage at once and the highest progress', async () => {
    const { keeper, written } = keep(() => ({ cancel_requested: false }))
    keeper.note(40, 'reading')
    keeper.note(20, 'meshing')
    keeper.note(30, 'meshing')
    await keeper.end()
    expect(written.map((values) => [values['stage'], (values['progress'] as unknown[])[1]])).toEqual([
      ['meshing', 40],
      ['meshing', 40],
    ])
  })
})
