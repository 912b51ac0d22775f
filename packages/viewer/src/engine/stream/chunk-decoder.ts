import { decoderReady } from '@kamar/package-format/read'
import { isOutOfMemory, ViewerError } from '../errors.js'
import type { GpuChunk } from '../store/gpu-chunk.js'
import type { createChunkBuilder } from './gpu-chunk-builder.js'
import type { DecodeReply, DecodeRequest, BuildMode } from './decode-messages.js'

/** Decodes the chunks of one package in order, in a worker where possible. */
export interface ChunkDecoder {
  /** Returns the chunk, ready to upload; rejects with `package-damaged` or `out-of-memory`. */
  build(bytes: ArrayBuffer | Uint8Array, mode?: BuildMode): Promise<GpuChunk>
  /** Terminates the worker and frees its memory. Pending calls reject with `cancelled`. */
  close(): void
}

/** Decoder that uses its buffers again. */
export interface RecyclingDecoder extends ChunkDecoder {
  /** Returns a chunk in the mode `single`, in a buffer that the caller gives back with `recycle`. */
  buildInBuffer(bytes: ArrayBuffer | Uint8Array): Promise<GpuChunk>
  /** Takes back the buffer of a chunk; its arrays are then lost. */
  recycle(chunk: GpuChunk): void
}

/** Minimum size of a buffer for chunks, bytes. */
const minBufferBytes = 2 ** 20

interface Waiting {
  readonly resolve: (chunk: GpuChunk) => void
  readonly reject: (error: ViewerError) => void
}

class WorkerDecoder implements RecyclingDecoder {
  readonly #worker: Worker
  readonly #waiting: Waiting[] = []
  /**
   * Buffers that go back and forth: with new ones, a megabyte for each chunk would wait for the garbage collector of the
   * page or the worker.
   */
  readonly #buffers: ArrayBuffer[] = []
  #failure: ViewerError | null = null
  #hasAnswered = false

  constructor(worker: Worker) {
    this.#worker = worker
    worker.onmessage = (event: MessageEvent<DecodeReply>) => this.#handleReply(event.data)
    // A worker that dies without a reply after earlier ones was terminated by the browser for its memory use.
    worker.onerror = () =>
      this.#fail(new ViewerError(this.#hasAnswered ? 'out-of-memory' : 'package-damaged', 'worker failed'))
    worker.onmessageerror = () => this.#fail(new ViewerError('out-of-memory', 'no memory'))
  }

  build(bytes: ArrayBuffer | Uint8Array, mode: BuildMode = 'joined'): Promise<GpuChunk> {
    return this.#send({ bytes, mode })
  }

  buildInBuffer(bytes: ArrayBuffer | Uint8Array): Promise<GpuChunk> {
    return this.#send({ bytes: this.#copyToBuffer(bytes), mode: 'single', isPacked: true })
  }

  #send(request: DecodeRequest): Promise<GpuChunk> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      const { bytes } = request
      this.#worker.postMessage(request, [(bytes instanceof Uint8Array ? bytes.buffer : bytes) as ArrayBuffer])
    })
  }

  recycle({ vertices }: GpuChunk): void {
    if (this.#failure === null) this.#buffers.push(vertices.buffer as ArrayBuffer)
  }

  close(): void {
    this.#worker.terminate()
    this.#fail(new ViewerError('cancelled'))
  }

  #copyToBuffer(bytes: ArrayBuffer | Uint8Array): Uint8Array {
    const recycled = this.#buffers.pop()
    const isUsable = recycled !== undefined && recycled.byteLength >= bytes.byteLength
    const buffer = isUsable ? recycled : new ArrayBuffer(Math.max(minBufferBytes, bytes.byteLength))
    const copy = new Uint8Array(buffer, 0, bytes.byteLength)
    copy.set(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
    return copy
  }

  #handleReply(reply: DecodeReply): void {
    const waiting = this.#waiting.shift()
    this.#hasAnswered = true
    if (reply.ok) waiting?.resolve(reply.chunk)
    else waiting?.reject(new ViewerError(reply.outOfMemory ? 'out-of-memory' : 'package-damaged', reply.reason))
  }

  #fail(error: ViewerError): void {
    this.#failure = error
    this.#buffers.length = 0
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}

class InlineDecoder implements RecyclingDecoder {
  #last: Promise<unknown> = Promise.resolve()
  #builder: Promise<BuildChunk> | null = null
  #closed = false

  build(bytes: ArrayBuffer | Uint8Array, mode: BuildMode = 'joined'): Promise<GpuChunk> {
    this.#builder ??= loadChunkBuilder()
    const next = Promise.all([this.#builder, this.#last]).then(([build]) => {
      if (this.#closed) throw new ViewerError('cancelled')
      try {
        return build(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), mode)
      } catch (cause) {
        throw new ViewerError(isOutOfMemory(cause) ? 'out-of-memory' : 'package-damaged', String(cause), { cause })
      }
    })
    this.#last = next.catch(() => undefined)
    return next
  }

  buildInBuffer(bytes: ArrayBuffer | Uint8Array): Promise<GpuChunk> {
    return this.build(bytes, 'single')
  }

  recycle(): void {
    // Each chunk has arrays of its own.
  }

  close(): void {
    this.#closed = true
  }
}

type BuildChunk = ReturnType<typeof createChunkBuilder>

/** Loads the chunk builder, needed only without a worker. */
async function loadChunkBuilder(): Promise<BuildChunk> {
  const [placer] = await Promise.all([import('./gpu-chunk-builder.js'), decoderReady])
  return placer.createChunkBuilder()
}

const bundledWorker = (): Worker =>
  new Worker(new URL('./decode-worker.js', import.meta.url), { type: 'module', name: 'kamar-decode' })

/** Creates a decoder in a worker; on the main thread if `createWorker` is null or the browser refuses. */
function createChunkDecoder(createWorker: (() => Worker) | null = bundledWorker): RecyclingDecoder {
  if (createWorker === null || typeof Worker === 'undefined') return new InlineDecoder()
  try {
    return new WorkerDecoder(createWorker())
  } catch {
    return new InlineDecoder()
  }
}

/** Prepares one decoder, so that the first chunk of the first model does not wait for a worker to start. */
export class ReadyDecoder {
  readonly #createWorker: (() => Worker) | null | undefined
  #ready: RecyclingDecoder | null

  constructor(createWorker: (() => Worker) | null | undefined) {
    this.#createWorker = createWorker
    this.#ready = createChunkDecoder(createWorker)
  }

  /** Returns a decoder for one package, to be closed by the caller. */
  take(): RecyclingDecoder {
    const decoder = this.#ready ?? createChunkDecoder(this.#createWorker)
    this.#ready = null
    return decoder
  }

  /** Closes an unused decoder. */
  close(): void {
    this.#ready?.close()
    this.#ready = null
  }
}
