import { seededRandom } from '@kamar/test-kit'
import { expect, it } from 'vitest'
import {
  claim,
  describeQueue,
  expireLeases,
  finished,
  listPaths,
  pulse,
  readRow,
  startAllNow,
} from '../../test-support/queue-context.js'
import { enqueue, toFiles, insertAccount, someManifest } from '../../test-support/queue.js'
import { doneByTwo } from '../../test-support/two-workers.js'
import { readTranslationEvent } from '../events/announce.js'
import { writerVersion } from '../writer-version.js'
import { claimTranslation, nextStartMilliseconds, recoverLostTranslations } from './claim.js'
import { cancelTranslation, removeUnusedTranslations } from './commands.js'
import { beat, completeTranslation, failAttempt, publishManifest, releaseTranslation } from './lease.js'
import { isFinal } from './state-machine.js'

describeQueue('faults of the queue', (queue) => {
  it('B08 ten simultaneous requests for the same content create one translation', async () => {
    const tickets = await Promise.all(Array.from({ length: 10 }, () => enqueue(queue.database, { content: 'same' })))
    expect(new Set(tickets.map((ticket) => ticket.id)).size).toBe(1)
    expect(tickets.filter((ticket) => ticket.created)).toHaveLength(1)
  })

  it('B13 a single file is not delayed by a hundred files of another account', async () => {
    const [busyAccount, otherAccount] = [await insertAccount(queue.database), await insertAccount(queue.database)]
    for (let count = 0; count < 100; count++) await enqueue(queue.database, { accountId: busyAccount })
    const single = await enqueue(queue.database, { accountId: otherAccount })
    const order: string[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      const { id, lease } = await claim(queue)
      order.push(id)
      await completeTranslation(queue.context, lease, finished())
    }
    expect(order.indexOf(single.id)).toBeGreaterThanOrEqual(0)
    expect(order.indexOf(single.id)).toBeLessThanOrEqual(1)
  })

  // Five hundred in nightly tests.
  it('B14 each of 50 translations is completed exactly once by two workers', async () => {
    const { enqueuedIds, done } = await doneByTwo(queue, 50)
    expect(done.toSorted()).toEqual(enqueuedIds.toSorted())
  })

  it('B02 a lease belongs to one worker, and writes of a late worker change nothing', async () => {
    const { id } = await enqueue(queue.database)
    const secondJob = await claim(queue, 'late')
    const secondFiles = toFiles(someManifest('inprogress', ['provisional/1/000.bin']))
    await publishManifest(queue.context, secondJob.lease, { manifest: someManifest('inprogress'), files: secondFiles })
    await expireLeases(queue)
    expect(await recoverLostTranslations(queue.context)).toBe(1)
    await startAllNow(queue)
    const { lease } = await claim(queue, 'next')
    expect(await listPaths(queue, id)).toEqual([])

    expect(await beat(queue.context, secondJob.lease, { ...pulse, progress: 99 })).toBe('lost')
    expect(
      await publishManifest(queue.context, secondJob.lease, {
        manifest: someManifest('inprogress'),
        files: secondFiles,
      }),
    ).toBe('lost')
    expect(await failAttempt(queue.context, secondJob.lease, { code: 'damaged' })).toBe('lost')
    expect(await completeTranslation(queue.context, secondJob.lease, finished(['late.bin']))).toBe('lost')
    await releaseTranslation(queue.context, secondJob.lease)
    expect(await readRow(queue, id)).toMatchObject({ state: 'running', lease_worker: 'next', progress: 0, attempts: 2 })

    expect(await completeTranslation(queue.context, lease, finished())).toBe('done')
    expect(await completeTranslation(queue.context, secondJob.lease, finished(['late.bin']))).toBe('lost')
    expect(await listPaths(queue, id)).toEqual(['scene/000.bin'])
  })

  it('B12 progress never falls, stays between 0 and 100, and ends with one final event', async () => {
    const seed = Date.now() % 100_000
    const random = seededRandom(seed)
    const { id } = await enqueue(queue.database)
    queue.context.events.publish(await readTranslationEvent(queue.context.database, id))
    for (let attempt = 0; attempt < 3; attempt++) {
      await startAllNow(queue)
      const { lease } = await claim(queue)
      for (let count = 0; count < 10; count++)
        await beat(queue.context, lease, { ...pulse, progress: random() * 260 - 130, stage: 'meshing' })
      if (attempt < 2) await failAttempt(queue.context, lease, { code: 'reader-fault' })
      else await completeTranslation(queue.context, lease, finished())
    }
    const progress = queue.context.receivedEvents.map((event) => event.progress)
    expect(progress, `seed ${seed}`).toEqual(progress.toSorted((a, b) => a - b))
    expect(progress.every((value) => value >= 0 && value <= 100)).toBe(true)
    expect(queue.context.receivedEvents.filter((event) => isFinal(event.state))).toEqual([
      queue.context.receivedEvents.at(-1),
    ])
    expect(queue.context.receivedEvents.at(-1)).toMatchObject({ state: 'succeeded', progress: 100 })
  })

  it('B17 a translation queued by an older version is taken over, and one of a newer version is left alone', async () => {
    const [older, newer] = [await enqueue(queue.database), await enqueue(queue.database)]
    const setVersion = (id: string, version: string): Promise<unknown> =>
      queue.database.updateTable('translation').set({ writer_version: version }).where('id', '=', id).execute()
    await setVersion(older.id, String(Number(writerVersion) - 1))
    await setVersion(newer.id, String(Number(writerVersion) + 1))
    const { id, lease } = await claim(queue)
    expect(id).toBe(older.id)
    expect(await completeTranslation(queue.context, lease, finished())).toBe('done')
    expect(await readRow(queue, older.id)).toMatchObject({ state: 'succeeded', writer_version: writerVersion })
    expect(await claimTranslation(queue.context, 'a')).toBeNull()
    expect(await nextStartMilliseconds(queue.database)).toBeNull()
    expect(await readRow(queue, newer.id)).toMatchObject({ state: 'queued' })
  })

  it('B17 a translation queued by an older version and requested again also succeeds', async () => {
    const older = await enqueue(queue.database, { content: 'asked twice' })
    await queue.database.updateTable('translation').set({ writer_version: '1' }).where('id', '=', older.id).execute()
    const again = await enqueue(queue.database, { content: 'asked twice' })
    expect(again.id).not.toBe(older.id)
    for (let count = 0; count < 2; count++)
      expect(await completeTranslation(queue.context, (await claim(queue)).lease, finished())).toBe('done')
    for (const { id } of [older, again]) expect(await readRow(queue, id)).toMatchObject({ state: 'succeeded' })
  })

  it('B09 a file deleted while its translation waits leaves nothing behind', async () => {
    const { id } = await enqueue(queue.database)
    const removed: string[] = []
    const derivatives = {
      removeAll: (translationId: string) => Promise.resolve(void removed.push(translationId)),
    } as never
    expect(await removeUnusedTranslations({ context: queue.context, derivatives, minAgeMilliseconds: 0 })).toBe(1)
    expect(removed).toEqual([id])
    expect(await claimTranslation(queue.context, 'a')).toBeNull()
  })

  it('B09 the translation of a file deleted while its worker is lost is cancelled and then removed', async () => {
    const { id } = await enqueue(queue.database)
    await claim(queue)
    const derivatives = { removeAll: () => Promise.resolve() } as never
    const options = { context: queue.context, derivatives, minAgeMilliseconds: 0 }
    expect(await removeUnusedTranslations(options)).toBe(0)
    await expireLeases(queue)
    await recoverLostTranslations(queue.context)
    expect(await readRow(queue, id)).toMatchObject({ state: 'cancelled' })
    expect(await removeUnusedTranslations(options)).toBe(1)
    expect(await cancelTranslation(queue.context, id)).toBe(false)
  })
})
