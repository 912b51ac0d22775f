import { describe, expect, it } from 'vitest'
import { enqueue, insertAccount } from '../../test-support/queue.js'
import { claimTranslation, nextStartMilliseconds, recoverLostTranslations } from './claim.js'
import { cancelTranslation } from './commands.js'
import { beat, failAttempt, releaseTranslation } from './lease.js'
import { claim, describeQueue, expireLeases, pulse, readRow, startAllNow } from '../../test-support/queue-context.js'

describeQueue('queue', (queue) => {
  describe('asking', () => {
    it('makes another one when companions change', async () => {
      const companions = [{ name: 'a.mtl', sha256: 'a'.repeat(64) }]
      const plain = await enqueue(queue.database, { content: 'same', formatId: 'obj' })
      const dressed = await enqueue(queue.database, { content: 'same', formatId: 'obj', companions })
      expect(dressed.id).not.toBe(plain.id)
      expect((await readRow(queue, dressed.id)).companions).toEqual(companions)
    })

    it('keeps nobody’s file name', async () => {
      const { id } = await enqueue(queue.database, { fileName: 'Secret Villa.STL' })
      expect((await readRow(queue, id)).file_name).toBe('model.stl')
    })

    it('fails at once, with the format’s name, where no reader is installed', async () => {
      const { id, state } = await enqueue(queue.database, { formatId: 'score', fileName: 'a.score' })
      expect(state).toBe('failed')
      expect((await readRow(queue, id)).failure).toEqual({
        code: 'no-reader',
        details: { expected: 'score' },
      })
    })

    it('queues what another reader recognised under an extension without one', async () => {
      const ticket = await enqueue(queue.database, { formatId: 'score', fileName: 'a.score', detectedFormatId: 'stl' })
      expect(ticket.state).toBe('queued')
    })

    it('starts over what was cancelled or failed by a fault of ours or of this machine, and nothing else', async () => {
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

  describe('claiming', () => {
    it('hands out the oldest first, and nothing when nothing waits', async () => {
      const first = await enqueue(queue.database)
      const second = await enqueue(queue.database)
      expect((await claim(queue)).id).toBe(first.id)
      expect((await claim(queue)).id).toBe(second.id)
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      expect(queue.context.receivedEvents.map((event) => event.state)).toEqual(['running', 'running'])
    })

    it('takes turns also while readers are running', async () => {
      const [busy, calm] = [await insertAccount(queue.database), await insertAccount(queue.database)]
      for (let count = 0; count < 5; count++) await enqueue(queue.database, { accountId: busy })
      await claim(queue)
      const single = await enqueue(queue.database, { accountId: calm })
      expect((await claim(queue)).id).toBe(single.id)
    })

    it('leaves alone what another version of the product queued', async () => {
      const { id } = await enqueue(queue.database)
      await queue.database.updateTable('translation').set({ writer_version: 'newer' }).where('id', '=', id).execute()
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      expect(await nextStartMilliseconds(queue.database)).toBeNull()
    })
  })

  describe('a lease', () => {
    it('that ran out too often gives the translation up with a reason', async () => {
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

    it('is not taken while it lasts', async () => {
      await enqueue(queue.database)
      await claim(queue)
      expect(await recoverLostTranslations(queue.context)).toBe(0)
      expect(await claimTranslation(queue.context, 'b')).toBeNull()
    })

    it('pays for its time, and ends the translation when the budget is spent', async () => {
      const { id } = await enqueue(queue.database)
      const { lease, budget_left_milliseconds: budget } = await claim(queue)
      await beat(queue.context, lease, { ...pulse, spentMilliseconds: 1500.4 })
      expect((await readRow(queue, id)).budget_left_milliseconds).toBe(budget - 1500)
      await beat(queue.context, lease, { ...pulse, spentMilliseconds: budget })
      await failAttempt(queue.context, lease, { code: 'reader-fault' })
      expect(await readRow(queue, id)).toMatchObject({ state: 'failed', attempts: 1 })
    })

    it('waits before the next attempt', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      await failAttempt(queue.context, lease, { code: 'reader-fault' })
      expect((await readRow(queue, id)).state).toBe('queued')
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      const wait = await nextStartMilliseconds(queue.database)
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(1000)
    })

    it('given back unharmed does not count as an attempt', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      await releaseTranslation(queue.context, lease)
      expect(await readRow(queue, id)).toMatchObject({ state: 'queued', attempts: 0, lease_worker: null })
      expect((await claim(queue)).id).toBe(id)
    })
  })
})
