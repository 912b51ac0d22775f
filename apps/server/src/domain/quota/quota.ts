import { AppError } from '@kamar/core'
import type { Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import { mayChange } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../files/file-records.js'
import { findActiveFolder, hasUniqueNames } from '../folders/folder-records.js'
import type { Payer } from './payer.js'
import { reservedByProject, reservedBytes } from './reserved-bytes.js'

/** Folder of new files, and the quota of the account that pays for them. */
export interface FolderQuota extends Required<Payer> {
  readonly folderId: string
  /** Whether no two files of the folder may have one name: everywhere but at the top of a personal project. */
  readonly hasUniqueNames: boolean
  readonly usedBytes: number
  readonly quotaBytes: number
}

/** File that gets another version. */
export interface FileQuota extends FolderQuota {
  /** Extension of the current version, lower case with the dot. */
  readonly extension: string
}

/**
 * Finds a folder that the account may add files to, the top of its personal project by default, and the free quota; for
 * a folder in the bin, the closest one above it that is not. Throws `not-found` or `not-allowed`.
 */
export async function findFolderQuota(
  connection: Kysely<Database>,
  accountId: string,
  folderId?: string,
): Promise<FolderQuota> {
  if (folderId !== undefined && !isIdentifier(folderId)) throw new AppError('not-found')
  const folder = folderId === undefined ? null : await findActiveFolder(connection, folderId)
  const row = await selectFolderQuota(connection, accountId)
    .$if(folder === null, (query) =>
      query
        .where('project.owner_id', '=', accountId)
        .where('project.personal', '=', true)
        .whereRef('folder.id', '=', 'project.id'),
    )
    .$if(folder !== null, (query) => query.where('folder.id', '=', folder?.id ?? ''))
    .executeTakeFirst()
  return toFolderQuota(row)
}

/**
 * Finds the folder of a file and the free quota, if the account may change the file; throws `not-found` or
 * `not-allowed` otherwise.
 */
export async function findFileQuota(
  connection: Kysely<Database>,
  accountId: string,
  fileId: string,
): Promise<FileQuota> {
  if (!isIdentifier(fileId)) throw new AppError('not-found')
  const row = await selectFolderQuota(connection, accountId)
    .innerJoin('file', 'file.folder_id', 'folder.id')
    .innerJoin('file_version as version', 'version.id', 'file.current_version_id')
    .select('version.extension')
    .where('file.id', '=', fileId)
    .where('file.deleted_at', 'is', null)
    .executeTakeFirst()
  return { ...toFolderQuota(row), extension: row?.extension ?? '' }
}

function selectFolderQuota(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('folder')
    .innerJoin('project', 'project.id', 'folder.project_id')
    .innerJoin('account', 'account.id', 'project.owner_id')
    .innerJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'folder.area_id').on('access.account_id', '=', accountId),
    )
    .select([
      'folder.id',
      'folder.parent_id',
      'access.role',
      'project.id as project_id',
      'project.personal',
      'account.id as owner_id',
      'account.used_bytes',
      'account.quota_bytes',
    ])
}

type FolderQuotaRow = Awaited<ReturnType<ReturnType<typeof selectFolderQuota>['executeTakeFirst']>>

function toFolderQuota(row: FolderQuotaRow): FolderQuota {
  if (!row) throw new AppError('not-found')
  if (!mayChange(row.role)) throw new AppError('not-allowed')
  return {
    folderId: row.id,
    projectId: row.project_id,
    ownerId: row.owner_id,
    hasUniqueNames: hasUniqueNames(row),
    usedBytes: row.used_bytes,
    quotaBytes: row.quota_bytes,
  }
}

/**
 * Charges the limit of the project, if it has one, and the quota of the account, each in one statement, so that
 * concurrent uploads cannot exceed them. Reservations of uploads in progress are not free. Throws
 * `project-quota-exceeded` or `quota-exceeded`.
 */
export async function chargeQuota(
  transaction: Transaction<Database>,
  { ownerId, projectId }: Payer,
  sizeBytes: number,
): Promise<void> {
  if (projectId !== undefined) {
    const project = await transaction
      .updateTable('project')
      .set((row) => ({ used_bytes: row('used_bytes', '+', sizeBytes) }))
      .where('id', '=', projectId)
      .where(
        sql<boolean>`used_bytes + ${sizeBytes} + ${reservedByProject} <= coalesce(quota_bytes, ${Number.MAX_SAFE_INTEGER})`,
      )
      .returning('id')
      .executeTakeFirst()
    if (!project) throw new AppError('project-quota-exceeded')
  }
  const account = await transaction
    .updateTable('account')
    .set((row) => ({ used_bytes: row('used_bytes', '+', sizeBytes) }))
    .where('id', '=', ownerId)
    .where(sql<boolean>`used_bytes + ${sizeBytes} + ${reservedBytes} <= quota_bytes`)
    .returning('id')
    .executeTakeFirst()
  if (!account) throw new AppError('quota-exceeded')
}

/** Frees quota that deleted bytes used. */
export async function refundQuota(
  transaction: Transaction<Database>,
  { ownerId, projectId }: Payer,
  sizeBytes: number,
): Promise<void> {
  const used = { used_bytes: sql<number>`greatest(0, used_bytes - ${sizeBytes}::bigint)` }
  if (projectId !== undefined) await transaction.updateTable('project').set(used).where('id', '=', projectId).execute()
  await transaction.updateTable('account').set(used).where('id', '=', ownerId).execute()
}
