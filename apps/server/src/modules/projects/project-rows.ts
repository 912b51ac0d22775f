import { AppError } from '@kamar/core'
import type { ProjectInvitation, ProjectMember, ProjectRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { type Action, can } from '../../platform/authorization/permissions.js'
import { isIdentifier } from '../../domain/files/file-records.js'

/** Selects the projects an account is a member of; every look-up of a project starts here. */
export function selectAccountProjects(connection: Kysely<Database>, accountId: string) {
  return connection
    .selectFrom('project')
    .innerJoin('membership', (join) =>
      join.onRef('membership.project_id', '=', 'project.id').on('membership.account_id', '=', accountId),
    )
    .innerJoin('account as owner', 'owner.id', 'project.owner_id')
    .select([
      'project.id',
      'project.name',
      'project.personal',
      'project.owner_id',
      'project.files_may_leave',
      'owner.name as owner_name',
      'membership.role',
      sql<number>`(select count(*) from file where project_id = project.id and deleted_at is null)`.as('files'),
      sql<number>`(select count(*) from membership as m where m.project_id = project.id)`.as('members'),
    ])
}

export type ProjectRow = Awaited<ReturnType<ReturnType<typeof selectAccountProjects>['executeTakeFirstOrThrow']>>

/** Converts a row. `reachesCloud`: whether this deployment has credentials for Autodesk's cloud. */
export function toProjectRecord(row: ProjectRow, accountId: string, reachesCloud: boolean): ProjectRecord {
  const { files, id, members, name, personal, role } = row
  const owner = { id: row.owner_id, name: row.owner_name }
  const filesMayLeave = reachesCloud ? row.files_may_leave : null
  return { id, name, personal, role, owner, mine: row.owner_id === accountId, files, members, filesMayLeave }
}

/** Finds a project, if the actor may perform the action; it does not exist for non-members. */
export async function findProject(
  connection: Kysely<Database>,
  actor: AccountActor,
  { id, action }: { readonly id: string; readonly action: Action },
): Promise<ProjectRow> {
  const row = isIdentifier(id)
    ? await selectAccountProjects(connection, actor.accountId).where('project.id', '=', id).executeTakeFirst()
    : undefined
  const subject = { membership: row?.role ?? null, isExample: false }
  if (!row || !can(actor, 'project:read', subject)) throw new AppError('not-found')
  if (!can(actor, action, subject)) throw new AppError('not-allowed')
  return row
}

/** Locks a project, so that concurrent changes of its members are serialised. */
export async function lockProject(transaction: Transaction<Database>, id: string): Promise<void> {
  await transaction.selectFrom('project').select('id').where('id', '=', id).forUpdate().execute()
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
