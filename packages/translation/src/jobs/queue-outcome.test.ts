import { newId } from '@kamar/database'
import { waitUntil } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { enqueue, toFiles, someManifest } from '../../test-support/queue.js'
import { createTranslationEvents, type TranslationEvent } from '../events/translation-events.js'
import { watchTranslations } from '../events/watch-translations.js'
import { claimTranslation, recoverLostTranslations } from './claim.js'
import { cancelTranslation, removeUnusedTranslations, retryTranslation } from './commands.js'
import { beat, completeTranslation, failAttempt, publishManifest } from './lease.js'
import {
  claim,
  describeQueue,
  expireLeases,
  finished,
  listPaths,
  pulse,
  readRow,
} from '../../test-support/queue-context.js'

describeQueue('outcome in the queue', (queue) => {
  describe('translation progress', () => {
    it('provides provisional chunks until the package is complete', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      const first = someManifest('inprogress', ['provisional/1/000.bin'])
      expect(await publishManifest(queue.context, lease, { manifest: first, files: toFiles(first) })).toBe('held')
      const row = await readRow(queue, id)
      expect(row.manifest).toMatchObject({ state: 'inprogress' })
      expect(await listPaths(queue, id)).toEqual(['provisional/1/000.bin'])
      await completeTranslation(queue.context, lease, finished(['scene/000.bin', 'tree.bin']))
      const complete = await readRow(queue, id)
      expect(complete).toMatchObject({ state: 'succeeded', reader: 'stl', manifest: { state: 'complete' } })
      expect(complete.manifest_revision).toBeGreaterThan(row.manifest_revision)
      expect(await listPaths(queue, id)).toEqual(['scene/000.bin', 'tree.bin'])
    })

    it('publishes a package completely or not at all', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      const twice = completeTranslation(queue.context, lease, finished(['scene/000.bin', 'scene/000.bin']))
      await expect(twice).rejects.toMatchObject({ code: '23505' })
      expect(await readRow(queue, id)).toMatchObject({ state: 'running', report: null })
      expect(await listPaths(queue, id)).toEqual([])
      await completeTranslation(
        queue.context,
        lease,
        finished(Array.from({ length: 1200 }, (_, n) => `scene/${n}.bin`)),
      )
      expect(await listPaths(queue, id)).toHaveLength(1200)
    })

    it('removes the chunks of a failed attempt', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      const manifest = someManifest('inprogress', ['provisional/1/000.bin'])
      await publishManifest(queue.context, lease, { manifest, files: toFiles(manifest) })
      await failAttempt(queue.context, lease, { code: 'damaged', bytePosition: 7 })
      expect(await listPaths(queue, id)).toEqual([])
      expect(await readRow(queue, id)).toMatchObject({ state: 'failed', manifest: null, failure: { bytePosition: 7 } })
    })
  })

  describe('translation control', () => {
    it('cancels a waiting translation immediately', async () => {
      const { id } = await enqueue(queue.database)
      expect(await cancelTranslation(queue.context, id)).toBe(true)
      expect(await readRow(queue, id)).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } })
      expect(await claimTranslation(queue.context, 'a')).toBeNull()
      expect(await cancelTranslation(queue.context, id)).toBe(false)
      expect(queue.context.receivedEvents.map((event) => event.state)).toEqual(['cancelled'])
    })

    it('requests cancellation from a running worker and ignores its later result', async () => {
      const { id } = await enqueue(queue.database)
      const { lease } = await claim(queue)
      expect(await cancelTranslation(queue.context, id)).toBe(true)
      expect((await readRow(queue, id)).state).toBe('running')
      expect(queue.context.receivedEvents.at(-1)).toMatchObject({ cancelRequested: true })
      expect(await beat(queue.context, lease, pulse)).toBe('cancel')
      await failAttempt(queue.context, lease, { code: 'reader-fault' })
      expect(await readRow(queue, id)).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } })
    })

    it('cancels a translation whose worker is lost', async () => {
      const { id } = await enqueue(queue.database)
      await claim(queue)
      await cancelTranslation(queue.context, id)
      await expireLeases(queue)
      await recoverLostTranslations(queue.context)
      expect((await readRow(queue, id)).state).toBe('cancelled')
    })

    it('retries only failed or cancelled translations', async () => {
      const { id } = await enqueue(queue.database)
      expect(await retryTranslation(queue.context, id)).toBe(false)
      const { lease } = await claim(queue)
      expect(await retryTranslation(queue.context, id)).toBe(false)
      await beat(queue.context, lease, { ...pulse, progress: 60 })
      await failAttempt(queue.context, lease, { code: 'damaged' })
      expect(await retryTranslation(queue.context, id)).toBe(true)
      expect(await readRow(queue, id)).toMatchObject({
        state: 'queued',
        attempts: 0,
        progress: 0,
        failure: null,
        finished_at: null,
      })
      const again = await claim(queue)
      await completeTranslation(queue.context, again.lease, finished())
      expect(await retryTranslation(queue.context, id)).toBe(false)
      expect(await retryTranslation(queue.context, newId())).toBe(false)
    })

    it('removes unused translations that wait, run or are complete', async () => {
      const removed: string[] = []
      const options = {
        context: queue.context,
        derivatives: { removeAll: (id: string) => Promise.resolve(void removed.push(id)) } as never,
        minAgeMilliseconds: 0,
      }
      const done = await enqueue(queue.database)
      await completeTranslation(queue.context, (await claim(queue)).lease, finished())
      const running = await enqueue(queue.database)
      const { lease } = await claim(queue)
      const waiting = await enqueue(queue.database)
      expect(await removeUnusedTranslations({ ...options, minAgeMilliseconds: 60_000 })).toBe(0)
      expect(await removeUnusedTranslations(options)).toBe(2)
      expect(removed.toSorted()).toEqual([done.id, waiting.id].toSorted())
      expect(await beat(queue.context, lease, pulse)).toBe('cancel')
      await failAttempt(queue.context, lease, { code: 'cancelled' })
      expect(await removeUnusedTranslations(options)).toBe(1)
      expect(removed.at(-1)).toBe(running.id)
    })
  })

  describe('translation events', () => {
    it('are polled by other processes, each change once, until stopped', async () => {
      const events = createTranslationEvents()
      const receivedEvents: TranslationEvent[] = []
      events.subscribe((event) => receivedEvents.push(event))
      const stop = watchTranslations({ database: queue.database, events, intervalMilliseconds: 5 })
      const { id } = await enqueue(queue.database)
      await waitUntil(() => receivedEvents.some((event) => event.translationId === id && event.state === 'queued'))
      const { lease } = await claim(queue)
      await beat(queue.context, lease, { ...pulse, progress: 30 })
      await waitUntil(() => receivedEvents.at(-1)?.progress === 30)
      await completeTranslation(queue.context, lease, finished())
      await waitUntil(() => receivedEvents.at(-1)?.state === 'succeeded')
      const count = receivedEvents.length
      await queue.database.selectFrom('translation').select('id').execute()
      await stop()
      expect(receivedEvents).toHaveLength(count)
    })

    it('survive a database that does not respond', async () => {
      const errors: unknown[] = []
      const broken = { selectFrom: () => undefined } as never
      const stop = watchTranslations({
        database: broken,
        events: createTranslationEvents(),
        intervalMilliseconds: 1,
        onError: (error) => errors.push(error),
      })
      await waitUntil(() => errors.length >= 2)
      await expect(stop()).resolves.toBeUndefined()
    })
  })
})
