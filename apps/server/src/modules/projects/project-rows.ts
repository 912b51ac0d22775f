import { AppError } from '@kamar/core'
import type { ProjectInvitation, ProjectMember, ProjectRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../../domain/files/file-records.js'

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

/** Lists the members, owners first, then by name. */
export async function listMembers(
  connection: Kysely<Database>,
  project: ProjectRow,
  you: string,
): Promise<ProjectMember[]> {
  const rows = await connection
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['account.id', 'account.name', 'account.email', 'membership.role', 'membership.created_at'])
    .where('membership.project_id', '=', project.id)
    .orderBy(sql`membership.role = 'owner'`, 'desc')
    .orderBy(sql`lower(account.name)`)
    .orderBy('account.id')
    .execute()
  return rows.map(({ created_at: since, ...member }) => ({
    ...member,
    isPayer: member.id === project.owner_id,
    isYou: member.id === you,
    since: since.toISOString(),
  }))
}

export async function listInvitations(connection: Kysely<Database>, projectId: string): Promise<ProjectInvitation[]> {
  const rows = await connection
    .selectFrom('project_invitation as invitation')
    .leftJoin('account', 'account.id', 'invitation.invited_by')
    .selectAll('invitation')
    .select('account.name as inviter')
    .where('invitation.project_id', '=', projectId)
    .where('invitation.expires_at', '>', new Date())
    .orderBy('invitation.email')
    .execute()
  return rows.map(({ created_at, email, expires_at, id, inviter, role }) => ({
    id,
    email,
    role,
    invitedBy: inviter ?? '',
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
  }))
}
