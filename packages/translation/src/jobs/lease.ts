import type { TranslationFailure } from '@kamar/core'
import type { Database, TranslationTable } from '@kamar/database'
import type { Manifest } from '@kamar/package-format'
import type { Kysely, Transaction, Selectable } from 'kysely'
import { eventColumns, toTranslationEvent, type EventRow } from '../events/announce.js'
import type { TranslationContext } from '../events/translation-events.js'
import { databaseNow, inMilliseconds } from './columns.js'
import { deleteSlices } from './delete-slices.js'
import { afterFailedAttempt, isFinal, type NextStep } from './state-machine.js'

/**
 * The exclusive right to write about one translation. It ends when another worker takes over: the token is then higher.
 */
export interface Lease {
  readonly translationId: string
  readonly worker: string
  readonly token: number
}

/** State of a lease when it was used; `cancel` means that it is held but cancellation is requested. */
export type LeaseState = 'held' | 'cancel' | 'lost'

/** A file that is in the package store but not yet in the row. */
export interface IngestedFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
  readonly encoding: 'br' | 'identity'
}

/** Returns the columns of a translation that left `running` without success. */
export function stepColumns(step: NextStep) {
  const left = { lease_worker: null, lease_until: null, updated_at: databaseNow, manifest: null } as const
  if (step.state === 'queued')
    return { ...left, state: step.state, run_after: inMilliseconds(step.afterMilliseconds) } as const
  return { ...left, state: step.state, failure: JSON.stringify(step.failure), finished_at: databaseNow } as const
}

/** Columns that decide what follows an attempt. */
export const attemptColumns = ['attempts', 'maximum_attempts', 'budget_left_milliseconds', 'cancel_requested'] as const

/** Returns the columns of a translation whose attempt ended without a package: retried, failed or cancelled. */
export function endColumns(
  row: Pick<Selectable<TranslationTable>, (typeof attemptColumns)[number]>,
  failure: TranslationFailure,
) {
  const count = {
    attempts: row.attempts,
    maxAttempts: row.maximum_attempts,
    budgetLeftMilliseconds: row.budget_left_milliseconds,
  }
  return stepColumns(afterFailedAttempt(count, row.cancel_requested ? { code: 'cancelled' } : failure))
}

function fenced(database: Kysely<Database>, lease: Lease) {
  return database
    .updateTable('translation')
    .where('id', '=', lease.translationId)
    .where('state', '=', 'running')
    .where('lease_worker', '=', lease.worker)
    .where('lease_token', '=', lease.token)
}

function report({ events }: TranslationContext, row: EventRow | undefined): LeaseState {
  if (row === undefined) return 'lost'
  events.publish(toTranslationEvent(row))
  return row.cancel_requested ? 'cancel' : 'held'
}

/** Contents of a heartbeat. */
export interface Heartbeat {
  readonly leaseMilliseconds: number
  /** 0 to 100; a lower value than before is not written. */
  readonly progress: number
  readonly stage: string | null
  /** Compute time used since the last heartbeat. */
  readonly spentMilliseconds: number
}

/** Extends the lease and writes progress. */
export async function beat(context: TranslationContext, lease: Lease, heartbeat: Heartbeat): Promise<LeaseState> {
  const progress = Math.min(100, Math.max(0, heartbeat.progress))
  const row = await fenced(context.database, lease)
    .set((column) => ({
      lease_until: inMilliseconds(heartbeat.leaseMilliseconds),
      progress: column.fn<number>('greatest', ['progress', column.val(progress)]),
      stage: heartbeat.stage,
      budget_left_milliseconds: column('budget_left_milliseconds', '-', Math.round(heartbeat.spentMilliseconds)),
      updated_at: databaseNow,
    }))
    .returning(eventColumns)
    .executeTakeFirst()
  return report(context, row)
}

/** A live manifest and its new files. */
export interface LiveManifest {
  readonly manifest: Manifest
  readonly files: readonly IngestedFile[]
}

