import type { Database, SliceState } from '@kamar/database'
import { sql, type Kysely } from 'kysely'
import { writerVersion } from '../writer-version.js'
import { inMilliseconds } from './columns.js'
import type { Lease } from './lease.js'

/** Claims of a slice by other workers, after which only the worker of the translation does it. */
const maxSliceAttempts = 2

/** The right of another worker to do a slice; see `Lease`. */
export interface SliceLease extends Lease {
  readonly number: number
}

/** A slice and what its worker needs to know of the translation. */
export interface ClaimedSlice {
  readonly translationId: string
  readonly number: number
  readonly leaseToken: number
  readonly taskSha256: string
  readonly blobSha256: string
  readonly fileName: string
  readonly formatId: string
}

/** A slice as the worker of the translation sees it. */
export interface SliceRow {
  readonly number: number
  /** A slice whose lease is over is `waiting`. */
  readonly state: SliceState
  readonly leaseToken: number
  readonly result: SliceFile | null
}

/** Hash and size of a stored file. */
export interface SliceFile {
  readonly sha256: string
  readonly sizeBytes: number
}

/** Path of the description of a slice in the store. */
export const sliceTaskPath = (number: number): string => `slices/${number}.task`

/** Path of a result: one for each lease, so that a worker whose lease is over overwrites nothing. */
export const sliceResultPath = ({ number, token }: { number: number; token: number }): string =>
  `slices/${number}-${token}.result`

const isFree = sql<boolean>`(slice.state = 'waiting' or (slice.state = 'running' and slice.lease_until < now()))`

const isHeld = ({ translationId, worker, token }: Lease) => sql<boolean>`exists (
  select from translation where id = ${translationId} and state = 'running'
    and lease_worker = ${worker} and lease_token = ${token})`

/**
 * Offers a slice of a translation. A result of an earlier attempt stays if it was made of the same task. Does nothing
 * once the lease is over.
 */
export async function offerSlice(
  database: Kysely<Database>,
  lease: Lease,
  { number, taskSha256 }: { readonly number: number; readonly taskSha256: string },
): Promise<void> {
  await sql`
    insert into translation_slice as slice (translation_id, number, task_sha256)
    select ${lease.translationId}, ${number}, ${taskSha256} where ${isHeld(lease)}
    on conflict (translation_id, number) do update set
      state = case when slice.task_sha256 = excluded.task_sha256 and slice.state in ('running', 'done')
        then slice.state else 'waiting' end,
      lease_token = slice.lease_token + case when slice.task_sha256 = excluded.task_sha256 then 0 else 1 end,
      attempts = case when slice.task_sha256 = excluded.task_sha256 then slice.attempts else 0 end,
      task_sha256 = excluded.task_sha256`.execute(database)
}

/** Claims a slice for the worker of its translation; returns its row, or null if there is none. */
export async function claimOwnSlice(
  database: Kysely<Database>,
  lease: Lease,
  number: number,
): Promise<SliceRow | null> {
  await sql`
    update translation_slice as slice set state = 'own', lease_token = lease_token + 1, lease_worker = null, lease_until = null
    where translation_id = ${lease.translationId} and number = ${number} and ${isFree} and ${isHeld(lease)}`.execute(
    database,
  )
  return (await listSlices(database, lease.translationId)).find((slice) => slice.number === number) ?? null
}

/** States that the worker of the translation has stored the result of a slice. */
export async function completeOwnSlice(
  database: Kysely<Database>,
  lease: Lease,
  { number, token, result }: { readonly number: number; readonly token: number; readonly result: SliceFile },
): Promise<void> {
  await sql`
    update translation_slice as slice
    set state = 'done', result_sha256 = ${result.sha256}, result_bytes = ${result.sizeBytes}
    where translation_id = ${lease.translationId} and number = ${number} and state = 'own' and lease_token = ${token}
      and ${isHeld(lease)}`.execute(database)
}

/** Returns the slices of a translation. */
export async function listSlices(database: Kysely<Database>, translationId: string): Promise<readonly SliceRow[]> {
  const { rows } = await sql<{
    number: number
    state: SliceState
    lease_token: number
    result_sha256: string | null
    result_bytes: number | null
  }>`
    select number, case when ${isFree} then 'waiting' else state end as state, lease_token, result_sha256, result_bytes
    from translation_slice as slice where translation_id = ${translationId} order by number`.execute(database)
  return rows.map((row) => ({
    number: row.number,
    state: row.state,
    leaseToken: row.lease_token,
    result:
      row.result_sha256 === null || row.result_bytes === null
        ? null
        : { sha256: row.result_sha256, sizeBytes: row.result_bytes },
  }))
}

