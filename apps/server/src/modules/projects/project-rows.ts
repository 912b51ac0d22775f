import { AppError } from '@kamar/core'
import type { ProjectRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { ModuleContext } from '../../domain/module-context.js'

/** Selects the projects of which an account sees anything; every look-up of a project starts here. */
export function selectAccountProjects(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('project')
    .leftJoin('access as top', (join) =>
      join.onRef('top.area_id', '=', 'project.id').on('top.account_id', '=', accountId),
    )
    .innerJoin('account as owner', 'owner.id', 'project.owner_id')
    .select([
      'project.id',
      'project.name',
      'project.personal',
      'project.owner_id',
      'project.files_may_leave',
      'owner.name as owner_name',
      'owner.kind as owner_kind',
      'project.quota_bytes',
      'project.used_bytes',
      'top.role',
      sql<number>`(
        select count(*) from file join access on access.area_id = file.area_id and access.account_id = ${accountId}
        where file.project_id = project.id and file.deleted_at is null)`.as('files'),
      sql<number>`(
        select count(distinct access.account_id) from access join folder on folder.id = access.area_id
        where folder.project_id = project.id)`.as('members'),
    ])
    .where(
      sql<boolean>`project.id in (
        select folder.project_id from access join folder on folder.id = access.area_id
        where access.account_id = ${accountId} and folder.deleted_at is null)`,
    )
}

/** Returns whether an owner of a project may decide what its payer decides: the payer, or any owner if a company pays. */
export const canDecideAsPayer = (
  { owner_id, owner_kind }: Pick<ProjectRow, 'owner_id' | 'owner_kind'>,
  accountId: string,
): boolean => owner_id === accountId || owner_kind === 'company'

export type ProjectRow = Awaited<ReturnType<ReturnType<typeof selectAccountProjects>['executeTakeFirstOrThrow']>>

/** Converts a row. `reachesCloud`: whether this deployment has credentials for Autodesk's cloud. */
export function toProjectRecord(row: ProjectRow, accountId: string, reachesCloud: boolean): ProjectRecord {
  const { files, id, members, name, personal, role } = row
  const { quota_bytes: quotaBytes, used_bytes: usedBytes } = row
  const owner = { id: row.owner_id, name: row.owner_name }
  const filesMayLeave = reachesCloud ? row.files_may_leave : null
  return {
    id,
    name,
    personal,
    role: role ?? 'folder',
    owner,
    mine: row.owner_id === accountId,
    files,
    members,
    quotaBytes,
    usedBytes,
    filesMayLeave,
  }
}

/** Reads a project that the account sees; throws `not-found`. */
export async function readProject(
  { configuration, database }: Pick<ModuleContext, 'configuration' | 'database'>,
  actor: AccountActor,
  id: string,
): Promise<ProjectRecord> {
  const row = await findProject(database, actor, { id })
  return toProjectRecord(row, actor.accountId, configuration.autodeskCloud !== null)
}

/**
 * Finds a project, if the actor may perform the action; without one, to see its name. It does not exist for whoever sees
 * nothing of it.
 */
export async function findProject(
  connection: Kysely<Database>,
  actor: AccountActor,
  { action, id }: { readonly id: string; readonly action?: Action },
): Promise<ProjectRow> {
  const row = isIdentifier(id)
    ? await selectAccountProjects(connection, actor.accountId).where('project.id', '=', id).executeTakeFirst()
    : undefined
  if (!row) throw new AppError('not-found')
  if (action !== undefined && !can(actor, action, { role: row.role, isExample: false }))
    throw new AppError('not-allowed')
  return row
}
