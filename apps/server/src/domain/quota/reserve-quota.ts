import type { Payer } from './payer.js'
import { AppError } from '@kamar/core'
import { limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { findFileQuota } from './quota.js'
import { freeByProject, freeBytes } from './reserved-bytes.js'
import { countRows } from '../../platform/database/count-rows.js'

/** Upload whose bytes are about to arrive. */
export interface Reservation {
  readonly identity: string
  readonly accountId: string
  readonly sizeBytes: number
}

/**
 * Reserves quota; throws `project-quota-exceeded` or `quota-exceeded` when it is used up, `too-many-uploads` where the
 * uploader has begun too many.
 */
export async function reserveQuota(
  transaction: Transaction<Database>,
  { ownerId, projectId }: Payer,
  { identity, accountId, sizeBytes }: Reservation,
): Promise<void> {
  // Of two concurrent uploads the second sees the first one's reservation.
  await transaction
    .selectFrom('account')
    .select('id')
    .where('id', 'in', [...new Set([accountId, ownerId])])
    .orderBy('id')
    .forUpdate()
    .execute()
  const begun = await countRows(transaction.selectFrom('unfinished_upload').where('account_id', '=', accountId))
  const maxUploads = limits.maxUnfinishedUploads
  if (begun >= maxUploads) throw new AppError('too-many-uploads', { most: maxUploads })
  const payer = await transaction
    .selectFrom('account')
    .select(freeBytes.as('free_bytes'))
    .where('id', '=', ownerId)
    .executeTakeFirst()
  if ((payer?.free_bytes ?? 0) < sizeBytes) throw new AppError('quota-exceeded')
  if (projectId !== undefined) {
    const project = await transaction
      .selectFrom('project')
      .select(freeByProject.as('free_bytes'))
      .where('id', '=', projectId)
      .executeTakeFirst()
    if ((project?.free_bytes ?? sizeBytes) < sizeBytes) throw new AppError('project-quota-exceeded')
  }
  await transaction
    .insertInto('unfinished_upload')
    .values({
      identity,
      account_id: accountId,
      payer_id: ownerId,
      project_id: projectId ?? null,
      size_bytes: sizeBytes,
    })
    .execute()
}

/** Reserves quota of the account charged for a file, for a member who may change it. */
export async function reserveFileQuota(
  database: Kysely<Database>,
  fileId: string,
  reservation: Reservation,
): Promise<void> {
  const quota = await findFileQuota(database, reservation.accountId, fileId)
  await database.transaction().execute((transaction) => reserveQuota(transaction, quota, reservation))
}

/** Reads the bytes that files of a project may still use: the less of its own limit and the quota of its payer. */
export async function readFreeBytes(database: Kysely<Database>, projectId: string): Promise<number> {
  const { account_bytes: accountBytes, project_bytes: projectBytes } = await database
    .selectFrom('project')
    .innerJoin('account', 'account.id', 'project.owner_id')
    .select(freeBytes.as('account_bytes'))
    .select(freeByProject.as('project_bytes'))
    .where('project.id', '=', projectId)
    .executeTakeFirstOrThrow()
  return Math.max(0, Math.min(accountBytes, projectBytes ?? accountBytes))
}

/** Releases the reservation of an upload, if it still has one. */
export async function releaseQuota(connection: Kysely<Database>, identity: string): Promise<void> {
  await connection.deleteFrom('unfinished_upload').where('identity', '=', identity).execute()
}

/** Returns the total bytes reserved by all uploads in progress. */
export async function allReservedBytes(database: Kysely<Database>): Promise<number> {
  const row = await database
    .selectFrom('unfinished_upload')
    .select(sql<number>`coalesce(sum(size_bytes), 0)::bigint`.as('bytes'))
    .executeTakeFirst()
  return row?.bytes ?? 0
}
