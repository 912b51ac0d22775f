import { describe, expect, it } from 'vitest'
import { answer } from './answering.js'

describe('an answer', () => {
  it('comes as a promise and to a function', async () => {
    const told: number[] = []
    await expect(
      answer(
        async () => 3,
        (result) => told.push(result),
      ),
    ).resolves.toBe(3)
    await answer(async () => 4, { onSuccess: (result) => told.push(result) })
    expect(told).toEqual([3, 4])
  })

  it('tells why there is none', async () => {
    const told: unknown[] = []
    const failing = (): Promise<number> => Promise.reject(new RangeError('no model'))
    await expect(answer(failing, { onError: (error) => told.push(error) })).rejects.toThrow('no model')
    expect(told).toMatchObject([{ message: 'no model' }])
  })

  it('is not waited for after the signal', async () => {
    const abort = new AbortController()
    const told: number[] = []
    const late = new Promise<number>((resolve) => setTimeout(() => resolve(1), 5))
    const waiting = answer(() => late, { onSuccess: (result) => told.push(result), signal: abort.signal })
    abort.abort(new RangeError('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await late
    expect(told).toEqual([])
    await expect(answer(() => late, { signal: abort.signal })).rejects.toThrow('enough')
  })
})
