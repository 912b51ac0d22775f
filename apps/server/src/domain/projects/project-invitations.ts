import { randomBytes } from 'node:crypto'
import { AppError } from '@kamar/core'
import type { OpenedInvitation, ProjectInvitation } from '@kamar/contracts'
import { appendAuditEvent, type Database, type ProjectInvitationTable } from '@kamar/database'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { computeSha256 } from '../../platform/secrets/sha256.js'

/**
 * Creates the code of an invitation, which voids the one before; returns null when it was withdrawn, used, or has
 * expired.
 */
export async function nameInvitation(
  transaction: Transaction<Database>,
  id: string,
  now: Date,
): Promise<string | null> {
  const code = randomBytes(32).toString('base64url')
  const invitation = await transaction
    .updateTable('project_invitation')
    .set({ code_hash: computeSha256(code) })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return invitation ? code : null
}

/**
 * Makes an account, whose address was just proved, a member of every project it was invited to. An account with an
 * unproven address has to present the code of the invitation instead.
 */
export async function joinInvitedProjects(transaction: Transaction<Database>, accountId: string): Promise<void> {
  for (const invitation of await selectUsable(transaction, accountId).execute())
    await accept(transaction, accountId, invitation)
  await sql`
    delete from project_invitation using account
    where account.id = ${accountId} and project_invitation.email = lower(account.email)`.execute(transaction)
}

/** Returns the content of an invitation, by its code. Throws `link-not-valid`. */
export async function openInvitation(database: Kysely<Database>, code: string): Promise<OpenedInvitation> {
  const row = await database
    .selectFrom('project_invitation as invitation')
    .innerJoin('project', 'project.id', 'invitation.project_id')
    .leftJoin('account', 'account.id', 'invitation.invited_by')
    .select(['invitation.email', 'invitation.role', 'invitation.expires_at'])
    .select(['project.name as project', 'account.name as inviter', selectFolders.as('folders')])
    .where('invitation.code_hash', '=', computeSha256(code))
    .where('invitation.expires_at', '>', new Date())
    .where(hasTarget)
    .executeTakeFirst()
  if (!row) throw new AppError('link-not-valid')
  const { email, expires_at: expiresAt, folders, inviter, project, role } = row
  return { email, role, folders, project, invitedBy: inviter ?? '', expiresAt: expiresAt.toISOString() }
}

/** Makes an account with the invited address a member by the code; returns the project. Throws `link-not-valid`. */
export async function acceptInvitation(
  transaction: Transaction<Database>,
  accountId: string,
  code: string,
): Promise<string> {
  const invitation = await selectUsable(transaction, accountId)
    .where('invitation.code_hash', '=', computeSha256(code))
    .executeTakeFirst()
  if (!invitation) throw new AppError('link-not-valid')
  await accept(transaction, accountId, invitation)
  return invitation.project_id
}

/** SQL expression of the folders of an invitation outside the bin, by name. */
export const selectFolders = sql<ProjectInvitation['folders']>`coalesce((
  select json_agg(json_build_object('id', folder.id, 'name', folder.name, 'role', invited.role) order by folder.sort_name)
  from folder_invitation as invited join folder on folder.id = invited.folder_id
  where invited.invitation_id = invitation.id and folder.deleted_at is null), '[]')`

/** SQL condition that there is something to see for whoever accepts. */
const hasTarget = sql<boolean>`(invitation.role <> 'folder' or exists (
  select from folder_invitation as invited join folder on folder.id = invited.folder_id
  where invited.invitation_id = invitation.id and folder.deleted_at is null))`

type UsableInvitation = Pick<Selectable<ProjectInvitationTable>, 'id' | 'project_id' | 'role'>

function selectUsable(transaction: Transaction<Database>, accountId: string) {
  return transaction
    .selectFrom('project_invitation as invitation')
    .innerJoin('account', (join) => join.on(sql<boolean>`invitation.email = lower(account.email)`))
    .select(['invitation.id', 'invitation.project_id', 'invitation.role'])
    .where('account.id', '=', accountId)
    .where('invitation.expires_at', '>', new Date())
    .where(hasTarget)
    .orderBy('invitation.project_id')
    .forUpdate('invitation')
}

/** Roles that the account has already stay: an owner may have changed them since the invitation. */
async function accept(
  transaction: Transaction<Database>,
  accountId: string,
  { id, project_id: projectId, role }: UsableInvitation,
): Promise<void> {
  await transaction
    .insertInto('membership')
    .values({ project_id: projectId, account_id: accountId, role })
    .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doNothing())
    .execute()
  await sql`
    insert into folder_rule (folder_id, project_id, account_id, role)
    select folder.id, folder.project_id, ${accountId}, invited.role
    from folder_invitation as invited join folder on folder.id = invited.folder_id
    where invited.invitation_id = ${id} and folder.project_id = ${projectId} and folder.area_id = folder.id
    on conflict do nothing`.execute(transaction)
  await transaction.deleteFrom('project_invitation').where('id', '=', id).execute()
  await appendAuditEvent(transaction, { actor: accountId, action: 'project.join', subject: projectId })
}
