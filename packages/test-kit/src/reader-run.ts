import { TranslationError, translationFailureCodes } from '@kamar/contracts'
import type { ReaderLimits, TranslationFailure } from '@kamar/contracts'
import type { ReadReport, Reader } from '@kamar/scene'
import { RecordedSource, createRecordedContext } from './recorded-context.js'
import type { Companions } from './recorded-context.js'
import type { RecordingScene } from './recording-scene.js'

/** Codes that a reader itself may end with: a fault of ours is never an expected end. */
const expectedCodes: readonly string[] = translationFailureCodes.filter(
  (code) => code !== 'reader-fault' && code !== 'no-reader' && code !== 'isolation-too-weak',
)

/** How one read ended. */
export interface ReaderRun {
  readonly report: ReadReport | null
  readonly failure: TranslationFailure | null
  readonly scene: RecordingScene
  readonly source: RecordedSource
  readonly progress: readonly { readonly fraction: number; readonly stage: string }[]
  readonly requestedCompanions: readonly string[]
  /** By the clock; only for choosing moments, never for a limit. */
  readonly milliseconds: number
  /** Of this process's processors: what a busy machine does not change. */
  readonly processorMilliseconds: number
}

/** What a read is done with. */
export interface RunOptions {
  readonly name?: string
  readonly companions?: Companions
  readonly limits?: Partial<ReaderLimits>
  readonly signal?: AbortSignal
  readonly onRead?: (readCount: number) => void
}

/** Counts this process's processor time from now on, milliseconds. */
export function stopwatch(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** Reads bytes and takes everything down; an error that is not on the closed list of failures is thrown on. */
export async function runReader(reader: Reader, bytes: Uint8Array, options: RunOptions = {}): Promise<ReaderRun> {
  const { name = `file${reader.descriptor.extensions[0] ?? ''}`, onRead, ...contextOptions } = options
  const source = new RecordedSource(name, bytes, onRead)
  const { context, scene, progress, requestedCompanions } = createRecordedContext(contextOptions)
  const started = performance.now()
  const processorTime = stopwatch()
  const ended = (report: ReadReport | null, failure: TranslationFailure | null): ReaderRun => {
    const milliseconds = performance.now() - started
    return {
      ...{ report, failure, scene, source, progress, requestedCompanions },
      milliseconds,
      processorMilliseconds: processorTime(),
    }
  }
  try {
    return ended(await reader.read(source, context), null)
  } catch (error) {
    if (!(error instanceof TranslationError) || !expectedCodes.includes(error.failure.code)) throw error
    return ended(null, error.failure)
  }
}
