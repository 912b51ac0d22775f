import { AppError } from '@kamar/core'
import { folderLimits } from '@kamar/contracts'
import { appendAuditEvents, type Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import type { OwnedFileRow } from '../files/file-records.js'
import { lockProjects } from '../projects/lock-projects.js'
import { storedParts } from '../quota/stored-bytes.js'
import { type FolderRow, hasUniqueNames } from './folder-records.js'
import { unassignWithoutAccess } from './unassign-without-access.js'

type MovedFile = Pick<OwnedFileRow, 'id' | 'description' | 'project_id' | 'folder_id' | 'area_id'>
type TargetFolder = Pick<FolderRow, 'id' | 'project_id' | 'parent_id' | 'personal'>

/**
 * Moves files with their topics into a folder; topics assigned to people who do not see the folder are unassigned.
 * Throws `changed-meanwhile` when a file was moved meanwhile, `name-taken` and `too-many`.
 */
export async function moveFiles(
  { publish, transaction }: UnitOfWork,
  actor: AccountActor,
  { files, folder }: { readonly files: readonly MovedFile[]; readonly folder: TargetFolder },
): Promise<void> {
  const moving = files.filter((file) => file.folder_id !== folder.id)
  if (moving.length === 0) return
  await lockProjects(transaction, [...new Set([folder.project_id, ...moving.map((file) => file.project_id)])])
  const present = transaction.selectFrom('file').where('folder_id', '=', folder.id).where('deleted_at', 'is', null)
  await assertFewerRows(present, folderLimits.filesPerFolder, moving.length)
  if (hasUniqueNames(folder)) await assertNamesFree(transaction, folder.id, moving)
  for (const { area_id: areaId, id } of await updateFolder(transaction, moving, folder)) {
    const before = moving.find((file) => file.id === id)?.area_id ?? areaId
    if (before !== areaId) publish('file', { type: 'removed', areaId: before, fileId: id })
    publish('file', { type: 'changed', fileId: id })
  }
  const ids = moving.map(({ id }) => id)
  const emigrants = moving.filter((file) => file.project_id !== folder.project_id)
  await moveUsedBytes(transaction, emigrants, folder.project_id)
  await followFiles(transaction, ids, folder.project_id)
  await appendAuditEvents(
    transaction,
    moving.map((file) => ({
      actor: actor.accountId,
      action: 'file.move',
      subject: file.id,
      details: { from: file.folder_id, to: folder.id },
    })),
  )
}

async function updateFolder(
  transaction: Transaction<Database>,
  moving: readonly MovedFile[],
  folder: TargetFolder,
): Promise<readonly { readonly id: string; readonly area_id: string }[]> {
  const { rows } = await sql<{ id: string; area_id: string }>`
    update file set folder_id = ${folder.id}, project_id = ${folder.project_id}, name_is_unique = ${hasUniqueNames(folder)}
    from unnest(${moving.map(({ id }) => id)}::uuid[], ${moving.map((file) => file.folder_id)}::uuid[])
      as moving (id, folder_id)
    where file.id = moving.id and file.folder_id = moving.folder_id and file.deleted_at is null
    returning file.id, file.area_id`.execute(transaction)
  if (rows.length < moving.length) throw new AppError('changed-meanwhile')
  return rows
}

async function assertNamesFree(
  transaction: Transaction<Database>,
  folderId: string,
  moving: readonly MovedFile[],
): Promise<void> {
  const { rows } = await sql<{ description: string }>`
    select min(description) as description from file
    where id = any(${moving.map(({ id }) => id)}::uuid[])
      or folder_id = ${folderId} and deleted_at is null
    group by search_name
    having count(*) > 1 and bool_or(id = any(${moving.map(({ id }) => id)}::uuid[])) limit 1`.execute(transaction)
  const conflict = rows[0]
  if (conflict) throw new AppError('name-taken', { name: conflict.description })
}

/** Unassigns whoever does not see a file any more, and keeps the project of notifications and links true. */
export async function followFiles(
  transaction: Transaction<Database>,
  fileIds: readonly string[],
  projectId: string,
): Promise<void> {
  await unassignWithoutAccess(transaction, sql`file.id = any(${fileIds}::uuid[])`)
  await sql`
    update notification set project_id = ${projectId}
    where file_id = any(${fileIds}::uuid[]) and project_id <> ${projectId}`.execute(transaction)
  await sql`
    update share_link set project_id = ${projectId} from file_version
    where file_version.id = share_link.file_version_id and file_version.file_id = any(${fileIds}::uuid[])
      and share_link.project_id <> ${projectId}`.execute(transaction)
}

/** Moves the used bytes of files from their projects to another one, whose limit applies to them. */
export async function moveUsedBytes(
  transaction: Transaction<Database>,
  files: readonly Pick<MovedFile, 'id' | 'project_id'>[],
  projectId: string,
): Promise<void> {
  if (files.length === 0) return
  const { rows } = await sql<{ project_id: string; bytes: number }>`
    select moved.project_id, sum(part.size_bytes)::bigint as bytes
    from unnest(${files.map(({ id }) => id)}::uuid[], ${files.map((file) => file.project_id)}::uuid[])
      as moved (id, project_id) join ${storedParts} as part on part.file_id = moved.id
    group by moved.project_id`.execute(transaction)
  for (const { bytes, project_id: from } of rows)
    await sql`update project set used_bytes = greatest(0, used_bytes - ${bytes}) where id = ${from}`.execute(
      transaction,
    )
  const total = rows.reduce((sum, { bytes }) => sum + bytes, 0)
  const charged = await sql`
    update project set used_bytes = used_bytes + ${total}
    where id = ${projectId} and (quota_bytes is null or used_bytes + ${total} <= quota_bytes)
    returning id`.execute(transaction)
  if (charged.rows.length === 0) throw new AppError('project-quota-exceeded')
}