/** Withdraws a result that cannot be read. */
export async function withdrawSliceResult(
  database: Kysely<Database>,
  { translationId, number, token }: { translationId: string; number: number; token: number },
): Promise<void> {
  await database
    .updateTable('translation_slice')
    .set({ state: 'waiting' })
    .where('translation_id', '=', translationId)
    .where('number', '=', number)
    .where('state', '=', 'done')
    .where('lease_token', '=', token)
    .execute()
}

/** Which slices a worker may claim. */
export interface SliceClaimOptions {
  readonly worker: string
  readonly leaseMilliseconds: number
  /** Only of this translation; default: of any. */
  readonly translationId?: string
  /** Translations whose slices are not claimed. */
  readonly except?: readonly string[]
}

/** Claims the next slice of a translation that another worker runs; null if there is none. */
export async function claimSlice(
  database: Kysely<Database>,
  { worker, leaseMilliseconds, translationId, except = [] }: SliceClaimOptions,
): Promise<ClaimedSlice | null> {
  const isWanted = translationId === undefined ? sql`true` : sql`translation.id = ${translationId}`
  const isExcluded = except.length === 0 ? sql`false` : sql`translation.id in (${sql.join(except)})`
  const { rows } = await sql<{
    translation_id: string
    number: number
    lease_token: number
    task_sha256: string
    blob_sha256: string
    file_name: string
    format_id: string
  }>`
    with next as (
      select slice.translation_id, slice.number, translation.blob_sha256, translation.file_name, translation.format_id
      from translation_slice as slice join translation on translation.id = slice.translation_id
      where ${isFree} and slice.attempts < ${maxSliceAttempts} and translation.state = 'running'
        and not translation.cancel_requested and translation.lease_worker <> ${worker}
        and translation.writer_version = ${writerVersion} and ${isWanted} and not ${isExcluded}
      order by translation.started_at, slice.number
      limit 1
      for update of slice skip locked
    )
    update translation_slice as slice set
      state = 'running', attempts = attempts + 1, lease_worker = ${worker}, lease_token = lease_token + 1,
      lease_until = ${inMilliseconds(leaseMilliseconds)}
    from next where slice.translation_id = next.translation_id and slice.number = next.number
    returning slice.translation_id, slice.number, slice.lease_token, slice.task_sha256, next.blob_sha256,
      next.file_name, next.format_id`.execute(database)
  const [row] = rows
  if (row === undefined) return null
  return {
    translationId: row.translation_id,
    number: row.number,
    leaseToken: row.lease_token,
    taskSha256: row.task_sha256,
    blobSha256: row.blob_sha256,
    fileName: row.file_name,
    formatId: row.format_id,
  }
}

const fencedSlice = ({ translationId, worker, token, number }: SliceLease) => sql<boolean>`
  translation_id = ${translationId} and number = ${number} and state = 'running'
  and lease_worker = ${worker} and lease_token = ${token}`

/**
 * Extends the lease of a slice. Returns `cancel` if the translation is to end or has ended, `lost` if another worker may
 * have the slice. A translation that waits for another attempt still needs its slices.
 */
export async function beatSlice(
  database: Kysely<Database>,
  lease: SliceLease,
  leaseMilliseconds: number,
): Promise<'held' | 'cancel' | 'lost'> {
  const { rows } = await sql<{ is_needed: boolean }>`
    update translation_slice as slice set lease_until = ${inMilliseconds(leaseMilliseconds)}
    where ${fencedSlice(lease)}
    returning exists (
      select from translation where id = slice.translation_id and state in ('running', 'queued') and not cancel_requested
    ) as is_needed`.execute(database)
  if (rows[0] === undefined) return 'lost'
  return rows[0].is_needed ? 'held' : 'cancel'
}

/** States that a result is in the store. Returns false once the lease is over: the file is then of no use. */
export async function completeSlice(
  database: Kysely<Database>,
  lease: SliceLease,
  result: SliceFile,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update translation_slice
    set state = 'done', result_sha256 = ${result.sha256}, result_bytes = ${result.sizeBytes}
    where ${fencedSlice(lease)}`.execute(database)
  return (numAffectedRows ?? 0n) > 0n
}

/** Returns a slice that is not done; `counts` states whether this was an attempt. */
export async function releaseSlice(
  database: Kysely<Database>,
  lease: SliceLease,
  { counts }: { readonly counts: boolean },
): Promise<void> {
  await sql`
    update translation_slice
    set state = 'waiting', lease_worker = null, lease_until = null, attempts = attempts - ${counts ? 0 : 1}::integer
    where ${fencedSlice(lease)}`.execute(database)
}
