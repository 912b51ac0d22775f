import {
  TranslationError,
  translationFailureCodes,
  type ReaderLimits,
  type TranslationFailure,
  type ReadReport,
  type Reader,
} from '@kamar/core'
import { RecordedSource, createRecordedContext } from './recorded-context.js'
import type { Companions } from './recorded-context.js'
import type { RecordingScene } from './recording-scene.js'

/** Failure codes that a reader itself may return: an internal fault is never an expected result. */
const expectedCodes: readonly string[] = translationFailureCodes.filter(
  (code) => code !== 'reader-fault' && code !== 'no-reader' && code !== 'isolation-too-weak',
)

/** Result of one read. */
export interface ReaderRun {
  readonly report: ReadReport | null
  readonly failure: TranslationFailure | null
  readonly scene: RecordingScene
  readonly source: RecordedSource
  readonly progress: readonly { readonly fraction: number; readonly stage: string }[]
  readonly requestedCompanions: readonly string[]
  /** Wall-clock time; only for choosing moments, never for a limit. */
  readonly milliseconds: number
  /** CPU time of this process, independent of the machine's load. */
  readonly processorMilliseconds: number
}

/** Options of a read. */
export interface RunOptions {
  readonly name?: string
  readonly companions?: Companions
  readonly limits?: Partial<ReaderLimits>
  readonly signal?: AbortSignal
  readonly onRead?: (readCount: number) => void
}

/** Starts measuring this process's CPU time, milliseconds. */
export function stopwatch(): () => number {
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
}

/** Reads bytes and records the result; rethrows an error that is not in the closed list of failures. */
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
