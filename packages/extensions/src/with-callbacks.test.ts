import { describe, expect, it } from 'vitest'
import { withCallbacks } from './with-callbacks.js'

describe('an answer', () => {
  it('comes as a promise and to a function', async () => {
    const results: number[] = []
    await expect(
      withCallbacks(
        async () => 3,
        (result) => results.push(result),
      ),
    ).resolves.toBe(3)
    await withCallbacks(async () => 4, { onSuccess: (result) => results.push(result) })
    expect(results).toEqual([3, 4])
  })

  it('tells why there is none', async () => {
    const results: unknown[] = []
    const failing = (): Promise<number> => Promise.reject(new RangeError('no model'))
    await expect(withCallbacks(failing, { onError: (error) => results.push(error) })).rejects.toThrow('no model')
    expect(results).toMatchObject([{ message: 'no model' }])
  })

  it('is not waited for after the signal', async () => {
    const abort = new AbortController()
    const results: number[] = []
    const late = new Promise<number>((resolve) => setTimeout(() => resolve(1), 5))
    const waiting = withCallbacks(() => late, { onSuccess: (result) => results.push(result), signal: abort.signal })
    abort.abort(new RangeError('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await late
    expect(results).toEqual([])
    await expect(withCallbacks(() => late, { signal: abort.signal })).rejects.toThrow('enough')
  })
})
