import { setTimeout as pause } from 'node:timers/promises'

/** Runs `work` and settles no sooner than after this time, also on failure, so that its duration reveals nothing. */
export async function withMinDuration<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> {
  const [outcome] = await Promise.allSettled([work(), pause(milliseconds)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
