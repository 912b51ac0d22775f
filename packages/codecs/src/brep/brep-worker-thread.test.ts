import { afterEach, describe, expect, it } from 'vitest'
import { BrepWorkerThread, type ThreadOptions } from './brep-worker-thread.js'
import type { SolidJob } from './solid-job.js'

/** Builds a thread script with custom behaviour instead of meshing. */
const doorThat = (onJob: string, atStart = "parentPort.postMessage({ kind: 'ready' })"): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort, workerData } from 'node:worker_threads'
      const watched = new Int32Array(workerData.watched)
      const answer = (result) => parentPort.postMessage({ kind: 'done', result, heapBytes: 1 })
      const tick = () => Atomics.add(watched, 0, 1)
      parentPort.on('message', ({ job }) => { ${onJob} })
      ${atStart}`)}`,
  )

const job = (bytes = 4): SolidJob => ({ text: new Uint8Array(bytes), faces: { count: 0 }, quality: 'standard' })
const failed = (reason: string) => ({ kind: 'failed', reason })

const threads: BrepWorkerThread[] = []
async function start(options: ThreadOptions): Promise<BrepWorkerThread> {
  const thread = await BrepWorkerThread.start(options)
  threads.push(thread)
  return thread
}
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.stop('cancelled')))
})

describe('BrepWorkerThread', () => {
  it('runs one job after the other and transfers the text', async () => {
    const thread = await start({ door: doorThat("answer({ kind: 'failed', reason: 'n' + job.text.length })") })
    const first = job(7)
    expect(await thread.run(first)).toEqual(failed('n7'))
    expect(first.text).toHaveLength(0)
    expect(await thread.run(job(9))).toEqual(failed('n9'))
    expect(thread.isTerminated).toBe(false)
  })

  it('is terminated when it makes no progress before the timeout', async () => {
    const requestedBytes: number[] = []
    const timeoutMilliseconds = (bytes: number): number => {
      requestedBytes.push(bytes)
      return 300
    }
    const thread = await start({ door: doorThat('for (;;) {}'), timeoutMilliseconds })
    expect(await thread.run(job(5))).toEqual(failed('took-too-long'))
    expect([thread.isTerminated, requestedBytes]).toEqual([true, [5]])
    expect(await thread.run(job())).toEqual(failed('not-tessellated'))
  })

  it('is kept while it makes progress', async () => {
    const steps =
      "let left = 25; const go = () => { tick(); left-- > 0 ? setTimeout(go, 100) : answer({ kind: 'failed', reason: 'late' }) }; go()"
    const thread = await start({ door: doorThat(steps), timeoutMilliseconds: () => 2000 })
    expect(await thread.run(job())).toEqual(failed('late'))
  })

  it('is terminated when a job with a maximum time takes longer, whatever progress it makes', async () => {
    const thread = await start({ door: doorThat('setInterval(tick, 20)') })
    expect(await thread.run({ ...job(), maxMilliseconds: 300 })).toEqual(failed('took-too-long'))
    expect(thread.isTerminated).toBe(true)
  })

  it('fails only its own job when it exits', async () => {
    const thread = await start({ door: doorThat('process.exit(1)') })
    expect(await thread.run(job())).toEqual(failed('not-tessellated'))
    expect([thread.isTerminated, thread.startError]).toEqual([true, null])
  })

  it('fails its job when it throws', async () => {
    const thread = await start({ door: doorThat("throw new RangeError('trap')") })
    expect(await thread.run(job())).toEqual(failed('not-tessellated'))
  })

  it('states the reason when it cannot start', async () => {
    const thread = await start({ door: doorThat('', "throw new RangeError('no kernel here')") })
    await thread.run(job())
    expect(String(thread.startError)).toContain('no kernel here')
  })

  it('is terminated during a job with the given reason', async () => {
    const thread = await start({ door: doorThat('for (;;) {}') })
    const running = thread.run(job())
    await thread.stop('cancelled')
    expect(await running).toEqual(failed('cancelled'))
  })
})
