import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { mayChange } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../files/file-records.js'
import { reservedBytes } from './reserved-bytes.js'

/** Project of an account's new files, and the quota of the account charged for them. */
export interface ProjectQuota {
  readonly projectId: string
  readonly ownerId: string
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** File that gets another version. */
export interface FileQuota extends ProjectQuota {
  /** Extension of the current version, lower case with the dot. */
  readonly extension: string
}

/**
 * Finds the account's personal project, or one that it may add files to, and its free quota; throws `not-found` or
 * `not-allowed` otherwise.
 */
export async function findProjectQuota(
  connection: Kysely<Database>,
  accountId: string,
  projectId?: string,
): Promise<ProjectQuota> {
  if (projectId !== undefined && !isIdentifier(projectId)) throw new AppError('not-found')
  const row = await connection
    .selectFrom('project')
    .innerJoin('account', 'account.id', 'project.owner_id')
    .select(['project.id', 'account.id as owner', 'account.used_bytes', 'account.quota_bytes'])
    .innerJoin('membership', (join) =>
      join.onRef('membership.project_id', '=', 'project.id').on('membership.account_id', '=', accountId),
    )
    .select('membership.role')
    .$if(projectId === undefined, (query) =>
      query.where('project.owner_id', '=', accountId).where('project.personal', '=', true),
    )
    .$if(projectId !== undefined, (query) => query.where('project.id', '=', projectId ?? ''))
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  if (!mayChange(row.role)) throw new AppError('not-allowed')
  return { projectId: row.id, ownerId: row.owner, usedBytes: row.used_bytes, quotaBytes: row.quota_bytes }
}

/**
 * Finds the project of a file and its free quota, if the account may change the file; throws `not-found` or
 * `not-allowed` otherwise.
 */
export async function findFileQuota(
  connection: Kysely<Database>,
  accountId: string,
  fileId: string,
): Promise<FileQuota> {
  if (!isIdentifier(fileId)) throw new AppError('not-found')
  const row = await connection
    .selectFrom('file')
    .innerJoin('file_version as version', 'version.id', 'file.current_version_id')
    .innerJoin('project', 'project.id', 'file.project_id')
    .innerJoin('account', 'account.id', 'project.owner_id')
    .innerJoin('membership', (join) =>
      join.onRef('membership.project_id', '=', 'project.id').on('membership.account_id', '=', accountId),
    )
    .select(['project.id', 'account.id as owner', 'account.used_bytes', 'account.quota_bytes'])
    .select(['membership.role', 'version.extension'])
    .where('file.id', '=', fileId)
    .where('file.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  if (!mayChange(row.role)) throw new AppError('not-allowed')
  const { extension, id: projectId, owner: ownerId } = row
  return { projectId, ownerId, extension, usedBytes: row.used_bytes, quotaBytes: row.quota_bytes }
}

/**
 * Charges the quota in one statement, so that concurrent uploads cannot exceed it. Reservations of uploads in progress
 * are not free.
 */
export async function chargeQuota(
  transaction: Transaction<Database>,
  quota: Pick<ProjectQuota, 'ownerId'>,
  sizeBytes: number,
): Promise<void> {
  const charged = await transaction
    .updateTable('account')
    .set((row) => ({ used_bytes: row('used_bytes', '+', sizeBytes) }))
    .where('id', '=', quota.ownerId)
    .where(sql<boolean>`used_bytes + ${sizeBytes} + ${reservedBytes} <= quota_bytes`)
    .returning('id')
    .executeTakeFirst()
  if (!charged) throw new AppError('quota-exceeded')
}
