import { describe, expect, it } from 'vitest'
import { enqueue, insertAccount } from '../../test-support/queue.js'
import { claimTranslation, nextStartMilliseconds, recoverLostTranslations } from './claim.js'
import { cancelTranslation } from './commands.js'
import { beat, failAttempt, releaseTranslation } from './lease.js'
import { claim, describeQueue, expireLeases, pulse, readRow, startAllNow } from '../../test-support/queue-context.js'

describeQueue('queue', (queue) => {
  describe('translation request', () => {
    it('creates another translation when companions change', async () => {
      const companions = [{ name: 'a.mtl', sha256: 'a'.repeat(64) }]
      const plain = await enqueue(queue.database, { content: 'same', formatId: 'obj' })
      const withCompanions = await enqueue(queue.database, { content: 'same', formatId: 'obj', companions })
      expect(withCompanions.id).not.toBe(plain.id)
      expect((await readRow(queue, withCompanions.id)).companions).toEqual(companions)
    })

    it('stores no user file name', async () => {
      const { id } = await enqueue(queue.database, { fileName: 'Secret Villa.STL' })
      expect((await readRow(queue, id)).file_name).toBe('model.stl')
    })

    it('fails immediately with the format name when no reader is installed', async () => {
      const { id, state } = await enqueue(queue.database, { formatId: 'score', fileName: 'a.score' })
      expect(state).toBe('failed')
      expect((await readRow(queue, id)).failure).toEqual({
        code: 'no-reader',
        details: { expected: 'score' },
      })
    })

    it('queues content detected by another reader under an extension without a reader', async () => {
      const ticket = await enqueue(queue.database, { formatId: 'score', fileName: 'a.score', detectedFormatId: 'stl' })
      expect(ticket.state).toBe('queued')
    })

    it('restarts only cancelled translations and those that failed by an internal fault', async () => {
      const endings = [
        { failure: { code: 'reader-fault' }, again: 'queued' },
        { failure: { code: 'isolation-too-weak' }, again: 'queued' },
        { failure: { code: 'damaged' }, again: 'failed' },
      ] as const
      for (const { failure, again } of endings) {
        const { id } = await enqueue(queue.database, { content: failure.code })
        const { lease } = await claim(queue)
        await queue.database.updateTable('translation').set({ maximum_attempts: 1 }).where('id', '=', id).execute()
        await failAttempt(queue.context, lease, failure)
        expect((await readRow(queue, id)).state).toBe('failed')
        expect(await enqueue(queue.database, { content: failure.code })).toEqual({ id, state: again, created: false })
        await cancelTranslation(queue.context, id)
      }
      const cancelled = await enqueue(queue.database, { content: 'cancelled' })
      await cancelTranslation(queue.context, cancelled.id)
      expect(await enqueue(queue.database, { content: 'cancelled' })).toMatchObject({
        id: cancelled.id,
        state: 'queued',
      })
    })
  })

  describe('translation claim', () => {
    it('returns the oldest translation first, and nothing when the queue is empty', async () => {
      const first = await enqueue(queue.database)
      const second = await enqueue(queue.database)
      expect((await claim(queue)).id).toBe(first.id)
      expect((await claim(queue)).id).toBe(second.id)
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      expect(queue.context.receivedEvents.map((event) => event.state)).toEqual(['running', 'running'])
    })

    it('alternates between accounts while readers are running', async () => {
      const [busyAccount, otherAccount] = [await insertAccount(queue.database), await insertAccount(queue.database)]
      for (let count = 0; count < 5; count++) await enqueue(queue.database, { accountId: busyAccount })
      await claim(queue)
      const single = await enqueue(queue.database, { accountId: otherAccount })
      expect((await claim(queue)).id).toBe(single.id)
    })

    it('ignores translations queued by another version', async () => {
      const { id } = await enqueue(queue.database)
      await queue.database.updateTable('translation').set({ writer_version: 'newer' }).where('id', '=', id).execute()
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      expect(await nextStartMilliseconds(queue.database)).toBeNull()
    })
  })

  describe('translation lease', () => {
    it('fails the translation with a reason after too many expiries', async () => {
      const { id } = await enqueue(queue.database)
      for (let attempt = 1; attempt <= 3; attempt++) {
        await startAllNow(queue)
        await claim(queue)
        await expireLeases(queue)
        await recoverLostTranslations(queue.context)
      }
      const row = await readRow(queue, id)
      expect(row).toMatchObject({ state: 'failed', attempts: 3, failure: { code: 'reader-fault' } })
      expect(row.finished_at).toBeInstanceOf(Date)
      expect(queue.context.receivedEvents.at(-1)).toMatchObject({ translationId: id, state: 'failed' })
    })

    it('is exclusive until it expires', async () => {
      await enqueue(queue.database)
      await claim(queue)
      expect(await recoverLostTranslations(queue.context)).toBe(0)
      expect(await claimTranslation(queue.context, 'b')).toBeNull()
    })

    it('charges its processor time and ends the translation when the budget is spent', async () => {
      const { id } = await enqueue(queue.database)
      const { lease, budget_left_milliseconds: budget } = await claim(queue)
      await beat(queue.context, lease, { ...pulse, spentMilliseconds: 1500.4 })
      expect((await readRow(queue, id)).budget_left_milliseconds).toBe(budget - 1500)
      await beat(queue.context, lease, { ...pulse, spentMilliseconds: budget })
      await failAttempt(queue.context, lease, { code: 'reader-fault' })
      expect(await readRow(queue, id)).toMatchObject({ state: 'failed', attempts: 1 })
    })

    it('delays the next attempt', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      await failAttempt(queue.context, lease, { code: 'reader-fault' })
      expect((await readRow(queue, id)).state).toBe('queued')
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      const wait = await nextStartMilliseconds(queue.database)
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(1000)
    })

    it('does not count as an attempt when it is released unharmed', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      await releaseTranslation(queue.context, lease)
      expect(await readRow(queue, id)).toMatchObject({ state: 'queued', attempts: 0, lease_worker: null })
      expect((await claim(queue)).id).toBe(id)
    })
  })
})
