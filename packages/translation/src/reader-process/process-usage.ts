import { readFile } from 'node:fs/promises'

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

/** Returns the live children of a process; none if `/proc` is absent. */
export async function readChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

async function ownUsage(pid: number): Promise<ProcessUsage> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
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
export async function processUsage(pid: number): Promise<ProcessUsage> {
  const [own, children] = await Promise.all([ownUsage(pid), readChildren(pid)])
  const below = await Promise.all(children.map(processUsage))
  return below.reduce(
    (sum, usage) => ({
      cpuSeconds: sum.cpuSeconds + usage.cpuSeconds,
      residentBytes: sum.residentBytes + usage.residentBytes,
      threads: sum.threads + usage.threads,
    }),
    own,
  )
}
