import { runExclusively, type OpenDatabase, type SoloWork } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import { PollLoop } from './poll-loop.js'

/** Background work. */
export interface Job {
  readonly id: string
  /**
   * Milliseconds between two runs on every server: its tasks are claimed with leases. `hour` runs on one server of a
   * deployment, one job after the other; `start` once, when a server starts.
   */
  readonly every: number | 'hour' | 'start'
  /** Runs only while no other server does this work; for jobs with a number. */
  readonly solo?: SoloWork
  run(signal: AbortSignal): Promise<unknown>
  /** Calls `wake` when a run is due early; returns a function that releases what the job uses. */
  watch?(wake: () => void): () => void
}

/** Dependencies of jobs. */
export interface JobDependencies {
  readonly open: Pick<OpenDatabase, 'database' | 'kind' | 'pool'>
  readonly log: FastifyBaseLogger
}

const hourMilliseconds = 3_600_000
/** Delayed so that it does not compete with the server's start. */
const firstHourlyDelayMilliseconds = 60_000

/** Starts the jobs; returns a function that stops them and waits for their current runs. */
export function startJobs(jobs: readonly Job[], { log, open }: JobDependencies): () => Promise<void> {
  const stopped = new AbortController()
  const run = async (job: Job): Promise<void> => {
    if (stopped.signal.aborted) return
    await job.run(stopped.signal).catch((error: unknown) => log.error({ err: error, job: job.id }, 'job failed'))
  }
  const runOnOneServer = (period: 'hour' | 'start', wait: boolean): Promise<void> => {
    const work = async (): Promise<void> => {
      for (const job of jobs) if (job.every === period) await run(job)
    }
    // The others take over when the lock is released.
    return runExclusively(open, wait ? 'starting' : 'housekeeping', { wait, work }).then(
      () => undefined,
      (error: unknown) => log.error({ err: error, period }, 'jobs failed'),
    )
  }
  const runPolled = async (job: Job): Promise<void> => {
    if (job.solo === undefined) return run(job)
    await runExclusively(open, job.solo, { wait: false, work: () => run(job) }).catch((error: unknown) =>
      log.error({ err: error, job: job.id }, 'job failed'),
    )
  }
  const stops = jobs.flatMap((job) => (typeof job.every === 'number' ? [poll(job, job.every, runPolled)] : []))
  const starting = runOnOneServer('start', true)
  const stopHourly = repeatHourly(() => runOnOneServer('hour', false))
  return async () => {
    stopped.abort()
    await Promise.all([starting, stopHourly(), ...stops.map((stop) => stop())])
  }
}

function poll(job: Job, everyMilliseconds: number, run: (job: Job) => Promise<void>): () => Promise<void> {
  const loop = new PollLoop({ everyMilliseconds, run: () => run(job) })
  const release = job.watch?.(() => void loop.next())
  loop.start()
  return async () => {
    await loop.stop()
    release?.()
  }
}

function repeatHourly(run: () => Promise<void>): () => Promise<void> {
  let round: Promise<void> = Promise.resolve()
  const begin = (): void => {
    round = run()
  }
  const first = setTimeout(begin, firstHourlyDelayMilliseconds).unref()
  const timer = setInterval(begin, hourMilliseconds).unref()
  return async () => {
    clearTimeout(first)
    clearInterval(timer)
    await round
  }
}
