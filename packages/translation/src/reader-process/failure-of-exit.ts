import type { ReaderLimits, TranslationFailure } from '@kamar/core'
import type { ProcessUsage } from './process-usage.js'
import { limitExceeded, isOutOfMemoryMessage } from '../run/to-failure.js'

/** How a reader process ended. */
export interface ReaderExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why this process killed it, if it did. */
  readonly condemned: TranslationFailure | null
  /** Its highest measured usage. */
  readonly peak: ProcessUsage
}

/** The kernel kills at the limit; the last measurement was up to a second before. */
const toleranceSeconds = 1.5
const nearTheLimit = 0.6

/** Returns the failure, for the user, of a reader that ended without a message. */
export function failureOfExit(exit: ReaderExit, stderrTail: string, limits: ReaderLimits): TranslationFailure {
  if (exit.condemned !== null) return exit.condemned
  if (exit.signal === 'SIGXCPU') return limitExceeded('processor-time', limits.cpuSeconds)
  if (exit.signal === 'SIGKILL' && exit.peak.cpuSeconds >= limits.cpuSeconds - toleranceSeconds)
    return limitExceeded('processor-time', limits.cpuSeconds)
  if (isOutOfMemoryMessage(stderrTail)) return limitExceeded('memory', limits.dataBytes)
  if (exit.signal === 'SIGKILL') return failureOfKill(exit, limits)
  // An engine that is refused essential memory crashes in ways of its own.
  if (exit.signal !== null && exit.peak.residentBytes >= limits.dataBytes * nearTheLimit)
    return limitExceeded('memory', limits.dataBytes)
  if (exit.signal === 'SIGXFSZ') return limitExceeded('output-file', limits.outputFileBytes)
  return { code: 'reader-fault', details: { reason: exit.signal ?? `exit ${exit.code ?? 'unknown'}` } }
}

/**
 * Not sent by this process: the kernel sends it when the machine runs out of memory, and operators do. Unless the reader
 * was near its own limit, the same file may succeed another time.
 */
function failureOfKill({ peak }: ReaderExit, { dataBytes }: ReaderLimits): TranslationFailure {
  const failure = limitExceeded('memory', dataBytes)
  if (peak.residentBytes >= dataBytes * nearTheLimit) return failure
  return { ...failure, details: { ...failure.details, passing: 1 } }
}
