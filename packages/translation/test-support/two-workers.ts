import { claimTranslation } from '../src/jobs/claim.js'
import { completeTranslation } from '../src/jobs/lease.js'
import { finished, type QueueContext } from './queue-context.js'
import { enqueue } from './queue.js'

/** Runs translations with two workers; returns the ids requested and the ids done. */
export async function doneByTwo(
  queue: QueueContext,
  count: number,
): Promise<{ readonly enqueuedIds: readonly string[]; readonly done: readonly string[] }> {
  const ids = new Set<string>()
  for (let queued = 0; queued < count; queued++) ids.add((await enqueue(queue.database)).id)
  const done: string[] = []
  const work = async (worker: string): Promise<void> => {
    for (;;) {
      const claimed = await claimTranslation(queue.context, worker)
      if (claimed === null) return
      const lease = { translationId: claimed.id, worker, token: claimed.lease_token }
      if ((await completeTranslation(queue.context, lease, finished())) === 'done') done.push(claimed.id)
    }
  }
  await Promise.all([work('a'), work('b')])
  return { enqueuedIds: [...ids], done }
}
