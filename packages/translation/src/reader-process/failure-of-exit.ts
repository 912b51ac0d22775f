import type { ReaderLimits, TranslationFailure } from '@kamar/contracts/core'
import type { ProcessUsage } from './process-usage.js'
import { limitExceeded, isOutOfMemoryMessage } from '../run/to-failure.js'

/** How a reader process ended. */
export interface ReaderExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** Why it was killed by us, if it was. */
  readonly condemned: TranslationFailure | null
  /** The most that was seen of it. */
  readonly peak: ProcessUsage
}

/** The kernel kills at the limit, the last look was up to a second before. */
const toleranceSeconds = 1.5
const nearTheLimit = 0.6

/** What a user is told about a reader that ended without a word. */
export function failureOfExit(exit: ReaderExit, stderrTail: string, limits: ReaderLimits): TranslationFailure {
  if (exit.condemned !== null) return exit.condemned
  if (exit.signal === 'SIGXCPU') return limitExceeded('processor-time', limits.cpuSeconds)
  if (exit.signal === 'SIGKILL' && exit.peak.cpuSeconds >= limits.cpuSeconds - toleranceSeconds)
    return limitExceeded('processor-time', limits.cpuSeconds)
  // Nobody of ours sent it: the kernel does when the machine itself runs out.
  if (exit.signal === 'SIGKILL' || isOutOfMemoryMessage(stderrTail)) return limitExceeded('memory', limits.dataBytes)
  // An engine that is refused memory where it cannot go on without dies of it in its own ways.
  if (exit.signal !== null && exit.peak.residentBytes >= limits.dataBytes * nearTheLimit)
    return limitExceeded('memory', limits.dataBytes)
  if (exit.signal === 'SIGXFSZ') return limitExceeded('output-file', limits.outputFileBytes)
  return { code: 'reader-fault', details: { reason: exit.signal ?? `exit ${exit.code ?? 'unknown'}` } }
}
