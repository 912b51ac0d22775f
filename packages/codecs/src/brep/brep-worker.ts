import { parentPort, workerData } from 'node:worker_threads'
import { preparedMeshTransferables } from '@kamar/mesh'
import { limitKernelMemory, startKernel, type Kernel } from './kernel.js'
import { meshSolid } from './solid-mesher.js'
import {
  watchedNumber,
  type SolidJob,
  type SolidResult,
  type WorkerReply,
  type WorkerRequest,
  type WorkerStart,
} from './solid-job.js'

// Entry point of a worker: receives one solid, returns its meshes. A watchdog in the main thread stops the thread when
// it hangs.

const start = workerData as WorkerStart
const watched = new Int32Array(start.watched)

/** A kernel's memory never shrinks: beyond this size it is released after the solid. */
const maxRetainedKernelBytes = 512 * 2 ** 20

let kernel: Kernel | null = null

function note(): void {
  Atomics.add(watched, watchedNumber.tick, 1)
}

async function freshKernel(): Promise<Kernel> {
  const started = await startKernel(start.module)
  limitKernelMemory(started, start.maxKernelBytes)
  return started
}

function transferables(result: SolidResult): ArrayBuffer[] {
  if (result.kind === 'failed') return []
  return result.meshes.flatMap((mesh) => (mesh === null ? [] : preparedMeshTransferables(mesh)))
}

/** Discards the kernel after any exception, because its memory may be in any state. */
function meshSafely(current: Kernel, job: SolidJob): SolidResult {
  try {
    return meshSolid(current, job, { note })
  } catch {
    kernel = null
    const isFull = current.wasmMemory.buffer.byteLength > start.maxKernelBytes * 0.8
    return { kind: 'failed', reason: isFull ? 'too-much-memory' : 'not-tessellated' }
  }
}

async function handleRequest({ job }: WorkerRequest): Promise<void> {
  const current = (kernel ??= await freshKernel())
  note()
  const result = meshSafely(current, job)
  const heapBytes = current.wasmMemory.buffer.byteLength
  if (heapBytes > maxRetainedKernelBytes) kernel = null
  const reply: WorkerReply = { kind: 'done', result, heapBytes }
  parentPort?.postMessage(reply, transferables(result))
}

let queue: Promise<void> = freshKernel().then((started) => {
  kernel = started
  const ready: WorkerReply = { kind: 'ready' }
  parentPort?.postMessage(ready)
})
parentPort?.on('message', (request: WorkerRequest) => {
  queue = queue.then(() => handleRequest(request))
})
