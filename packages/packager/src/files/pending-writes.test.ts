import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { PendingWrites } from './pending-writes.js'

describe('PendingWrites', () => {
  it('waits when four writes are pending, until one of them ends', async () => {
    const writes = new PendingWrites<number>()
    const ends: (() => void)[] = []
    const start = (number: number): Promise<number> => new Promise((resolve) => ends.push(() => resolve(number)))
    for (let number = 0; number < 3; number++) await writes.add(start(number))
    let isAdded = false
    const adding = writes.add(start(3)).then(() => (isAdded = true))
    await nextTurn()
    expect(isAdded).toBe(false)
    ends[2]()
    await adding
    for (const end of ends) end()
    expect(await writes.settle()).toEqual([0, 1, 2, 3])
  })

  it('passes on the error of a write', async () => {
    const writes = new PendingWrites<number>()
    await writes.add(Promise.reject(new RangeError('disk')))
    await expect(writes.settle()).rejects.toThrow('disk')
  })
})
