import { describe, expect, it } from 'vitest'
import { runInSlices, runToEnd, type Sliced } from './slices.js'

function* count(steps: number): Sliced<number> {
  for (let step = 0; step < steps; step++) yield
  return steps
}

describe('runInSlices', () => {
  it('returns the result of the work, as runToEnd does', async () => {
    expect(await runInSlices(count(3), new AbortController().signal)).toBe(3)
    expect(runToEnd(count(3))).toBe(3)
  })

  it('lets the event loop in, so that work without end can be cancelled', async () => {
    const controller = new AbortController()
    setImmediate(() => controller.abort())
    await expect(runInSlices(count(Infinity), controller.signal)).rejects.toMatchObject({
      failure: { code: 'cancelled' },
    })
  })
})
