import { describe, expect, it } from 'vitest'
import { SingleFlight } from './single-flight.js'

/** Loads that end on command. */
class PendingLoads {
  readonly ends: (() => void)[] = []
  readonly load = (): Promise<number> => {
    const number = this.ends.length + 1
    return new Promise((resolve) => this.ends.push(() => resolve(number)))
  }
  async begun(count: number): Promise<void> {
    while (this.ends.length < count) await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('SingleFlight', () => {
  it('runs one load for all calls before it starts, and one more for later calls', async () => {
    const singleFlight = new SingleFlight<number>()
    const pendingLoads = new PendingLoads()
    const first = [singleFlight.run('a', pendingLoads.load), singleFlight.run('a', pendingLoads.load)]
    await pendingLoads.begun(1)
    const secondCalls = [singleFlight.run('a', pendingLoads.load), singleFlight.run('a', pendingLoads.load)]
    pendingLoads.ends[0]?.()
    expect(await Promise.all(first)).toEqual([1, 1])
    await pendingLoads.begun(2)
    pendingLoads.ends[1]?.()
    expect(await Promise.all(secondCalls)).toEqual([2, 2])
    expect(pendingLoads.ends).toHaveLength(2)
  })

  it('separates keys and caches nothing by default', async () => {
    const singleFlight = new SingleFlight<string>()
    expect(await Promise.all(['a', 'b'].map((key) => singleFlight.run(key, async () => key)))).toEqual(['a', 'b'])
    expect(await singleFlight.run('a', async () => 'anew')).toBe('anew')
  })

  it('rejects all calls of a failed load and no later ones', async () => {
    const singleFlight = new SingleFlight<number>()
    const fail = (): Promise<number> => Promise.reject(new RangeError('no'))
    const failing = [singleFlight.run('a', fail), singleFlight.run('a', fail)]
    const failed = await Promise.allSettled(failing)
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await singleFlight.run('a', async () => 1)).toBe(1)
  })

  it('caches a cacheable result while nothing changes', async () => {
    let count = 0
    const singleFlight = new SingleFlight<string>({ changes: () => count, isCacheable: (text) => text.length < 5 })
    expect(await singleFlight.run('a', async () => 'old')).toBe('old')
    expect(await singleFlight.run('a', async () => 'new')).toBe('old')
    expect(await singleFlight.run('b', async () => 'of b')).toBe('of b')
    count += 1
    expect(await singleFlight.run('a', async () => 'new')).toBe('new')
    expect(await singleFlight.run('c', async () => 'too long')).toBe('too long')
    expect(await singleFlight.run('c', async () => 'anew')).toBe('anew')
  })

  it('does not cache a result that changed during its load or without change detection', async () => {
    let count = 0
    const singleFlight = new SingleFlight<string>({ changes: () => count, isCacheable: () => true })
    expect(await singleFlight.run('a', async () => `seen before change ${++count}`)).toBe('seen before change 1')
    expect(await singleFlight.run('a', async () => 'new')).toBe('new')
    const shared = new SingleFlight<string>({ changes: null, isCacheable: () => true })
    expect(await shared.run('a', async () => 'old')).toBe('old')
    expect(await shared.run('a', async () => 'new')).toBe('new')
  })

  it('evicts the oldest of more than a hundred results', async () => {
    const singleFlight = new SingleFlight<string>({ changes: () => 0, isCacheable: () => true })
    for (let key = 0; key <= 100; key++) await singleFlight.run(`${key}`, async () => 'old')
    expect(await singleFlight.run('0', async () => 'new')).toBe('new')
    expect(await singleFlight.run('100', async () => 'new')).toBe('old')
  })
})
