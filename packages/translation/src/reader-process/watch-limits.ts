import type { ReaderLimits, TranslationFailure } from '@kamar/contracts'
import { limitExceeded } from '../run/failure-of.js'
import { measureOutput, type ChildOutput } from './child-output.js'
import { processUsage } from './process-usage.js'

const intervalMilliseconds = 250
const mostOutputFiles = 20_000

/** What is watched, and who is told when it is over a limit. */
export interface WatchedReader {
  readonly pid: number
  readonly output: ChildOutput
  readonly limits: ReaderLimits
  readonly onExceeded: (failure: TranslationFailure) => void
}

/** A running watch. */
export interface LimitWatch {
  /** Processor seconds at the last look. */
  cpuSeconds(): number
  stop(): void
}

async function look({ pid, output, limits }: WatchedReader): Promise<{ cpu: number; over: TranslationFailure | null }> {
  const [usage, size] = await Promise.all([processUsage(pid), measureOutput(output)])
  const cpu = usage.cpuSeconds
  if (cpu > limits.cpuSeconds) return { cpu, over: limitExceeded('processor-time', limits.cpuSeconds) }
  if (usage.residentBytes > limits.dataBytes) return { cpu, over: limitExceeded('memory', limits.dataBytes) }
  if (size.bytes > limits.outputTotalBytes) return { cpu, over: limitExceeded('output-total', limits.outputTotalBytes) }
  if (size.files > mostOutputFiles) return { cpu, over: limitExceeded('output-count', mostOutputFiles) }
  return { cpu, over: null }
}

/**
 * Looks at a reader from outside a few times a second. The kernel's limits are per process and file; this one counts the
 * whole tree and the whole output, names the limit, and is all there is where the kernel's are not to be had.
 */
export function watchLimits(reader: WatchedReader): LimitWatch {
  let cpuSeconds = 0
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const wallClock = setTimeout(() => {
    reader.onExceeded(limitExceeded('wall-clock', reader.limits.wallClockMilliseconds / 1000))
  }, reader.limits.wallClockMilliseconds)
  const next = async (): Promise<void> => {
    const { cpu, over } = await look(reader)
    cpuSeconds = Math.max(cpuSeconds, cpu)
    if (stopped) return
    if (over !== null) reader.onExceeded(over)
    else timer = setTimeout(() => void next(), intervalMilliseconds)
  }
  void next()
  return {
    cpuSeconds: () => cpuSeconds,
    stop: () => {
      stopped = true
      clearTimeout(timer)
      clearTimeout(wallClock)
    },
  }
}
