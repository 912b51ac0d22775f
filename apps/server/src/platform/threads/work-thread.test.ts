import { describe, expect, it } from 'vitest'
import { ThreadLimitError, type ThreadLimits, withThread } from './work-thread.js'
import { Slots } from '@kamar/translation'

const limits: ThreadLimits = { timeoutMilliseconds: 60_000, heapMegabytes: 64 }
const slots = new Slots(2)
const createModule = (code: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort, workerData } from 'node:worker_threads';${code}`)}`,
  )
const echo = createModule('parentPort.on("message", (message) => parentPort.postMessage([workerData, message]))')

describe('withThread', () => {
  it('exchanges messages with a thread and ends it', async () => {
    const reply = await withThread<string, unknown, unknown>({ module: echo, data: 'start', slots, limits }, (port) => {
      port.send('first')
      return port.next()
    })
    expect(reply).toEqual(['start', 'first'])
  })

  it.each([
    ['that never replies', 'for (;;);', { timeoutMilliseconds: 20 }],
    ['that fails', 'throw new RangeError("broken")', {}],
    ['that ends early', 'process.exit(0)', {}],
    [
      'that exceeds its memory limit',
      'const all = []; for (;;) all.push(new Array(1000).fill(all.length))',
      { heapMegabytes: 8 },
    ],
  ])('rejects for a thread %s', async (_, code, own) => {
    const options = { module: createModule(code), slots, limits: { ...limits, ...own } }
    await expect(withThread<never, unknown, unknown>(options, (port) => port.next())).rejects.toThrow(ThreadLimitError)
  })

  it('rejects with the abort reason, also while it waits for a slot', async () => {
    const silent = { module: createModule('setInterval(() => undefined, 1000)'), slots, limits }
    const [first, second, third] = [new AbortController(), new AbortController(), new AbortController()]
    const runs = [first, second, third].map(({ signal }) =>
      withThread<never, unknown, unknown>({ ...silent, signal }, (port) => port.next()),
    )
    // Observed from the start: either of the first two threads may end first.
    const outcomes = Promise.allSettled(runs)
    third.abort(new RangeError('third'))
    await expect(runs[2]).rejects.toThrow('third')
    first.abort(new RangeError('first'))
    second.abort(new RangeError('second'))
    expect((await outcomes).map((outcome) => outcome.status === 'rejected' && String(outcome.reason))).toEqual([
      'RangeError: first',
      'RangeError: second',
      'RangeError: third',
    ])
    const last = await withThread<string, unknown, unknown>({ module: echo, slots, limits }, (port) => {
      port.send('after')
      return port.next()
    })
    expect(last).toEqual([undefined, 'after'])
  })
})
