import { readFile } from 'node:fs/promises'

const ticksPerSecond = 100
const bytesPerPage = 4096

/** What a process and its descendants use now. */
export interface ProcessUsage {
  /** Processor time of those alive, seconds. */
  readonly cpuSeconds: number
  /** Resident memory, bytes. */
  readonly residentBytes: number
  /** Threads of all of them. */
  readonly threads: number
}

/** What a process uses that does not exist, or cannot be looked at. */
export const noUsage: ProcessUsage = { cpuSeconds: 0, residentBytes: 0, threads: 0 }

/** Processes that a process has started and that live; none where there is no `/proc`. */
export async function readChildren(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

async function ownUsage(pid: number): Promise<ProcessUsage> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name may hold anything, so count from the last parenthesis: utime is the 14th field, stime the 15th,
  // threads the 20th, rss the 24th.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  if (fields.length < 22) return noUsage
  return {
    cpuSeconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    residentBytes: Number(fields[21]) * bytesPerPage,
    threads: Number(fields[17]),
  }
}

/** Sums a process tree as `/proc` shows it; all zero where there is no `/proc`. */
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
