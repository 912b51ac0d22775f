import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { withMinDuration } from './min-duration.js'

/** Ends the pause that `withMinDuration` began. */
let endPause: () => void
const pauses: number[] = []

beforeEach(() => {
  pauses.length = 0
  vi.spyOn(timers, 'setTimeout').mockImplementation((milliseconds) => {
    pauses.push(milliseconds ?? 0)
    return new Promise((resolve) => {
      endPause = () => resolve(undefined as never)
    })
  })
  syncBuiltinESMExports()
})
afterEach(() => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
})

/** Returns whether a promise has settled once everything that waits for no timer has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const nextTask = new Promise<false>((resolve) => setImmediate(resolve, false))
  return Promise.race([
    promise.then(
      () => true as const,
      () => true as const,
    ),
    nextTask,
  ])
}

describe('withMinDuration', () => {
  it('resolves with the result, not before the given time', async () => {
    const outcome = withMinDuration(150, async () => 'done')
    expect(pauses).toEqual([150])
    expect(await isSettled(outcome)).toBe(false)
    endPause()
    expect(await outcome).toBe('done')
  })

  it('rejects with the error, not before the given time', async () => {
    const outcome = withMinDuration(150, () => Promise.reject(new RangeError('taken')))
    expect(await isSettled(outcome)).toBe(false)
    endPause()
    await expect(outcome).rejects.toThrow('taken')
  })

  it('waits for work that takes longer', async () => {
    let endWork: (result: string) => void = () => undefined
    const outcome = withMinDuration(150, () => new Promise<string>((resolve) => (endWork = resolve)))
    endPause()
    expect(await isSettled(outcome)).toBe(false)
    endWork('late')
    expect(await outcome).toBe('late')
  })
})
