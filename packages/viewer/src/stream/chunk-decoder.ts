import { decoderReady } from '@kamar/view-package/read'
import { ViewerError } from '../errors.js'
import type { PlacedChunk } from '../store/placed-chunk.js'
import type { ChunkPlacer } from './chunk-placer.js'
import type { DecodeAnswer, DecodeRequest } from './decode-messages.js'

/** Decodes the chunks of one package in their order, away from the page's thread where that is possible. */
export interface ChunkDecoder {
  /** The chunk, ready to upload; rejects with `package-damaged`. */
  place(bytes: ArrayBuffer | Uint8Array): Promise<PlacedChunk>
  /** Ends the worker and gives its memory back. Calls under way reject with `cancelled`. */
  close(): void
}

interface Waiting {
  readonly resolve: (chunk: PlacedChunk) => void
  readonly reject: (error: ViewerError) => void
}

class WorkerDecoder implements ChunkDecoder {
  readonly #worker: Worker
  readonly #waiting: Waiting[] = []
  #failure: ViewerError | null = null

  constructor(worker: Worker) {
    this.#worker = worker
    worker.onmessage = (event: MessageEvent<DecodeAnswer>) => this.#answer(event.data)
    worker.onerror = () => this.#fail(new ViewerError('package-damaged', 'the decoding worker failed'))
  }

  place(bytes: ArrayBuffer | Uint8Array): Promise<PlacedChunk> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      const request: DecodeRequest = { bytes }
      const buffer = bytes instanceof Uint8Array ? bytes.buffer : bytes
      this.#worker.postMessage(request, [buffer as ArrayBuffer])
    })
  }

  close(): void {
    this.#worker.terminate()
    this.#fail(new ViewerError('cancelled'))
  }

  #answer(answer: DecodeAnswer): void {
    const waiting = this.#waiting.shift()
    if (answer.ok) waiting?.resolve(answer.chunk)
    else waiting?.reject(new ViewerError('package-damaged', answer.reason))
  }

  #fail(error: ViewerError): void {
    this.#failure = error
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}

class InlineDecoder implements ChunkDecoder {
  #last: Promise<unknown> = Promise.resolve()
  #placer: Promise<ChunkPlacer> | null = null
  #closed = false

  place(bytes: ArrayBuffer | Uint8Array): Promise<PlacedChunk> {
    this.#placer ??= openPlacer()
    const next = Promise.all([this.#placer, this.#last]).then(([placer]) => {
      if (this.#closed) throw new ViewerError('cancelled')
      try {
        return placer.place(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
      } catch (cause) {
        throw new ViewerError('package-damaged', String(cause), { cause })
      }
    })
    this.#last = next.catch(() => undefined)
    return next
  }

  close(): void {
    this.#closed = true
  }
}

/** Fetched only where no worker decodes. */
async function openPlacer(): Promise<ChunkPlacer> {
  const [{ ChunkPlacer }] = await Promise.all([import('./chunk-placer.js'), decoderReady])
  return new ChunkPlacer()
}

const bundledWorker = (): Worker =>
  new Worker(new URL('./decode-worker.js', import.meta.url), { type: 'module', name: 'kamar-decode' })

/** A decoder in a worker; on the page's thread when `createWorker` is null or the browser refuses. */
function createChunkDecoder(createWorker: (() => Worker) | null = bundledWorker): ChunkDecoder {
  if (createWorker === null || typeof Worker === 'undefined') return new InlineDecoder()
  try {
    return new WorkerDecoder(createWorker())
  } catch {
    return new InlineDecoder()
  }
}

/** Keeps one decoder ready, so that the first chunk of the first model does not wait for a worker to start. */
export class ReadyDecoder {
  readonly #createWorker: (() => Worker) | null | undefined
  #ready: ChunkDecoder | null

  constructor(createWorker: (() => Worker) | null | undefined) {
    this.#createWorker = createWorker
    this.#ready = createChunkDecoder(createWorker)
  }

  /** A decoder for one package, to be closed by the caller. */
  take(): ChunkDecoder {
    const decoder = this.#ready ?? createChunkDecoder(this.#createWorker)
    this.#ready = null
    return decoder
  }

  /** Ends the one that nobody took. */
  close(): void {
    this.#ready?.close()
    this.#ready = null
  }
}
