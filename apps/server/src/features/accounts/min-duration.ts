import { setTimeout as pause } from 'node:timers/promises'

/** Does some work and answers no sooner than after this time, also when the work fails: its length tells nothing. */
export async function withMinDuration<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), pause(milliseconds)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
