import { describe, expect, it } from 'vitest'
import { runInTimeSlices, runToEnd, type TimeSliced } from './time-slices.js'

function* count(steps: number): TimeSliced<number> {
  for (let step = 0; step < steps; step++) yield
  return steps
}

describe('runInTimeSlices', () => {
  it('returns the result of the work, as runToEnd does', async () => {
    expect(await runInTimeSlices(count(3), new AbortController().signal)).toBe(3)
    expect(runToEnd(count(3))).toBe(3)
  })

  it('lets the event loop in, so that work without end can be cancelled', async () => {
    const controller = new AbortController()
    setImmediate(() => controller.abort())
    await expect(runInTimeSlices(count(Infinity), controller.signal)).rejects.toMatchObject({
      failure: { code: 'cancelled' },
    })
  })
})
