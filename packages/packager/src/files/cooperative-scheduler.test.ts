import { describe, expect, it, vi } from 'vitest'
import { CooperativeScheduler } from './cooperative-scheduler.js'

function* countTo(end: number): Generator<number, string> {
  for (let number = 0; number < end; number++) yield number
  return `${end} steps`
}

describe('CooperativeScheduler', () => {
  it('returns the result of the work', async () => {
    expect(await new CooperativeScheduler(() => {}).run(countTo(1000))).toBe('1000 steps')
  })

  it('yields when the work has run for 20 ms, and ends it when it was cancelled', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    let isCancelled = false
    const scheduler = new CooperativeScheduler(() => {
      if (isCancelled) throw new RangeError('cancelled')
    })
    function* work(): Generator<void, string> {
      for (now = 0; now < 100; now++) yield
      return 'done'
    }
    setImmediate(() => (isCancelled = true))
    await expect(scheduler.run(work())).rejects.toThrow('cancelled')
    expect(now).toBe(21)
    clock.mockRestore()
  })
})
