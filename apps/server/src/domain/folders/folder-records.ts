import { AppError } from '@kamar/core'
import type { FolderPermissions, FolderRecord, OpenedFolder } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../files/file-records.js'

/**
 * Selects the folders outside the bin that an account sees: those of its areas, and by name those above them. Every
 * look-up of a folder starts here, so that inaccessible folders do not exist.
 */
export function selectAccountFolders(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('folder')
    .innerJoin('project', 'project.id', 'folder.project_id')
    .leftJoin('access', (join) =>
      join.onRef('access.area_id', '=', 'folder.area_id').on('access.account_id', '=', accountId),
    )
    .select([
      'folder.id',
      'folder.project_id',
      'folder.parent_id',
      'folder.name',
      'folder.ancestors',
      'folder.area_id',
      'folder.revision',
      'folder.created_at',
      'access.role',
      'project.owner_id',
      'project.personal',
      sql<number>`case when access.role is null then 0 else (
        select count(*) from file where file.folder_id = folder.id and file.deleted_at is null
      ) end`.as('files'),
    ])
    .where('folder.deleted_at', 'is', null)
    .where((where) =>
      where.or([
        where('access.role', 'is not', null),
        // Computed once: a condition for each folder took a second for a thousand of them.
        sql<boolean>`folder.id in (
          select unnest(area.ancestors) from access as below join folder as area on area.id = below.area_id
          where below.account_id = ${accountId} and area.deleted_at is null)`,
      ]),
    )
}

export type FolderRow = Awaited<ReturnType<ReturnType<typeof selectAccountFolders>['executeTakeFirstOrThrow']>>

/**
 * Finds a folder outside the bin, if the actor may perform the action; without one, to see its name. Throws `not-found`
 * or `not-allowed`.
 */
export async function findUsableFolder(
  connection: Kysely<Database>,
  actor: AccountActor,
  { action, id }: { readonly id: string; readonly action?: Action },
): Promise<FolderRow> {
  const row = isIdentifier(id)
    ? await selectAccountFolders(connection, actor.accountId).where('folder.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not-found')
  if (action !== undefined && !can(actor, action, { role: row.role, isExample: false }))
    throw new AppError('not-allowed')
  return row
}

/** SQL condition that a row of `folder` is this folder or below it. */
export const isInSubtree = (id: string): RawBuilder<SqlBool> =>
  sql`(folder.id = ${id} or folder.ancestors @> array[${id}::uuid])`

/** Lists the folders of a project that an account sees, the root first, then by name. */
export function listAccountFolders(
  connection: Kysely<Database>,
  accountId: string,
  projectId: string,
): Promise<FolderRow[]> {
  return selectAccountFolders(connection, accountId)
    .where('folder.project_id', '=', projectId)
    .orderBy(sql`cardinality(folder.ancestors)`)
    .orderBy('folder.sort_name')
    .execute()
}

/** Returns the folders above a folder, the root first. */
export async function readPath(
  connection: Kysely<Database>,
  accountId: string,
  { ancestors }: Pick<FolderRow, 'ancestors'>,
): Promise<OpenedFolder['path']> {
  if (ancestors.length === 0) return []
  const rows = await selectAccountFolders(connection, accountId).where('folder.id', 'in', ancestors).execute()
  return rows
    .toSorted((a, b) => a.ancestors.length - b.ancestors.length)
    .map(({ id, name, role }) => ({ id, name, role }))
}

/** Converts a row for the API. */
export function toFolderRecord(row: FolderRow): FolderRecord {
  const { files, id, name, revision, role } = row
  return {
    id,
    projectId: row.project_id,
    parentId: row.parent_id,
    name,
    revision,
    role,
    hasOwnPermissions: row.area_id === id,
    files,
    createdAt: row.created_at.toISOString(),
  }
}

/** Returns whether a folder is the top of its project. */
export const isRoot = ({ parent_id: parentId }: Pick<FolderRow, 'parent_id'>): boolean => parentId === null

/** Lists everybody with a role in an area, by name. */
export function listAreaMembers(connection: Kysely<Database>, areaId: string): Promise<FolderPermissions['people']> {
  return connection
    .selectFrom('access')
    .innerJoin('account', 'account.id', 'access.account_id')
    .select(['account.id', 'account.name', 'access.role'])
    .where('access.area_id', '=', areaId)
    .orderBy('access.role', 'desc')
    .orderBy(sql`lower(account.name)`)
    .orderBy('account.id')
    .execute()
}

/** Finds a folder, or the closest one above it, that is not in the bin; throws `not-found`. */
export async function findActiveFolder(connection: Kysely<Database>, id: string) {
  const row = await connection
    .selectFrom('folder')
    .innerJoin('folder as requested', (join) =>
      join.on(sql<boolean>`folder.id = requested.id or folder.id = any(requested.ancestors)`),
    )
    .innerJoin('project', 'project.id', 'folder.project_id')
    .select(['folder.id', 'folder.project_id', 'folder.parent_id', 'folder.ancestors', 'folder.area_id'])
    .select('project.personal')
    .where('requested.id', '=', id)
    .where('folder.deleted_at', 'is', null)
    .orderBy(sql`cardinality(folder.ancestors)`, 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw new AppError('not-found')
  return row
}

/** Returns whether no two files of a folder may have one name: everywhere but at the top of a personal project. */
export const hasUniqueNames = ({ parent_id: parentId, personal }: Pick<FolderRow, 'parent_id' | 'personal'>): boolean =>
  !personal || parentId !== null
