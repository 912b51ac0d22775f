import { describe, expect, it } from 'vitest'
import { withCallbacks } from './with-callbacks.js'

describe('withCallbacks', () => {
  it('resolves its promise and calls the success callback', async () => {
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

  it('rejects its promise and calls the error callback', async () => {
    const results: unknown[] = []
    const failing = (): Promise<number> => Promise.reject(new RangeError('no model'))
    await expect(withCallbacks(failing, { onError: (error) => results.push(error) })).rejects.toThrow('no model')
    expect(results).toMatchObject([{ message: 'no model' }])
  })

  it('rejects and calls no callback after its signal is aborted', async () => {
    const abort = new AbortController()
    const results: number[] = []
    const delayedResult = new Promise<number>((resolve) => setTimeout(() => resolve(1), 5))
    const waiting = withCallbacks(() => delayedResult, {
      onSuccess: (result) => results.push(result),
      signal: abort.signal,
    })
    abort.abort(new RangeError('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await delayedResult
    expect(results).toEqual([])
    await expect(withCallbacks(() => delayedResult, { signal: abort.signal })).rejects.toThrow('enough')
  })
})