async function insertFiles(
  transaction: Transaction<Database>,
  { translationId }: Lease,
  { files, provisional }: { files: readonly IngestedFile[]; provisional: boolean },
): Promise<void> {
  const rowsPerStatement = 500
  for (let start = 0; start < files.length; start += rowsPerStatement) {
    const rows = files.slice(start, start + rowsPerStatement).map((file) => ({
      translation_id: translationId,
      path: file.path,
      size_bytes: file.sizeBytes,
      sha256: file.sha256,
      encoding: file.encoding,
      provisional,
    }))
    await transaction.insertInto('derivative').values(rows).execute()
  }
}

/** Publishes an in-progress manifest and its new files, or neither. */
export async function publishManifest(
  context: TranslationContext,
  lease: Lease,
  { manifest, files }: LiveManifest,
): Promise<LeaseState> {
  const row = await context.database.transaction().execute(async (transaction) => {
    const updated = await fenced(transaction, lease)
      .set((column) => ({
        manifest: JSON.stringify(manifest),
        manifest_revision: column('manifest_revision', '+', 1),
        updated_at: databaseNow,
      }))
      .returning(eventColumns)
      .executeTakeFirst()
    if (updated !== undefined) await insertFiles(transaction, lease, { files, provisional: true })
    return updated
  })
  return report(context, row)
}

/** A finished package with all its files in the store. */
export interface FinishedPackage extends LiveManifest {
  /** Format id of its reader. */
  readonly reader: string
}

/** Makes the package visible: rows, manifest, report and state in one transaction, or none of them. */
export async function completeTranslation(
  context: TranslationContext,
  lease: Lease,
  finished: FinishedPackage,
): Promise<'done' | 'lost'> {
  const { manifest, files, reader } = finished
  const row = await context.database.transaction().execute(async (transaction) => {
    const updated = await fenced(transaction, lease)
      .set((column) => ({
        state: 'succeeded' as const,
        progress: 100,
        stage: null,
        lease_worker: null,
        lease_until: null,
        cancel_requested: false,
        failure: null,
        reader,
        report: JSON.stringify(manifest.report),
        manifest: JSON.stringify(manifest),
        manifest_revision: column('manifest_revision', '+', 1),
        finished_at: databaseNow,
        updated_at: databaseNow,
      }))
      .returning(eventColumns)
      .executeTakeFirst()
    if (updated === undefined) return undefined
    await transaction.deleteFrom('derivative').where('translation_id', '=', lease.translationId).execute()
    await insertFiles(transaction, lease, { files, provisional: false })
    await deleteSlices(transaction, lease.translationId)
    return updated
  })
  return report(context, row) === 'lost' ? 'lost' : 'done'
}

/**
 * Ends an unsuccessful attempt: retry, failure, or cancellation. Returns whether the translation has ended, or `lost`.
 * The slices of a translation that is tried again stay.
 */
export async function failAttempt(
  context: TranslationContext,
  lease: Lease,
  failure: TranslationFailure,
): Promise<'ended' | 'queued' | 'lost'> {
  const row = await context.database.transaction().execute(async (transaction) => {
    const attempt = await transaction
      .selectFrom('translation')
      .select(attemptColumns)
      .where('id', '=', lease.translationId)
      .forUpdate()
      .executeTakeFirst()
    if (attempt === undefined) return undefined
    const columns = endColumns(attempt, failure)
    const updated = await fenced(transaction, lease).set(columns).returning(eventColumns).executeTakeFirst()
    if (updated === undefined) return undefined
    await transaction.deleteFrom('derivative').where('translation_id', '=', lease.translationId).execute()
    if (isFinal(updated.state)) await deleteSlices(transaction, lease.translationId)
    return updated
  })
  if (report(context, row) === 'lost' || row === undefined) return 'lost'
  return isFinal(row.state) ? 'ended' : 'queued'
}

/** Requeues a translation because this worker is stopping: the attempt does not count. */
export async function releaseTranslation(context: TranslationContext, lease: Lease): Promise<void> {
  const row = await fenced(context.database, lease)
    .set((column) => ({
      ...stepColumns({ state: 'queued', afterMilliseconds: 0 }),
      attempts: column('attempts', '-', 1),
    }))
    .returning(eventColumns)
    .executeTakeFirst()
  report(context, row)
}
