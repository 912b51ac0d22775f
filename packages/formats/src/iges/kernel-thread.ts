import { Worker } from 'node:worker_threads'
import { compiledModule, type MeshQuality } from '@kamar/core'
import { compiledImportKernel } from './kernel.js'
import type { KernelRequest, KernelResult, KernelStart } from './kernel-job.js'

/** Memory limit of the kernel; the process has more, for work on the meshes. */
const maxMemoryBytes = 1.5 * 2 ** 30
const minTimeoutMilliseconds = 60_000
const maxTimeoutMilliseconds = 900_000
/** Timeout per byte; 21.5 MB took 14 s of processor time. */
const timeoutPerByteMilliseconds = 0.02

/** An idle thread, already started, for the next file. */
let idle: KernelThread | null = null

/**
 * Reads a file with the kernel in a separate thread; ends the thread on timeout or cancellation. Never rejects because
 * of the file's content. The bytes are transferred to the thread.
 */
export async function readWithKernel(
  bytes: Uint8Array,
  signal: AbortSignal,
  quality: MeshQuality = 'standard',
): Promise<KernelResult> {
  const thread = idle ?? (await KernelThread.start())
  idle = null
  const result = await thread.run({ bytes, quality }, signal)
  if (result.kind === 'read' && !thread.isTerminated && idle === null) idle = thread
  else await thread.stop()
  return result
}

/** Main-thread handle of the worker: it can be ended at any time, even in the middle of a file. */
class KernelThread {
  readonly #worker: Worker
  #settle: ((result: KernelResult) => void) | null = null
  isTerminated = false

  private constructor(module: object) {
    const start: KernelStart = { module, maxMemoryBytes }
    // Flags of the parent (a test runner's loaders) do not apply to compiled JavaScript.
    this.#worker = new Worker(compiledModule(import.meta.url, './kernel-worker.js'), {
      workerData: start,
      execArgv: [],
    })
    this.#worker.on('message', (result: KernelResult) => this.#finish(result))
    for (const event of ['error', 'exit']) {
      this.#worker.on(event, () => {
        this.isTerminated = true
        this.#finish({ kind: 'failed', reason: 'not-translated' })
      })
    }
    this.#worker.unref()
  }

  static async start(): Promise<KernelThread> {
    return new KernelThread(await compiledImportKernel())
  }

  /** Reads a file; never rejects. One at a time. */
  async run(request: KernelRequest, signal: AbortSignal): Promise<KernelResult> {
    const timeout = minTimeoutMilliseconds + request.bytes.length * timeoutPerByteMilliseconds
    const timer = setTimeout(
      () => this.#finish({ kind: 'failed', reason: 'took-too-long' }),
      Math.min(maxTimeoutMilliseconds, timeout),
    )
    const onAbort = (): void => this.#finish({ kind: 'failed', reason: 'cancelled' })
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return await this.#work(request, signal)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
      // An idle thread must not keep the process alive.
      this.#worker.unref()
    }
  }

  async stop(): Promise<void> {
    this.isTerminated = true
    await this.#worker.terminate()
  }

  #work(request: KernelRequest, signal: AbortSignal): Promise<KernelResult> {
    if (signal.aborted) return Promise.resolve({ kind: 'failed', reason: 'cancelled' })
    this.#worker.ref()
    return new Promise((settle) => {
      this.#settle = settle
      this.#worker.postMessage(request, [request.bytes.buffer as ArrayBuffer])
    })
  }

  #finish(result: KernelResult): void {
    const settle = this.#settle
    this.#settle = null
    settle?.(result)
  }
}
