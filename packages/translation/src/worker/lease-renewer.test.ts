import { describe, expect, it, vi, beforeEach, afterEach } from 'vitest'
import { createTranslationEvents } from '../events/translation-events.js'
import { LeaseRenewer, LeaseLostError } from './lease-renewer.js'

const lease = { translationId: 't', worker: 'w', token: 1 }
const timing = { leaseMilliseconds: 10_000, heartbeatMilliseconds: 1_000 }

/** Returns a database whose update returns `reply()`, and which records the written values. */
function fakeContext(reply: () => { cancel_requested: boolean } | undefined) {
  const updates: Record<string, unknown>[] = []
  const column = Object.assign((...parts: unknown[]) => parts, {
    fn: (_: string, parts: unknown[]) => parts,
    val: (value: unknown) => value,
  })
  const query = {
    where: (): object => query,
    set: (make: (builder: unknown) => Record<string, unknown>): object => {
      updates.push(make(column))
      return query
    },
    returning: (): object => query,
    executeTakeFirst: async () => {
      const row = reply()
      return row && { id: 't', state: 'running', progress: 0, stage: null, manifest_revision: 0, ...row }
    },
  }
  return { context: { database: { updateTable: () => query } as never, events: createTranslationEvents() }, updates }
}

describe('LeaseRenewer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  function createRenewer(reply: () => { cancel_requested: boolean } | undefined) {
    const stops: string[] = []
    const { context, updates } = fakeContext(reply)
    const leaseRenewer = new LeaseRenewer(context, lease, { ...timing, stop: (reason) => stops.push(reason) })
    return { leaseRenewer, stops, updates }
  }

  it('keeps the lease while heartbeats succeed, and stops them at the end', async () => {
    const { leaseRenewer, stops, updates } = createRenewer(() => ({ cancel_requested: false }))
    for (let beats = 0; beats < 30; beats++) await vi.advanceTimersByTimeAsync(1_000)
    expect(() => leaseRenewer.assertHeld()).not.toThrow()
    expect(stops).toEqual([])
    await leaseRenewer.end()
    const beatsSoFar = updates.length
    expect(beatsSoFar).toBeGreaterThanOrEqual(29)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(updates).toHaveLength(beatsSoFar)
  })

  it('loses the lease by its own clock after the process was frozen', () => {
    const { leaseRenewer } = createRenewer(() => ({ cancel_requested: false }))
    // A frozen process runs no timers, but time goes on.
    vi.setSystemTime(Date.now() + 11_000)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 11_000)
    expect(() => leaseRenewer.assertHeld()).toThrow(LeaseLostError)
    vi.restoreAllMocks()
  })

  const endings: readonly (readonly [why: string, answer: () => { cancel_requested: boolean } | undefined])[] = [
    ['lost', () => undefined],
    ['cancel', () => ({ cancel_requested: true })],
  ]
  it.each(endings)('stops the work with the reason %s', async (reason, reply) => {
    const { stops } = createRenewer(reply)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stops).toEqual([reason])
  })

  it('survives a database outage shorter than the lease, but not a longer one', async () => {
    const { leaseRenewer, stops } = createRenewer((): undefined => {
      throw new Error('away')
    })
    for (let beats = 0; beats < 9; beats++) await vi.advanceTimersByTimeAsync(1_000)
    expect(stops).toEqual([])
    expect(() => leaseRenewer.assertHeld()).not.toThrow()
    for (let beats = 0; beats < 2; beats++) await vi.advanceTimersByTimeAsync(1_000)
    expect(stops[0]).toBe('lost')
    expect(() => leaseRenewer.assertHeld()).toThrow(LeaseLostError)
    await leaseRenewer.end()
  })

  it('sends a new stage at once and never lowers the progress', async () => {
    const { leaseRenewer, updates } = createRenewer(() => ({ cancel_requested: false }))
    leaseRenewer.note(40, 'reading')
    leaseRenewer.note(20, 'meshing')
    leaseRenewer.note(30, 'meshing')
    await leaseRenewer.end()
    expect(updates.map((values) => [values['stage'], (values['progress'] as unknown[])[1]])).toEqual([
      ['meshing', 40],
      ['meshing', 40],
    ])
  })
})
