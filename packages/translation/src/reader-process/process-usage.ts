import { readFileSync } from 'node:fs'

const ticksPerSecond = 100
const bytesPerPage = 4096

/** Current resource usage of a process and its descendants. */
export interface ProcessUsage {
  /** CPU time of the live processes, seconds. */
  readonly cpuSeconds: number
  /** Resident memory, bytes. */
  readonly residentBytes: number
  /** Threads of all processes. */
  readonly threads: number
}

/** Usage of a process that is missing or unreadable. */
export const noUsage: ProcessUsage = { cpuSeconds: 0, residentBytes: 0, threads: 0 }

/**
 * Reads a file of `/proc`, empty if it is absent. Its content is in memory: an asynchronous read of four calls took ten
 * times the processor time, ten times a second for each reader.
 */
function readProcessFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the live children of a process; none if `/proc` is absent. */
export function readChildren(pid: number): number[] {
  const text = readProcessFile(`/proc/${pid}/task/${pid}/children`)
  return text.split(' ').filter(Boolean).map(Number)
}

function ownUsage(pid: number): ProcessUsage {
  const text = readProcessFile(`/proc/${pid}/stat`)
  // The name may contain anything, so count from the last parenthesis: utime is the 14th field, stime the 15th, threads
  // the 20th, rss the 24th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22) return noUsage
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentBytes: Number(fields[21]) * bytesPerPage,
    threads: Number(fields[17]),
  }
}

/** Sums the usage of a process tree from `/proc`; all zero if `/proc` is absent. */
export function processUsage(pid: number): ProcessUsage {
  return readChildren(pid)
    .map(processUsage)
    .reduce(
      (sum, usage) => ({
        cpuSeconds: sum.cpuSeconds + usage.cpuSeconds,
        residentBytes: sum.residentBytes + usage.residentBytes,
        threads: sum.threads + usage.threads,
      }),
      ownUsage(pid),
    )
}
