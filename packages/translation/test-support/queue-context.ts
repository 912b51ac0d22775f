import type { Database, OpenDatabase } from '@kamar/database'
import { sql, type Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest'
import { claimTranslation, type ClaimedTranslation } from '../src/jobs/claim.js'
import type { Heartbeat, Lease } from '../src/jobs/lease.js'
import { toFiles, queueAdapters, recordingContext, someManifest } from './queue.js'

export const longLease = 60_000
export const pulse: Heartbeat = { leaseMilliseconds: longLease, progress: 0, stage: 'reading', spentMilliseconds: 0 }
/** Returns the package that a worker submits at the end. */
export const finished = (paths: readonly string[] = ['scene/000.bin']) => {
  const manifest = someManifest('complete', paths)
  return { manifest, files: toFiles(manifest), reader: 'stl' }
}

/** A queue and the operations that tests repeat on it. */
export interface QueueContext {
  database: Kysely<Database>
  /** New for each test. */
  context: ReturnType<typeof recordingContext>
}

/** Defines the queue tests once per database, empty for each test. */
export function describeQueue(title: string, tests: (queue: QueueContext) => void): void {
  describe.each(queueAdapters)(`C11 ${title}: $name`, (adapter) => {
    let connection: OpenDatabase
    let discard: () => Promise<void>
    // Both are set before the first test runs; the tests are declared before that.
    const queue = {} as QueueContext
    beforeAll(async () => {
      ;({ connection, discard } = await adapter.open())
      queue.database = connection.database
    })
    afterAll(async () => {
      await connection.close()
      await discard()
    })
    beforeEach(() => {
      queue.context = recordingContext(queue.database)
    })
    afterEach(async () => {
      await queue.database.deleteFrom('translation').execute()
    })
    tests(queue)
  })
}

/** Returns the translation's row. */
export const readRow = ({ database }: QueueContext, id: string) =>
  database.selectFrom('translation').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Returns the paths of the translation's files, sorted. */
export async function listPaths({ database }: QueueContext, id: string): Promise<string[]> {
  const rows = await database.selectFrom('derivative').select('path').where('translation_id', '=', id).execute()
  return rows.map((row) => row.path).toSorted()
}

/** Claims the next translation; throws if there is none. */
export async function claim(
  { context }: QueueContext,
  worker = 'a',
  lease = longLease,
): Promise<ClaimedTranslation & { lease: Lease }> {
  const claimed = await claimTranslation(context, worker, lease)
  if (claimed === null) throw new Error('nothing to claim')
  return { ...claimed, lease: { translationId: claimed.id, worker, token: claimed.lease_token } }
}

/** Expires all leases, as if all workers had been silent for too long. */
export const expireLeases = ({ database }: QueueContext): Promise<unknown> =>
  database
    .updateTable('translation')
    .set({ lease_until: sql<Date>`now() - interval '1 second'` })
    .where('state', '=', 'running')
    .execute()

/** Ends all delays between attempts. */
export const startAllNow = ({ database }: QueueContext): Promise<unknown> =>
  database
    .updateTable('translation')
    .set({ run_after: sql<Date>`now()` })
    .execute()
