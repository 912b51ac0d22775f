import { describe, expect, it } from 'vitest'
import { BrepWorkerPool, type SolidThread, type ThreadSource } from './brep-worker-pool.js'
import type { SolidFailure, SolidJob, SolidResult } from './solid-job.js'

const done = (origin: number): SolidResult => ({
  kind: 'meshed',
  meshes: [],
  origin: [origin, 0, 0],
  meshedFaces: 0,
  triangles: 0,
  areFacesKnown: true,
})
const createJob = (bytes: number): SolidJob => ({
  text: new Uint8Array(bytes),
  faces: { count: 0 },
  quality: 'standard',
})

/** A thread that finishes its jobs when a test triggers it. */
class HeldThread implements SolidThread {
  isTerminated = false
  startError: unknown = null
  readonly stopped: SolidFailure[] = []
  #settle: ((result: SolidResult) => void) | null = null
  #origin = -1

  run(job: SolidJob): Promise<SolidResult> {
    this.#origin = job.text.length
    return new Promise((settle) => (this.#settle = settle))
  }

  stop(reason: SolidFailure): Promise<void> {
    this.stopped.push(reason)
    this.isTerminated = true
    this.#settle?.({ kind: 'failed', reason })
    return Promise.resolve()
  }

  get isWorking(): boolean {
    return this.#settle !== null
  }

  finish(): void {
    const settle = this.#settle
    this.#settle = null
    settle?.(done(this.#origin))
  }
}

function heldThreads(): { source: ThreadSource; started: HeldThread[] } {
  const started: HeldThread[] = []
  const start = (): Promise<HeldThread> => {
    const thread = new HeldThread()
    started.push(thread)
    return Promise.resolve(thread)
  }
  return { source: { idle: [], start }, started }
}

const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
const createSignal = (): AbortSignal => new AbortController().signal

describe('BrepWorkerPool', () => {
  it('starts no thread without a solid, and one for a few small solids', async () => {
    const { source, started } = heldThreads()
    const pool = new BrepWorkerPool(createSignal(), source)
    await yieldToEventLoop()
    expect(started).toHaveLength(0)
    const results = [1, 2, 3].map((bytes) => pool.mesh(() => createJob(bytes), 6))
    await yieldToEventLoop()
    expect(started).toHaveLength(1)
    for (const expected of [1, 2, 3]) {
      started[0]?.finish()
      expect(await results[expected - 1]).toEqual(done(expected))
      await yieldToEventLoop()
    }
    expect(started).toHaveLength(1)
  })

  it('starts a second thread when enough faces wait, and never a third', async () => {
    const { source, started } = heldThreads()
    const pool = new BrepWorkerPool(createSignal(), source)
    for (let number = 1; number <= 5; number++) void pool.mesh(() => createJob(number), 200)
    await yieldToEventLoop()
    expect(started).toHaveLength(2)
    expect(started.every(({ isWorking }) => isWorking)).toBe(true)
    await pool.release()
  })

  it('counts solids of unknown size with a default size', async () => {
    const { source, started } = heldThreads()
    const pool = new BrepWorkerPool(createSignal(), source)
    void pool.mesh(() => createJob(1))
    void pool.mesh(() => createJob(2))
    await yieldToEventLoop()
    expect(started).toHaveLength(1)
    for (let number = 3; number < 8; number++) void pool.mesh(() => createJob(number))
    await yieldToEventLoop()
    expect(started).toHaveLength(2)
    await pool.release()
  })

  it('creates a job only when a thread is free', async () => {
    const { source, started } = heldThreads()
    const pool = new BrepWorkerPool(createSignal(), source)
    const created: number[] = []
    const make = (number: number) => () => {
      created.push(number)
      return createJob(number)
    }
    const results = [1, 2, 3].map((number) => pool.mesh(make(number), 1))
    await yieldToEventLoop()
    expect(created).toEqual([1])
    started[0]?.finish()
    await results[0]
    await yieldToEventLoop()
    expect(created).toEqual([1, 2])
    await pool.release()
    expect(await results[2]).toEqual({ kind: 'failed', reason: 'cancelled' })
    expect(created).toEqual([1, 2])
  })

  it('replaces a dead thread', async () => {
    const { source, started } = heldThreads()
    const pool = new BrepWorkerPool(createSignal(), source)
    const first = pool.mesh(() => createJob(1), 1)
    await yieldToEventLoop()
    await started[0]?.stop('took-too-long')
    expect(await first).toEqual({ kind: 'failed', reason: 'took-too-long' })
    const second = pool.mesh(() => createJob(2), 1)
    await yieldToEventLoop()
    expect(started).toHaveLength(2)
    started[1]?.finish()
    expect(await second).toEqual(done(2))
    await pool.release()
  })

  it('rejects each solid when threads cannot start', async () => {
    const { source, started } = heldThreads()
    const start = () => Promise.reject(new RangeError('no threads'))
    const pool = new BrepWorkerPool(createSignal(), { ...source, start })
    await expect(pool.mesh(() => createJob(1))).rejects.toThrow('no threads')
    await expect(pool.mesh(() => createJob(2))).rejects.toThrow('no threads')
    expect(started).toHaveLength(0)
  })

  it('rejects with the start error of a thread', async () => {
    const { source } = heldThreads()
    const broken = new HeldThread()
    broken.startError = new RangeError('no kernel')
    broken.run = () => Promise.resolve({ kind: 'failed', reason: 'not-tessellated' })
    const pool = new BrepWorkerPool(createSignal(), { ...source, start: () => Promise.resolve(broken) })
    await expect(pool.mesh(() => createJob(1))).rejects.toThrow('no kernel')
  })
})

describe('end of a BrepWorkerPool', () => {
  it('keeps idle threads for the next pool', async () => {
    const { source, started } = heldThreads()
    const first = new BrepWorkerPool(createSignal(), source)
    const result = first.mesh(() => createJob(1), 1)
    await yieldToEventLoop()
    started[0]?.finish()
    await result
    await first.release()
    expect(started[0]?.stopped).toEqual([])
    const second = new BrepWorkerPool(createSignal(), source)
    void second.mesh(() => createJob(2), 1)
    await yieldToEventLoop()
    expect(started).toHaveLength(1)
    expect(started[0]?.isWorking).toBe(true)
    await second.release()
  })

  it('stops busy threads when the file is cancelled', async () => {
    const { source, started } = heldThreads()
    const abort = new AbortController()
    const pool = new BrepWorkerPool(abort.signal, source)
    const results = [1, 2, 3].map((number) => pool.mesh(() => createJob(number), 200))
    await yieldToEventLoop()
    abort.abort()
    expect(await Promise.all(results)).toEqual(results.map(() => ({ kind: 'failed', reason: 'cancelled' })))
    expect(started.map(({ stopped }) => stopped)).toEqual([['cancelled'], ['cancelled']])
    expect(source.idle).toEqual([])
  })

  it('keeps a thread that is starting and resolves as cancelled', async () => {
    const { source, started } = heldThreads()
    const abort = new AbortController()
    const pool = new BrepWorkerPool(abort.signal, source)
    const result = pool.mesh(() => createJob(1))
    abort.abort()
    expect(await result).toEqual({ kind: 'failed', reason: 'cancelled' })
    expect(started).toHaveLength(1)
    expect(source.idle).toEqual(started)
  })
})
