import type { Database, OpenDatabase } from '@kamar/database'
import { newId } from '@kamar/database'
import { seededRandom, waitUntil } from '@kamar/test-kit'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  enqueue,
  filesOf,
  insertAccount,
  queueAdapters,
  recordingContext,
  someManifest,
} from '../../test-support/queue.js'
import { announceTranslation } from '../events/announce.js'
import { createTranslationEvents, type TranslationEvent } from '../events/translation-events.js'
import { watchTranslations } from '../events/watch-translations.js'
import { claimTranslation, nextStartMilliseconds, recoverLostTranslations, type ClaimedTranslation } from './claim.js'
import { cancelTranslation, removeUnusedTranslations, retryTranslation } from './commands.js'
import {
  beat,
  completeTranslation,
  failAttempt,
  publishManifest,
  releaseTranslation,
  type Heartbeat,
  type Lease,
} from './lease.js'
import { isFinal } from './state-machine.js'

const longLease = 60_000
const pulse: Heartbeat = { leaseMilliseconds: longLease, progress: 0, stage: 'reading', spentMilliseconds: 0 }
const finished = (paths: readonly string[] = ['scene/000.bin']) => {
  const manifest = someManifest('complete', paths)
  return { manifest, files: filesOf(manifest), reader: 'stl' }
}

