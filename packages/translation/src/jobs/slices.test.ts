import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { claim, describeQueue, finished, startAllNow } from '../../test-support/queue-context.js'
import { computeAddress, enqueue } from '../../test-support/queue.js'
import { recoverLostTranslations } from './claim.js'
import { cancelTranslation } from './commands.js'
import { completeTranslation, failAttempt, type Lease } from './lease.js'
import {
  beatSlice,
  claimOwnSlice,
  claimSlice,
  completeOwnSlice,
  completeSlice,
  listSlices,
  offerSlice,
  releaseSlice,
  type ClaimedSlice,
  type SliceLease,
} from './slices.js'

const leaseMilliseconds = 60_000
const result = { sha256: computeAddress('result'), sizeBytes: 6 }
const task = (text: string): string => computeAddress(text)

describeQueue('slice queue', (queue) => {
  async function startTranslation(slices: number): Promise<Lease> {
    await enqueue(queue.database, { formatId: 'ifc' })
    const { lease } = await claim(queue, 'reader')
    for (let number = 1; number <= slices; number++)
      await offerSlice(queue.database, lease, { number, taskSha256: task(`${number}`) })
    return lease
  }

  const claimAs = (worker: string, milliseconds = leaseMilliseconds): Promise<ClaimedSlice | null> =>
    claimSlice(queue.database, { worker, leaseMilliseconds: milliseconds })

  async function claimLease(worker: string, milliseconds = leaseMilliseconds): Promise<SliceLease> {
    const claimed = await claimAs(worker, milliseconds)
    if (claimed === null) throw new Error('no slice to claim')
    const { translationId, number, leaseToken: token } = claimed
    return { translationId, number, worker, token }
  }

  const states = async ({ translationId }: Lease): Promise<string[]> =>
    (await listSlices(queue.database, translationId)).map(({ number, state }) => `${number} ${state}`)

  describe('slice queue', () => {
    it('gives each slice to one worker, in order, and none to the worker of the translation', async () => {
      const lease = await startTranslation(2)
      expect(await claimAs('reader')).toBeNull()
      expect(await claimAs('a')).toMatchObject({ number: 1, taskSha256: task('1'), formatId: 'ifc' })
      expect(await claimAs('b')).toMatchObject({ number: 2 })
      expect(await claimAs('c')).toBeNull()
      expect(await states(lease)).toEqual(['1 running', '2 running'])
    })

    it('lets the worker of the translation claim what no other one does', async () => {
      const lease = await startTranslation(2)
      await claimLease('a')
      expect(await claimOwnSlice(queue.database, lease, 1)).toMatchObject({ state: 'running' })
      const own = await claimOwnSlice(queue.database, lease, 2)
      expect(own).toMatchObject({ state: 'own' })
      expect(await claimOwnSlice(queue.database, lease, 3)).toBeNull()
      await completeOwnSlice(queue.database, lease, { number: 2, token: own?.leaseToken ?? -1, result })
      expect(await states(lease)).toEqual(['1 running', '2 done'])
    })

    it('ignores a worker whose lease is over', async () => {
      const lease = await startTranslation(1)
      const silent = await claimLease('silent', -1)
      expect(await states(lease)).toEqual(['1 waiting'])
      const second = await claimLease('second')
      expect(await beatSlice(queue.database, silent, leaseMilliseconds)).toBe('lost')
      expect(await completeSlice(queue.database, silent, result)).toBe(false)
      expect(await beatSlice(queue.database, second, leaseMilliseconds)).toBe('held')
      expect(await completeSlice(queue.database, second, result)).toBe(true)
      expect(await listSlices(queue.database, lease.translationId)).toMatchObject([{ state: 'done', result }])
    })

    it('leaves a slice that two workers failed to the worker of the translation', async () => {
      const lease = await startTranslation(1)
      await releaseSlice(queue.database, await claimLease('stopping'), { counts: false })
      await releaseSlice(queue.database, await claimLease('a'), { counts: true })
      await releaseSlice(queue.database, await claimLease('b'), { counts: true })
      expect(await claimAs('c')).toBeNull()
      expect(await claimOwnSlice(queue.database, lease, 1)).toMatchObject({ state: 'own' })
    })

    it('keeps results for the next attempt, unless the task is another one', async () => {
      const first = await startTranslation(3)
      for (const worker of ['a', 'b']) await completeSlice(queue.database, await claimLease(worker), result)
      await claimOwnSlice(queue.database, first, 3)
      expect(await failAttempt(queue.context, first, { code: 'reader-fault' })).toBe('queued')
      await startAllNow(queue)
      const { lease } = await claim(queue, 'next')
      await offerSlice(queue.database, lease, { number: 1, taskSha256: task('1') })
      await offerSlice(queue.database, lease, { number: 2, taskSha256: task('another') })
      await offerSlice(queue.database, lease, { number: 3, taskSha256: task('3') })
      expect(await states(lease)).toEqual(['1 done', '2 waiting', '3 waiting'])
      // The worker before changes nothing any more.
      await offerSlice(queue.database, first, { number: 1, taskSha256: task('old') })
      expect(await states(lease)).toEqual(['1 done', '2 waiting', '3 waiting'])
    })

    it('stops the work on slices of a translation that is cancelled', async () => {
      const lease = await startTranslation(2)
      const slice = await claimLease('a')
      await cancelTranslation(queue.context, lease.translationId)
      expect(await beatSlice(queue.database, slice, leaseMilliseconds)).toBe('cancel')
      expect(await claimAs('b')).toBeNull()
    })

    it('removes the slices of a translation with its end', async () => {
      const succeeded = await startTranslation(2)
      await completeTranslation(queue.context, succeeded, finished())
      const failed = await startTranslation(2)
      expect(await failAttempt(queue.context, failed, { code: 'damaged' })).toBe('ended')
      const waiting = await startTranslation(2)
      await failAttempt(queue.context, waiting, { code: 'reader-fault' })
      await cancelTranslation(queue.context, waiting.translationId)
      const lost = await startTranslation(2)
      await queue.database
        .updateTable('translation')
        .set({ maximum_attempts: 1, lease_until: sql<Date>`now() - interval '1 second'` })
        .where('id', '=', lost.translationId)
        .execute()
      await recoverLostTranslations(queue.context)
      for (const lease of [succeeded, failed, waiting, lost]) expect(await states(lease)).toEqual([])
    })
  })
})
