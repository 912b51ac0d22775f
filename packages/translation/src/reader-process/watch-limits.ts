import type { ReaderLimits, TranslationFailure } from '@kamar/core'
import { limitExceeded } from '../run/to-failure.js'
import { measureOutput, type ChildOutput, type OutputSize } from './child-output.js'
import { deletedFileBytes } from './deleted-files.js'
import { noUsage, processUsage, type ProcessUsage } from './process-usage.js'

const intervalMilliseconds = 100
/** Counting files costs more than querying the kernel about a process, and disks fill more slowly than memory. */
const pollsPerCount = 5
/** Threads of the sandbox itself, which wait for the reader. */
const ownThreads = 4

/** A watched reader, and its callback for an exceeded limit. */
export interface WatchedReader {
  readonly pid: number
  readonly output: ChildOutput
  readonly limits: ReaderLimits
  readonly onExceeded: (failure: TranslationFailure) => void
}

/** A running watch. */
export interface LimitWatch {
  /** Returns the highest measured usage. */
  peak(): ProcessUsage
  stop(): void
}

/** Returns the limit that a reader exceeds, or null. */
function exceeded(limits: ReaderLimits, usage: ProcessUsage, size: OutputSize): TranslationFailure | null {
  if (usage.cpuSeconds > limits.cpuSeconds) return limitExceeded('processor-time', limits.cpuSeconds)
  if (usage.residentBytes > limits.dataBytes) return limitExceeded('memory', limits.dataBytes)
  if (usage.threads > limits.processes + ownThreads) return limitExceeded('processes', limits.processes)
  if (size.bytes > limits.outputTotalBytes) return limitExceeded('output-total', limits.outputTotalBytes)
  return size.files > limits.outputFiles ? limitExceeded('output-count', limits.outputFiles) : null
}

/**
 * Watches a reader from outside a few times a second. The kernel's limits are per process and file; this one counts the
 * whole tree and the whole output, names the limit, and is the only one where the kernel's are unavailable.
 */
export function watchLimits(reader: WatchedReader): LimitWatch {
  let peak = noUsage
  let size: OutputSize = { bytes: 0, files: 0 }
  let polls = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const wallClock = setTimeout(() => {
    reader.onExceeded(limitExceeded('wall-clock', reader.limits.wallClockMilliseconds / 1000))
  }, reader.limits.wallClockMilliseconds)
  const next = async (): Promise<void> => {
    if (polls++ % pollsPerCount === 0) {
      const [{ bytes, files }, deleted] = await Promise.all([
        measureOutput(reader.output, reader.limits.outputFiles),
        deletedFileBytes(reader.pid),
      ])
      size = { bytes: bytes + deleted, files }
    }
    const usage = processUsage(reader.pid)
    peak = {
      cpuSeconds: Math.max(peak.cpuSeconds, usage.cpuSeconds),
      residentBytes: Math.max(peak.residentBytes, usage.residentBytes),
      threads: Math.max(peak.threads, usage.threads),
    }
    if (stopped) return
    const over = exceeded(reader.limits, usage, size)
    if (over !== null) reader.onExceeded(over)
    else timer = setTimeout(() => void next(), intervalMilliseconds)
  }
  void next()
  return {
    peak: () => peak,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      clearTimeout(wallClock)
    },
  }
}
