import { groupLimits, type MemberRole, type MembersPlanForm } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import { isIdentifier } from '../../domain/files/file-records.js'
import type { ProjectRow } from './project-rows.js'

/** Role of a member or a group in a project; null when it has none any more. */
interface RoleChange {
  readonly project: Pick<ProjectRow, 'id' | 'owner_id'>
  readonly id: string
  readonly role: MemberRole | null
}

/** Sets the role of a member, or removes it; returns the role before. The project is locked. */
export async function changeMemberRole(
  transaction: Transaction<Database>,
  { id, project, role }: RoleChange,
): Promise<MemberRole> {
  if (id === project.owner_id) throw new AppError('owner-stays')
  const member = await transaction
    .selectFrom('membership')
    .select('role')
    .where('project_id', '=', project.id)
    .where(sql`account_id::text`, '=', id)
    .executeTakeFirst()
  if (!member) throw new AppError('not-found')
  await (role === null
    ? transaction
        .deleteFrom('membership')
        .where('project_id', '=', project.id)
        .where(sql`account_id::text`, '=', id)
        .execute()
    : transaction
        .updateTable('membership')
        .set({ role })
        .where('project_id', '=', project.id)
        .where(sql`account_id::text`, '=', id)
        .execute())
  if (member.role === 'owner' && role !== 'owner') await assertOwner(transaction, project.id)
  return member.role
}

/** Gives a group a role in a project, or removes it; returns the role before. The project is locked. */
export async function changeGroupRole(
  transaction: Transaction<Database>,
  { id, project, role }: RoleChange,
): Promise<MemberRole | null> {
  const group = isIdentifier(id)
    ? await transaction
        .selectFrom('account_group')
        .leftJoin('project_group', (join) =>
          join.onRef('project_group.group_id', '=', 'account_group.id').on('project_group.project_id', '=', project.id),
        )
        .select('project_group.role')
        .where('account_group.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!group || (role === null && group.role === null)) throw new AppError('not-found')
  const rows = transaction.selectFrom('project_group').where('project_id', '=', project.id)
  if (role === null) {
    await transaction
      .deleteFrom('project_group')
      .where('project_id', '=', project.id)
      .where('group_id', '=', id)
      .execute()
  } else if (group.role === null) {
    await assertFewerRows(rows, groupLimits.groupsPerProject)
    await transaction.insertInto('project_group').values({ project_id: project.id, group_id: id, role }).execute()
  } else {
    await transaction
      .updateTable('project_group')
      .set({ role })
      .where('project_id', '=', project.id)
      .where('group_id', '=', id)
      .execute()
  }
  if (group.role === 'owner' && role !== 'owner') await assertOwner(transaction, project.id)
  return group.role
}

/** Where a company pays, no account is an owner for good: throws `project-needs-owner` when the last one would go. */
async function assertOwner(transaction: Transaction<Database>, projectId: string): Promise<void> {
  const owner = await transaction
    .selectFrom('access')
    .select('account_id')
    .where('area_id', '=', projectId)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirst()
  if (!owner) throw new AppError('project-needs-owner')
}

/** Makes a change of a member or a group. */
export async function changeRole(
  transaction: Transaction<Database>,
  project: ProjectRow,
  { id, kind, role }: MembersPlanForm,
): Promise<void> {
  const change = { project, id, role }
  await (kind === 'group' ? changeGroupRole(transaction, change) : changeMemberRole(transaction, change))
}

/** Lists the accounts of a group, to notify them. */
export async function listGroupAccountIds(
  transaction: Transaction<Database>,
  groupId: string,
): Promise<readonly string[]> {
  const rows = await transaction
    .selectFrom('group_member')
    .select('account_id')
    .where('group_id', '=', groupId)
    .execute()
  return rows.map((row) => row.account_id)
}

/**
 * Withdraws an invitation; from whoever owns only some of its folders, from these. Returns the address. Throws
 * `not-found`, or `not-allowed` for whoever owns none of them.
 */
export async function withdrawInvitation(
  transaction: Transaction<Database>,
  actor: AccountActor,
  { invitationId, ownsProject, projectId }: { invitationId: string; ownsProject: boolean; projectId: string },
): Promise<string> {
  const invitation = await transaction
    .selectFrom('project_invitation')
    .select(['id', 'email', 'role'])
    .where('project_id', '=', projectId)
    .where(sql`id::text`, '=', invitationId)
    .forUpdate()
    .executeTakeFirst()
  if (!invitation) throw new AppError(ownsProject ? 'not-found' : 'not-allowed')
  if (!ownsProject) {
    const { rows } = await sql`
      delete from folder_invitation using folder join access on access.area_id = folder.area_id
      where folder_invitation.invitation_id = ${invitation.id} and folder.id = folder_invitation.folder_id
        and access.account_id = ${actor.accountId} and access.role = 'owner'
      returning folder.id`.execute(transaction)
    if (rows.length === 0) throw new AppError('not-allowed')
  }
  await sql`
    delete from project_invitation where id = ${invitation.id}
      and (${ownsProject} or role = 'folder' and not exists (
        select from folder_invitation where invitation_id = project_invitation.id))`.execute(transaction)
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: 'project.withdraw',
    subject: projectId,
    details: { email: invitation.email },
  })
  return invitation.email
}
