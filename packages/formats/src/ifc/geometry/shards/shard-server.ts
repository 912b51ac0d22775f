import type { MessagePort } from 'node:worker_threads'
import type { Kernel, KernelSource } from '../kernel.js'
import { watchedNumber, type WorkerReply, type WorkerRequest } from './shard.js'
import { Tessellator } from '../tessellator.js'

/** Size above which a kernel's memory is released after the shard, since it never shrinks. */
const maxRetainedKernelBytes = 256 * 2 ** 20

/** Environment of a geometry worker. */
export interface WorkerHost {
  /** Port to the main thread. */
  readonly port: MessagePort
  /** Memory shared with the watcher (`watchedNumber`). */
  readonly watched: Int32Array
  readonly kernels: KernelSource
}

/**
 * Runs a geometry worker: one shard in, one result out. A watcher in the main thread reads the current job from shared
 * memory and ends the thread when a job does not end.
 */
export function serveShards(host: WorkerHost): void {
  const server = new ShardServer(host)
  // Requests run in sequence: a result must not overtake the one before it.
  let queue = server.start()
  host.port.on('message', (request: WorkerRequest) => {
    queue = queue.then(() => server.handleRequest(request))
  })
  server.reply({ kind: 'ready' })
}

class ShardServer {
  readonly #host: WorkerHost
  #spareKernel: Kernel | null = null
  #tessellator: Tessellator | null = null

  constructor(host: WorkerHost) {
    this.#host = host
  }

  async start(): Promise<void> {
    this.#spareKernel = await this.#host.kernels.start()
  }

  reply(message: WorkerReply, transfer: ArrayBuffer[] = []): void {
    this.#host.port.postMessage(message, transfer)
  }

  async handleRequest(request: WorkerRequest): Promise<void> {
    if (request.kind === 'file') {
      this.#tessellator = new Tessellator(this.#host.kernels, request.file, this.#spareKernel)
    } else if (request.kind === 'forget') {
      this.#spareKernel = this.#tessellator?.kernel ?? this.#spareKernel
      this.#tessellator = null
    } else if (this.#tessellator) {
      const result = await this.#tessellator.run(request.shard, new Set(request.skip), (job) => this.#noteJob(job))
      this.#noteJob(idleJob)
      this.reply({ kind: 'shard', result }, [result.buffer])
      this.#tessellator.dropLargeKernel(maxRetainedKernelBytes)
    }
  }

  #noteJob(job: number): void {
    Atomics.store(this.#host.watched, watchedNumber.job, job)
    Atomics.add(this.#host.watched, watchedNumber.tick, 1)
  }
}

const idleJob = -2
