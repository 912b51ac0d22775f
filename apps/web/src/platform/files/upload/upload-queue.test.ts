import { limits, type UploadResult } from '@kamar/contracts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fileRecord, uploadResult } from '../../../testing/records.js'
import type { TransferOptions } from './transfer-file.js'
import { createUploadQueue } from './upload-queue.js'

interface Started {
  readonly file: File
  readonly options: TransferOptions
  readonly finish: (result?: UploadResult) => void
  readonly fail: (error: unknown) => void
}

/** Returns a transfer that the test controls. */
function driven() {
  const started: Started[] = []
  const onFinished = vi.fn()
  const onFailed = vi.fn()
  const queue = createUploadQueue({
    transfer: (file, options) =>
      new Promise((resolve, reject) => {
        options.signal.addEventListener('abort', () => reject(options.signal.reason as Error))
        started.push({ file, options, finish: (result) => resolve(result ?? null), fail: reject })
      }),
    onFinished,
    onFailed,
  })
  return { queue, started, onFinished, onFailed }
}

const sized = (name: string, size = 1000): File => Object.defineProperty(new File([], name), 'size', { value: size })
const requests = (...files: readonly File[]) => files.map((file) => ({ file }))
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('upload queue', () => {
  test('reports 100 percent only after the server has received the file', async () => {
    const { queue, started, onFinished } = driven()
    queue.add(requests(sized('house.ifc')))
    expect(queue.state.get()).toMatchObject({ fileName: 'house.ifc', totalBytes: 1000, percent: 0 })
    started[0]?.options.onProgress(415)
    expect(queue.state.get()).toMatchObject({ sentBytes: 415, percent: 41.5 })
    started[0]?.options.onProgress(1000)
    expect(queue.state.get().percent).toBe(99)
    const result = uploadResult(fileRecord())
    started[0]?.finish(result)
    await settle()
    expect(queue.state.get().percent).toBe(100)
    expect(onFinished).toHaveBeenCalledWith(result, expect.objectContaining({ isSingle: true }))
  })

  test('passes the purpose of each file to its transfer', async () => {
    const { queue, started } = driven()
    queue.add([{ file: sized('house.ifc'), purpose: { fileId: 'file-1', note: 'wider' } }])
    queue.add(requests(sized('tower.ifc')))
    started[0]?.finish()
    await settle()
    expect(started.map(({ options }) => options.purpose)).toEqual([{ fileId: 'file-1', note: 'wider' }, undefined])
  })

  test('resets its progress a second after the last upload', async () => {
    const { queue, started } = driven()
    queue.add(requests(sized('house.ifc')))
    started[0]?.finish()
    await settle()
    await vi.advanceTimersByTimeAsync(limits.uploadProgressResetMilliseconds - 1)
    expect(queue.state.get().percent).toBe(100)
    await vi.advanceTimersByTimeAsync(1)
    expect(queue.state.get()).toMatchObject({ percent: 0, fileName: '' })
  })

  test('sends one file after another', async () => {
    const { queue, started } = driven()
    queue.add(requests(sized('one.ifc'), sized('two.ifc')))
    queue.add(requests(sized('three.ifc')))
    expect(started.map(({ file }) => file.name)).toEqual(['one.ifc'])
    expect(queue.state.get().waiting).toBe(2)
    started[0]?.finish()
    await settle()
    expect(started.map(({ file }) => file.name)).toEqual(['one.ifc', 'two.ifc'])
    expect(queue.state.get()).toMatchObject({ fileName: 'two.ifc', percent: 0, waiting: 1 })
  })

  test('keeps the progress of the next upload when the previous one is reset', async () => {
    const { queue, started } = driven()
    queue.add(requests(sized('one.ifc')))
    started[0]?.finish()
    await vi.advanceTimersByTimeAsync(500)
    queue.add(requests(sized('two.ifc')))
    started[1]?.options.onProgress(500)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(queue.state.get()).toMatchObject({ fileName: 'two.ifc', percent: 50 })
  })

  test('continues after a failure and reports the failed file', async () => {
    const { queue, started, onFailed } = driven()
    const [first, second] = [sized('one.ifc'), sized('two.ifc')]
    queue.add(requests(first, second))
    const error = new Error('quota')
    started[0]?.fail(error)
    await settle()
    expect(onFailed).toHaveBeenCalledWith(first, error)
    expect(started[1]?.file).toBe(second)
  })

  test('cancels the current upload without reporting a failure', async () => {
    const { queue, started, onFailed, onFinished } = driven()
    queue.add(requests(sized('one.ifc'), sized('two.ifc')))
    queue.cancel()
    await settle()
    expect(onFailed).not.toHaveBeenCalled()
    expect(onFinished).not.toHaveBeenCalled()
    expect(started[1]?.file.name).toBe('two.ifc')
  })

  test('is paused while it waits for the network', () => {
    const { queue, started } = driven()
    queue.add(requests(sized('one.ifc')))
    started[0]?.options.onPaused(true)
    expect(queue.state.get().paused).toBe(true)
    started[0]?.options.onPaused(false)
    expect(queue.state.get().paused).toBe(false)
  })

  test('ignores a cancellation while it is idle', () => {
    const { queue } = driven()
    expect(() => queue.cancel()).not.toThrow()
  })

  const states = (queue: ReturnType<typeof driven>['queue']) =>
    queue.items.get().map(({ file, state }) => `${file.name} ${state}`)

  test('lists the outcome of every file until it is cleared', async () => {
    const { queue, started } = driven()
    queue.add(requests(sized('one.ifc'), sized('two.ifc'), sized('three.ifc')))
    started[0]?.finish()
    await settle()
    started[1]?.fail(new Error('quota'))
    await settle()
    expect(states(queue)).toEqual(['one.ifc received', 'two.ifc failed', 'three.ifc sending'])
    queue.clear()
    expect(states(queue)).toEqual(['three.ifc sending'])
  })

  test('retries a failed file after the waiting ones', async () => {
    const { queue, started } = driven()
    queue.add(requests(sized('one.ifc'), sized('two.ifc')))
    started[0]?.fail(new Error('quota'))
    await settle()
    queue.retry(queue.items.get()[0]?.id ?? 0)
    started[1]?.finish()
    await settle()
    expect(started.map(({ file }) => file.name)).toEqual(['one.ifc', 'two.ifc', 'one.ifc'])
  })

  test('skips a waiting file that was removed', async () => {
    const { queue, started } = driven()
    queue.add(requests(sized('one.ifc'), sized('two.ifc'), sized('three.ifc')))
    queue.remove(queue.items.get()[1]?.id ?? 0)
    expect(queue.state.get().waiting).toBe(1)
    started[0]?.finish()
    await settle()
    expect(started.map(({ file }) => file.name)).toEqual(['one.ifc', 'three.ifc'])
  })
})
