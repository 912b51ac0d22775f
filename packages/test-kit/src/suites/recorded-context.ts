import { readerLimits, type MeshQuality, type ReaderLimits, type ByteSource, type ReadContext } from '@kamar/core'
import { RecordingScene } from './recording-scene.js'

/** Files by name. */
export type Companions = Readonly<Record<string, Uint8Array>>

/** A file in memory that records how it was read. */
export class RecordedSource implements ByteSource {
  readonly name: string
  readonly #bytes: Uint8Array
  readonly #onRead: (readCount: number) => void
  readCount = 0
  longestRead = 0
  completeReads = 0

  constructor(name: string, bytes: Uint8Array, onRead: (readCount: number) => void = () => undefined) {
    this.name = name
    this.#bytes = bytes
    this.#onRead = onRead
  }

  get size(): number {
    return this.#bytes.length
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    this.longestRead = Math.max(this.longestRead, length)
    this.#onRead(++this.readCount)
    await new Promise((resolve) => setImmediate(resolve))
    return this.#bytes.slice(offset, offset + length)
  }

  async readAll(): Promise<Uint8Array> {
    this.completeReads++
    return this.read(0, this.#bytes.length)
  }
}

/** A context for one read, and the record of that read. */
export interface RecordedContext {
  readonly context: ReadContext
  readonly scene: RecordingScene
  readonly progress: { readonly fraction: number; readonly stage: string }[]
  /** Names that the reader requested, in order. */
  readonly requestedCompanions: string[]
}

const lastSegment = (name: string): string => name.split(/[/\\]/).at(-1)?.toLowerCase() ?? ''

/** Creates a read context in memory: companions are found by their last path segment, case-insensitively. */
export function createRecordedContext(
  options: {
    limits?: Partial<ReaderLimits>
    signal?: AbortSignal
    companions?: Companions
    quality?: MeshQuality
  } = {},
): RecordedContext {
  const signal = options.signal ?? new AbortController().signal
  const scene = new RecordingScene({ signal })
  const progress: RecordedContext['progress'] = []
  const requestedCompanions: string[] = []
  const attached = Object.entries(options.companions ?? {})
  const context: ReadContext = {
    scene,
    limits: { ...readerLimits, ...options.limits },
    signal,
    quality: options.quality ?? 'standard',
    progress: (fraction, stage) => void progress.push({ fraction, stage }),
    companion: async (name) => {
      requestedCompanions.push(name)
      const match = attached.find(([attachedName]) => lastSegment(attachedName) === lastSegment(name))
      return match ? new RecordedSource(match[0], match[1]) : null
    },
  }
  return { context, scene, progress, requestedCompanions }
}