describe.each(queueAdapters)('queue: $name', (adapter) => {
  let opened: OpenDatabase
  let discard: () => Promise<void>
  let database: Kysely<Database>
  let context: ReturnType<typeof recordingContext>

  beforeAll(async () => {
    const made = await adapter.open()
    opened = made.opened
    database = opened.database
    discard = made.discard
  })
  afterAll(async () => {
    await opened.close()
    await discard()
  })
  beforeEach(() => {
    context = recordingContext(database)
  })
  afterEach(async () => {
    await database.deleteFrom('translation').execute()
  })

  const rowOf = (id: string) =>
    database.selectFrom('translation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const pathsOf = async (id: string): Promise<string[]> => {
    const rows = await database.selectFrom('derivative').select('path').where('translation_id', '=', id).execute()
    return rows.map((row) => row.path).toSorted()
  }
  const claim = async (worker = 'a', lease = longLease): Promise<ClaimedTranslation & { lease: Lease }> => {
    const claimed = await claimTranslation(context, worker, lease)
    if (claimed === null) throw new Error('nothing to claim')
    return { ...claimed, lease: { translationId: claimed.id, worker, token: claimed.lease_token } }
  }
  const expireLeases = (): Promise<unknown> =>
    database
      .updateTable('translation')
      .set({ lease_until: sql<Date>`now() - interval '1 second'` })
      .where('state', '=', 'running')
      .execute()
  const startAllNow = (): Promise<unknown> =>
    database
      .updateTable('translation')
      .set({ run_after: sql<Date>`now()` })
      .execute()

  describe('asking', () => {
    it('makes one translation of one content, however many ask at once', async () => {
      const tickets = await Promise.all(Array.from({ length: 10 }, () => enqueue(database, { content: 'same' })))
      expect(new Set(tickets.map((ticket) => ticket.id)).size).toBe(1)
      expect(tickets.filter((ticket) => ticket.created)).toHaveLength(1)
    })

    it('makes another one when companions change', async () => {
      const companions = [{ name: 'a.mtl', sha256: 'a'.repeat(64) }]
      const plain = await enqueue(database, { content: 'same', formatId: 'obj' })
      const dressed = await enqueue(database, { content: 'same', formatId: 'obj', companions })
      expect(dressed.id).not.toBe(plain.id)
      expect((await rowOf(dressed.id)).companions).toEqual(companions)
    })

    it('keeps nobody’s file name', async () => {
      const { id } = await enqueue(database, { fileName: 'Secret Villa.STL' })
      expect((await rowOf(id)).file_name).toBe('model.stl')
    })

    it('fails at once, with the format’s name, where no reader is installed', async () => {
      const { id, state } = await enqueue(database, { formatId: 'max', fileName: 'a.max' })
      expect(state).toBe('failed')
      expect((await rowOf(id)).failure).toEqual({ code: 'no-reader', details: { expected: '3ds Max scene' } })
    })

    it('queues what another reader recognised under an extension without one', async () => {
      const ticket = await enqueue(database, { formatId: 'max', fileName: 'a.max', detectedFormatId: 'stl' })
      expect(ticket.state).toBe('queued')
    })

    it('starts over what was cancelled or failed by a fault of ours, and nothing else', async () => {
      const endings = [
        { failure: { code: 'reader-fault' }, again: 'queued' },
        { failure: { code: 'damaged' }, again: 'failed' },
      ] as const
      for (const { failure, again } of endings) {
        const { id } = await enqueue(database, { content: failure.code })
        const { lease } = await claim()
        await database.updateTable('translation').set({ maximum_attempts: 1 }).where('id', '=', id).execute()
        await failAttempt(context, lease, failure)
        expect((await rowOf(id)).state).toBe('failed')
        expect(await enqueue(database, { content: failure.code })).toEqual({ id, state: again, created: false })
        await cancelTranslation(context, id)
      }
      const cancelled = await enqueue(database, { content: 'cancelled' })
      await cancelTranslation(context, cancelled.id)
      expect(await enqueue(database, { content: 'cancelled' })).toMatchObject({ id: cancelled.id, state: 'queued' })
    })
  })

  describe('claiming', () => {
    it('hands out the oldest first, and nothing when nothing waits', async () => {
      const first = await enqueue(database)
      const second = await enqueue(database)
      expect((await claim()).id).toBe(first.id)
      expect((await claim()).id).toBe(second.id)
      expect(await claimTranslation(context, 'a')).toBeNull()
      expect(context.heard.map((event) => event.state)).toEqual(['running', 'running'])
    })

    it('lets accounts take turns: one file is not kept waiting by a hundred of somebody else’s', async () => {
      const [busy, calm] = [await insertAccount(database), await insertAccount(database)]
      for (let count = 0; count < 100; count++) await enqueue(database, { accountId: busy })
      const single = await enqueue(database, { accountId: calm })
      const order: string[] = []
      for (let turn = 0; turn < 3; turn++) {
        const { id, lease } = await claim()
        order.push(id)
        await completeTranslation(context, lease, finished())
      }
      expect(order.indexOf(single.id)).toBeGreaterThanOrEqual(0)
      expect(order.indexOf(single.id)).toBeLessThanOrEqual(1)
    })

    it('takes turns also while readers are running', async () => {
      const [busy, calm] = [await insertAccount(database), await insertAccount(database)]
      for (let count = 0; count < 5; count++) await enqueue(database, { accountId: busy })
      await claim()
      const single = await enqueue(database, { accountId: calm })
      expect((await claim()).id).toBe(single.id)
    })

    it('leaves alone what another version of the product queued', async () => {
      const { id } = await enqueue(database)
      await database.updateTable('translation').set({ writer_version: 'newer' }).where('id', '=', id).execute()
      expect(await claimTranslation(context, 'a')).toBeNull()
      expect(await nextStartMilliseconds(database)).toBeNull()
    })

    it('does each of 500 exactly once with two workers', async () => {
      const ids = new Set<string>()
      for (let count = 0; count < 500; count++) ids.add((await enqueue(database)).id)
      const done: string[] = []
      const work = async (worker: string): Promise<void> => {
        for (;;) {
          const claimed = await claimTranslation(context, worker)
          if (claimed === null) return
          const lease = { translationId: claimed.id, worker, token: claimed.lease_token }
          if ((await completeTranslation(context, lease, finished())) === 'done') done.push(claimed.id)
        }
      }
      await Promise.all([work('a'), work('b')])
      expect(done).toHaveLength(500)
      expect(new Set(done)).toEqual(ids)
    })
  })

  describe('a lease', () => {
    it('belongs to one worker: what the late one writes changes nothing', async () => {
      const { id } = await enqueue(database)
      const late = await claim('late')
      const lateFiles = filesOf(someManifest('inprogress', ['provisional/1/000.bin']))
      await publishManifest(context, late.lease, { manifest: someManifest('inprogress'), files: lateFiles })
      await expireLeases()
      expect(await recoverLostTranslations(context)).toBe(1)
      await startAllNow()
      const { lease } = await claim('next')
      expect(await pathsOf(id)).toEqual([])

      expect(await beat(context, late.lease, { ...pulse, progress: 99 })).toBe('lost')
      expect(
        await publishManifest(context, late.lease, { manifest: someManifest('inprogress'), files: lateFiles }),
      ).toBe('lost')
      expect(await failAttempt(context, late.lease, { code: 'damaged' })).toBe('lost')
      expect(await completeTranslation(context, late.lease, finished(['late.bin']))).toBe('lost')
      await releaseTranslation(context, late.lease)
      expect(await rowOf(id)).toMatchObject({ state: 'running', lease_worker: 'next', progress: 0, attempts: 2 })

      expect(await completeTranslation(context, lease, finished())).toBe('done')
      expect(await completeTranslation(context, late.lease, finished(['late.bin']))).toBe('lost')
      expect(await pathsOf(id)).toEqual(['scene/000.bin'])
    })

    it('that ran out too often gives the translation up with a reason', async () => {
      const { id } = await enqueue(database)
      for (let attempt = 1; attempt <= 3; attempt++) {
        await startAllNow()
        await claim()
        await expireLeases()
        await recoverLostTranslations(context)
      }
      const row = await rowOf(id)
      expect(row).toMatchObject({ state: 'failed', attempts: 3, failure: { code: 'reader-fault' } })
      expect(row.finished_at).toBeInstanceOf(Date)
      expect(context.heard.at(-1)).toMatchObject({ translationId: id, state: 'failed' })
    })

    it('is not taken while it lasts', async () => {
      await enqueue(database)
      await claim()
      expect(await recoverLostTranslations(context)).toBe(0)
      expect(await claimTranslation(context, 'b')).toBeNull()
    })

    it('pays for its time, and ends the translation when the budget is spent', async () => {
      const { id } = await enqueue(database)
      const { lease, budget_left_milliseconds: budget } = await claim()
      await beat(context, lease, { ...pulse, spentMilliseconds: 1500.4 })
      expect((await rowOf(id)).budget_left_milliseconds).toBe(budget - 1500)
      await beat(context, lease, { ...pulse, spentMilliseconds: budget })
      await failAttempt(context, lease, { code: 'reader-fault' })
      expect(await rowOf(id)).toMatchObject({ state: 'failed', attempts: 1 })
    })

    it('waits before the next attempt', async () => {
      const { id } = await enqueue(database)
      const { lease } = await claim()
      await failAttempt(context, lease, { code: 'reader-fault' })
      expect((await rowOf(id)).state).toBe('queued')
      expect(await claimTranslation(context, 'a')).toBeNull()
      const wait = await nextStartMilliseconds(database)
      expect(wait).toBeGreaterThan(0)
      expect(wait).toBeLessThanOrEqual(1000)
    })

    it('given back unharmed does not count as an attempt', async () => {
      const { id } = await enqueue(database)
      const { lease } = await claim()
      await releaseTranslation(context, lease)
      expect(await rowOf(id)).toMatchObject({ state: 'queued', attempts: 0, lease_worker: null })
      expect((await claim()).id).toBe(id)
    })
  })

  describe('progress', () => {
    it('never falls, stays between 0 and 100, and ends with a last word', async () => {
      const seed = Date.now() % 100_000
      const random = seededRandom(seed)
      const { id } = await enqueue(database)
      await announceTranslation(context, id)
      for (let attempt = 0; attempt < 3; attempt++) {
        await startAllNow()
        const { lease } = await claim()
        for (let count = 0; count < 10; count++)
          await beat(context, lease, { ...pulse, progress: random() * 260 - 130, stage: 'meshing' })
        if (attempt < 2) await failAttempt(context, lease, { code: 'reader-fault' })
        else await completeTranslation(context, lease, finished())
      }
      const progress = context.heard.map((event) => event.progress)
      expect(progress, `seed ${seed}`).toEqual(progress.toSorted((a, b) => a - b))
      expect(progress.every((value) => value >= 0 && value <= 100)).toBe(true)
      expect(context.heard.filter((event) => isFinal(event.state))).toEqual([context.heard.at(-1)])
      expect(context.heard.at(-1)).toMatchObject({ state: 'succeeded', progress: 100 })
    })

    it('comes with chunks that can be drawn before the end, and they go when the package is whole', async () => {
      const { id } = await enqueue(database)
      const { lease } = await claim()
      const first = someManifest('inprogress', ['provisional/1/000.bin'])
      expect(await publishManifest(context, lease, { manifest: first, files: filesOf(first) })).toBe('held')
      const row = await rowOf(id)
      expect(row.manifest).toMatchObject({ state: 'inprogress' })
      expect(await pathsOf(id)).toEqual(['provisional/1/000.bin'])
      await completeTranslation(context, lease, finished(['scene/000.bin', 'tree.bin']))
      const complete = await rowOf(id)
      expect(complete).toMatchObject({ state: 'succeeded', reader: 'stl', manifest: { state: 'complete' } })
      expect(complete.manifest_revision).toBeGreaterThan(row.manifest_revision)
      expect(await pathsOf(id)).toEqual(['scene/000.bin', 'tree.bin'])
    })

    it('shows all of a package or nothing of it', async () => {
      const { id } = await enqueue(database)
      const { lease } = await claim()
      const twice = completeTranslation(context, lease, finished(['scene/000.bin', 'scene/000.bin']))
      await expect(twice).rejects.toMatchObject({ code: '23505' })
      expect(await rowOf(id)).toMatchObject({ state: 'running', report: null })
      expect(await pathsOf(id)).toEqual([])
      await completeTranslation(context, lease, finished(Array.from({ length: 1200 }, (_, n) => `scene/${n}.bin`)))
      expect(await pathsOf(id)).toHaveLength(1200)
    })

    it('of a failed attempt leaves no chunks', async () => {
      const { id } = await enqueue(database)
      const { lease } = await claim()
      const manifest = someManifest('inprogress', ['provisional/1/000.bin'])
      await publishManifest(context, lease, { manifest, files: filesOf(manifest) })
      await failAttempt(context, lease, { code: 'damaged', bytePosition: 7 })
      expect(await pathsOf(id)).toEqual([])
      expect(await rowOf(id)).toMatchObject({ state: 'failed', manifest: null, failure: { bytePosition: 7 } })
    })
  })

  describe('stopping and starting over', () => {
    it('cancels at once what waits', async () => {
      const { id } = await enqueue(database)
      expect(await cancelTranslation(context, id)).toBe(true)
      expect(await rowOf(id)).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } })
      expect(await claimTranslation(context, 'a')).toBeNull()
      expect(await cancelTranslation(context, id)).toBe(false)
      expect(context.heard.map((event) => event.state)).toEqual(['cancelled'])
    })

    it('asks the worker of what runs, whatever that says afterwards', async () => {
      const { id } = await enqueue(database)
      const { lease } = await claim()
      expect(await cancelTranslation(context, id)).toBe(true)
      expect((await rowOf(id)).state).toBe('running')
      expect(context.heard.at(-1)).toMatchObject({ cancelRequested: true })
      expect(await beat(context, lease, pulse)).toBe('cancel')
      await failAttempt(context, lease, { code: 'reader-fault' })
      expect(await rowOf(id)).toMatchObject({ state: 'cancelled', failure: { code: 'cancelled' } })
    })

    it('ends what was cancelled while its worker was lost', async () => {
      const { id } = await enqueue(database)
      await claim()
      await cancelTranslation(context, id)
      await expireLeases()
      await recoverLostTranslations(context)
      expect((await rowOf(id)).state).toBe('cancelled')
    })

    it('starts over only what failed or was cancelled', async () => {
      const { id } = await enqueue(database)
      expect(await retryTranslation(context, id)).toBe(false)
      const { lease } = await claim()
      expect(await retryTranslation(context, id)).toBe(false)
      await beat(context, lease, { ...pulse, progress: 60 })
      await failAttempt(context, lease, { code: 'damaged' })
      expect(await retryTranslation(context, id)).toBe(true)
      expect(await rowOf(id)).toMatchObject({
        state: 'queued',
        attempts: 0,
        progress: 0,
        failure: null,
        finished_at: null,
      })
      const again = await claim()
      await completeTranslation(context, again.lease, finished())
      expect(await retryTranslation(context, id)).toBe(false)
      expect(await retryTranslation(context, newId())).toBe(false)
    })

    it('removes what no version shows: waiting, running and done', async () => {
      const removed: string[] = []
      const options = {
        context,
        derivatives: { removeAll: (id: string) => Promise.resolve(void removed.push(id)) } as never,
        minimumAgeMilliseconds: 0,
      }
      const done = await enqueue(database)
      await completeTranslation(context, (await claim()).lease, finished())
      const running = await enqueue(database)
      const { lease } = await claim()
      const waiting = await enqueue(database)
      expect(await removeUnusedTranslations({ ...options, minimumAgeMilliseconds: 60_000 })).toBe(0)
      expect(await removeUnusedTranslations(options)).toBe(2)
      expect(removed.toSorted()).toEqual([done.id, waiting.id].toSorted())
      expect(await beat(context, lease, pulse)).toBe('cancel')
      await failAttempt(context, lease, { code: 'cancelled' })
      expect(await removeUnusedTranslations(options)).toBe(1)
      expect(removed.at(-1)).toBe(running.id)
    })
  })

  describe('news for other processes', () => {
    it('comes by looking, each change once, and stops', async () => {
      const events = createTranslationEvents()
      const heard: TranslationEvent[] = []
      events.subscribe((event) => heard.push(event))
      const stop = watchTranslations({ database, events, intervalMilliseconds: 5 })
      const { id } = await enqueue(database)
      await waitUntil(() => heard.some((event) => event.translationId === id && event.state === 'queued'))
      const { lease } = await claim()
      await beat(context, lease, { ...pulse, progress: 30 })
      await waitUntil(() => heard.at(-1)?.progress === 30)
      await completeTranslation(context, lease, finished())
      await waitUntil(() => heard.at(-1)?.state === 'succeeded')
      const count = heard.length
      await database.selectFrom('translation').select('id').execute()
      await stop()
      expect(heard).toHaveLength(count)
    })

    it('survives a database that does not answer', async () => {
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
