import { parentPort, workerData } from 'node:worker_threads'
import { KernelStarter, type Kernel } from './kernel.js'
import { watchedNumber, type WorkerReply, type WorkerRequest } from './shard.js'
import { Tessellator } from './tessellator.js'

// The door of a geometry worker: one shard in, one result out. A watcher in the main thread reads the job under way from
// shared memory and ends the thread when a job does not.

/** A kernel's memory never shrinks: past this it is given back after the shard. */
const largestKeptKernelBytes = 256 * 2 ** 20

const watched = new Int32Array((workerData as { watched: SharedArrayBuffer }).watched)
const starter = new KernelStarter()
let spareKernel: Kernel | null = null
let tessellator: Tessellator | null = null

function reply(message: WorkerReply, transfer: ArrayBuffer[] = []): void {
  parentPort?.postMessage(message, transfer)
}

function noteJob(job: number): void {
  Atomics.store(watched, watchedNumber.job, job)
  Atomics.add(watched, watchedNumber.tick, 1)
}

async function answer(request: WorkerRequest): Promise<void> {
  if (request.kind === 'file') {
    tessellator = new Tessellator(starter, request.file, spareKernel)
  } else if (request.kind === 'forget') {
    spareKernel = tessellator?.kernel ?? spareKernel
    tessellator = null
  } else if (tessellator) {
    const result = await tessellator.run(request.shard, new Set(request.skip), noteJob)
    noteJob(-2)
    reply({ kind: 'shard', result }, [result.buffer])
    tessellator.dropLargeKernel(largestKeptKernelBytes)
  }
}

// One request after the other: a result must not overtake the one before it.
let queue: Promise<void> = starter.start().then((kernel) => {
  spareKernel = kernel
})
parentPort?.on('message', (request: WorkerRequest) => {
  queue = queue.then(() => answer(request))
})
reply({ kind: 'ready' })
