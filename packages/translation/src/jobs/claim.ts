import type { Database, TranslationTable } from '@kamar/database'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { eventColumns, toTranslationEvent } from '../events/announce.js'
import type { TranslationContext } from '../events/translation-events.js'
import { writerVersion } from '../writer-version.js'
import { databaseNow, inMilliseconds } from './columns.js'
import { attemptColumns, endColumns } from './lease.js'
import { deleteSlices } from './delete-slices.js'
import { isFinal, jobRules, workerLost } from './state-machine.js'
import { isStoppedOnThisHost } from './worker-name.js'

/** A translation as seen by the worker that holds it. */
export type ClaimedTranslation = Pick<
  Selectable<TranslationTable>,
  | 'id'
  | 'blob_sha256'
  | 'format_id'
  | 'file_name'
  | 'source_bytes'
  | 'companions'
  | 'options'
  | 'attempts'
  | 'lease_token'
> & { readonly budget_left_milliseconds: number }

/**
 * Rows for this version: its own, and those that an older version left waiting when it was replaced. Rows of newer
 * versions are excluded.
 */
const isSupportedWriter = sql<boolean>`case when writer_version ~ '^[0-9]{1,9}$' then writer_version::int <= ${Number(writerVersion)}::int else false end`

/** Assigns a translation done by this version to this version, unless one of the same content already exists. */
const ownVersion = sql<string>`case when exists (
    select from translation other
    where other.blob_sha256 = translation.blob_sha256 and other.options_hash = translation.options_hash
      and other.writer_version = ${writerVersion}
  ) then translation.writer_version else ${writerVersion} end`

/**
 * The next translation: accounts take turns (fewest running readers first, then the longest wait since the last turn),
 * and within an account the oldest. So a hundred files of one user do not block another.
 */
const nextInLine = sql<{ id: string }>`
  with turns as (
    select account_id, count(*) filter (where state = 'running') as running, max(started_at) as last_turn
    from translation
    where state in ('running', 'succeeded', 'failed', 'cancelled') and started_at > now() - interval '1 hour'
    group by account_id
  )
  select waiting.id
  from translation waiting left join turns on turns.account_id is not distinct from waiting.account_id
  where waiting.state = 'queued' and waiting.run_after <= now() and ${isSupportedWriter}
  order by coalesce(turns.running, 0), turns.last_turn nulls first, waiting.run_after, waiting.id
  limit 1
  for update of waiting skip locked`

/** Claims the next translation for `worker`; null if there is none. Withdraws the output of earlier attempts. */
export async function claimTranslation(
  { database, events }: TranslationContext,
  worker: string,
  leaseMilliseconds: number = jobRules.leaseMilliseconds,
): Promise<ClaimedTranslation | null> {
  const claimed = await database.transaction().execute(async (transaction) => {
    const next = (await nextInLine.execute(transaction)).rows[0]
    if (next === undefined) return null
    await transaction.deleteFrom('derivative').where('translation_id', '=', next.id).execute()
    return takeLease(transaction, { id: next.id, worker, leaseMilliseconds })
  })
  if (claimed !== null) events.publish(toTranslationEvent(claimed))
  return claimed
}

function takeLease(
  transaction: Transaction<Database>,
  { id, worker, leaseMilliseconds }: { id: string; worker: string; leaseMilliseconds: number },
) {
  return transaction
    .updateTable('translation')
    .set((row) => ({
      state: 'running' as const,
      writer_version: ownVersion,
      attempts: row('attempts', '+', 1),
      lease_worker: worker,
      lease_token: row('lease_token', '+', 1),
      lease_until: inMilliseconds(leaseMilliseconds),
      started_at: databaseNow,
      updated_at: databaseNow,
      manifest: null,
      manifest_revision: row('manifest_revision', '+', 1),
    }))
    .where('id', '=', id)
    .returning([
      ...eventColumns,
      'blob_sha256',
      'format_id',
      'file_name',
      'source_bytes',
      'companions',
      'options',
      'attempts',
      'lease_token',
      'budget_left_milliseconds',
    ])
    .executeTakeFirstOrThrow()
}

/** Ends the leases of dead workers of this machine, on translations and on slices. */
export async function expireLeasesOfDeadWorkers(database: Kysely<Database>, currentWorker: string): Promise<void> {
  await Promise.all([
    expireLeases(database, 'translation', currentWorker),
    expireLeases(database, 'translation_slice', currentWorker),
  ])
}

async function expireLeases(
  database: Kysely<Database>,
  table: 'translation' | 'translation_slice',
  currentWorker: string,
): Promise<void> {
  const { rows } = await sql<{ lease_worker: string | null }>`
    select distinct lease_worker from ${sql.table(table)} where state = 'running'`.execute(database)
  const deadWorkers = rows
    .map((row) => row.lease_worker)
    .filter((name) => name !== null && isStoppedOnThisHost(name, currentWorker))
  if (deadWorkers.length === 0) return
  await sql`
    update ${sql.table(table)} set lease_until = ${inMilliseconds(-1)}
    where state = 'running' and lease_worker in (${sql.join(deadWorkers)})`.execute(database)
}

/** Requeues the translations of silent workers, or fails them. Returns how many it found. */
export async function recoverLostTranslations({ database, events }: TranslationContext): Promise<number> {
  const rows = await database.transaction().execute(async (transaction) => {
    const lost = await transaction
      .selectFrom('translation')
      .select(['id', ...attemptColumns])
      .where('state', '=', 'running')
      .where('lease_until', '<', databaseNow)
      .forUpdate()
      .skipLocked()
      .execute()
    return Promise.all(
      lost.map(async (row) => {
        const updated = await transaction
          .updateTable('translation')
          .set(endColumns(row, workerLost))
          .where('id', '=', row.id)
          .returning(eventColumns)
          .executeTakeFirstOrThrow()
        if (isFinal(updated.state)) await deleteSlices(transaction, row.id)
        return updated
      }),
    )
  })
  for (const row of rows) events.publish(toTranslationEvent(row))
  return rows.length
}

/** Returns the milliseconds until the next waiting translation may start; null if none waits. */
export async function nextStartMilliseconds(database: Kysely<Database>): Promise<number | null> {
  const { rows } = await sql<{ wait: number | null }>`
    select extract(epoch from min(run_after) - now())::double precision * 1000 as wait
    from translation where state = 'queued' and ${isSupportedWriter}`.execute(database)
  const wait = rows[0]?.wait ?? null
  return wait === null ? null : Math.max(0, wait)
}
