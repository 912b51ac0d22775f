import { randomBytes } from 'node:crypto'
import { AppError } from '@kamar/core'
import type { OpenedInvitation, ProjectRole } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
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
  const { rows } = await sql<{ project_id: string }>`
    with accepted as (
      delete from project_invitation using account
      where account.id = ${accountId} and project_invitation.email = lower(account.email)
      returning project_invitation.project_id, project_invitation.role, project_invitation.expires_at
    )
    insert into membership (project_id, account_id, role)
    select project_id, ${accountId}, role from accepted where expires_at > now()
    on conflict (project_id, account_id) do nothing
    returning project_id`.execute(transaction)
  for (const { project_id: subject } of rows) {
    await appendAuditEvent(transaction, { actor: accountId, action: 'project.join', subject })
  }
}

/** Returns the content of an invitation, by its code. Throws `link-not-valid`. */
export async function openInvitation(database: Kysely<Database>, code: string): Promise<OpenedInvitation> {
  const row = await database
    .selectFrom('project_invitation as invitation')
    .innerJoin('project', 'project.id', 'invitation.project_id')
    .leftJoin('account', 'account.id', 'invitation.invited_by')
    .select(['invitation.email', 'invitation.role', 'invitation.expires_at'])
    .select(['project.name as project', 'account.name as inviter'])
    .where('invitation.code_hash', '=', computeSha256(code))
    .where('invitation.expires_at', '>', new Date())
    .executeTakeFirst()
  if (!row) throw new AppError('link-not-valid')
  const { email, expires_at: expiresAt, inviter, project, role } = row
  return { email, role, project, invitedBy: inviter ?? '', expiresAt: expiresAt.toISOString() }
}

/** Makes an account with the invited address a member by the code; returns the project. Throws `link-not-valid`. */
export async function acceptInvitation(
  transaction: Transaction<Database>,
  accountId: string,
  code: string,
): Promise<string> {
  const { rows } = await sql<{ project_id: string; role: ProjectRole }>`
    delete from project_invitation using account
    where account.id = ${accountId} and project_invitation.email = lower(account.email)
      and code_hash = ${computeSha256(code)} and expires_at > now()
    returning project_id, project_invitation.role`.execute(transaction)
  const invitation = rows[0]
  if (!invitation) throw new AppError('link-not-valid')
  await transaction
    .insertInto('membership')
    .values({ project_id: invitation.project_id, account_id: accountId, role: invitation.role })
    .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doNothing())
    .execute()
  const subject = invitation.project_id
  await appendAuditEvent(transaction, { actor: accountId, action: 'project.join', subject })
  return subject
}
