import { decoderReady } from '@kamar/view-package/read'
import { isOutOfMemory, ViewerError } from '../errors.js'
import type { PlacedChunk } from '../store/placed-chunk.js'
import type { createPlacing } from './chunk-placer.js'
import type { DecodeAnswer, DecodeRequest, PlacingManner } from './decode-messages.js'

/** Decodes the chunks of one package in their order, away from the page's thread where that is possible. */
export interface ChunkDecoder {
  /** The chunk, ready to upload; rejects with `package-damaged` or `out-of-memory`. */
  place(bytes: ArrayBuffer | Uint8Array, manner?: PlacingManner): Promise<PlacedChunk>
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
  #hasAnswered = false

  constructor(worker: Worker) {
    this.#worker = worker
    worker.onmessage = (event: MessageEvent<DecodeAnswer>) => this.#answer(event.data)
    // One that worked and then dies without an answer was ended by the browser, and that is for its memory.
    worker.onerror = () =>
      this.#fail(new ViewerError(this.#hasAnswered ? 'out-of-memory' : 'package-damaged', 'the decoding worker failed'))
    worker.onmessageerror = () => this.#fail(new ViewerError('out-of-memory', 'no room for what was decoded'))
  }

  place(bytes: ArrayBuffer | Uint8Array, manner: PlacingManner = 'joined'): Promise<PlacedChunk> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      const request: DecodeRequest = { bytes, manner }
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
    this.#hasAnswered = true
    if (answer.ok) waiting?.resolve(answer.chunk)
    else waiting?.reject(new ViewerError(answer.outOfMemory ? 'out-of-memory' : 'package-damaged', answer.reason))
  }

  #fail(error: ViewerError): void {
    this.#failure = error
    for (const waiting of this.#waiting.splice(0)) waiting.reject(error)
  }
}

class InlineDecoder implements ChunkDecoder {
  #last: Promise<unknown> = Promise.resolve()
  #placing: Promise<Place> | null = null
  #closed = false

  place(bytes: ArrayBuffer | Uint8Array, manner: PlacingManner = 'joined'): Promise<PlacedChunk> {
    this.#placing ??= openPlacing()
    const next = Promise.all([this.#placing, this.#last]).then(([place]) => {
      if (this.#closed) throw new ViewerError('cancelled')
      try {
        return place(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), manner)
      } catch (cause) {
        throw new ViewerError(isOutOfMemory(cause) ? 'out-of-memory' : 'package-damaged', String(cause), { cause })
      }
    })
    this.#last = next.catch(() => undefined)
    return next
  }

  close(): void {
    this.#closed = true
  }
}

type Place = ReturnType<typeof createPlacing>

/** Fetched only where no worker decodes. */
async function openPlacing(): Promise<Place> {
  const [placer] = await Promise.all([import('./chunk-placer.js'), decoderReady])
  return placer.createPlacing()
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
