import { AppError } from '@kamar/core'
import { collaborationLimits, folderLimits, type InvitationForm } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { queueMail } from '../../platform/mail-queue.js'
import { notify } from '../../domain/notifications/notify.js'
import { assertFewerRows } from '../../platform/database/count-rows.js'
import type { FolderRow } from '../../domain/folders/folder-records.js'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { nameActor } from '../../domain/accounts/user-names.js'
import { nameInvitation } from '../../domain/projects/project-invitations.js'
import { lockProjects } from '../../domain/projects/lock-projects.js'
import type { ProjectRow } from './project-rows.js'

/** Invitation to be sent. */
export interface Invitation {
  readonly actor: AccountActor
  readonly project: ProjectRow
  /** Folder with permissions of its own; null for the whole project. */
  readonly folder: Pick<FolderRow, 'id' | 'name'> | null
  readonly form: InvitationForm
  /** Shared file, if any. */
  readonly fileId?: string
}

const dayMilliseconds = 24 * 3_600_000

/**
 * Makes the account with this confirmed address a member; otherwise creates an invitation. Returns the code that the
 * inviter passes on where no mail is sent; null otherwise, and for existing accounts.
 */
export async function invite(unit: UnitOfWork, invitation: Invitation, sendsMail: boolean): Promise<string | null> {
  const { transaction, publish } = unit
  const { actor, folder, form, project } = invitation
  await lockProjects(transaction, [project.id])
  const email = form.email.trim().normalize('NFKC').toLowerCase()
  const accountId = await findAccount(transaction, email, { projectId: project.id, sendsMail })
  if (accountId === project.owner_id) throw new AppError('owner-stays')
  await assertMemberLimit(transaction, project.id)
  publish('live', { to: { projectId: project.id }, event: { type: 'people', projectId: project.id } })
  if (accountId === null) return inviteByCode(transaction, invitation, { email, sendsMail })
  const isNew =
    folder === null
      ? await setMember(transaction, { projectId: project.id, accountId, role: form.role })
      : await setFolderRule(transaction, { projectId: project.id, folderId: folder.id, accountId, role: form.role })
  if (folder === null)
    await transaction
      .deleteFrom('project_invitation')
      .where('project_id', '=', project.id)
      .where('email', '=', email)
      .execute()
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: folder === null ? 'project.share' : 'folder.share',
    subject: folder?.id ?? project.id,
    details: { account: accountId, role: form.role },
  })
  if (isNew)
    await notify(unit, {
      kind: 'shared',
      recipients: [accountId],
      actor: await nameActor(transaction, actor),
      projectId: project.id,
      fileId: invitation.fileId ?? null,
    })
  return null
}

/**
 * Finds the confirmed account of an address: its owner proved it, or is a member of the project already. Where no mail
 * is sent addresses cannot be proved; there the administrator's approval of an account counts instead.
 */
async function findAccount(
  transaction: Transaction<Database>,
  email: string,
  { projectId, sendsMail }: { readonly projectId: string; readonly sendsMail: boolean },
): Promise<string | null> {
  const row = await transaction
    .selectFrom('account')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('status', '!=', 'rejected')
    .where('must_verify_email', '=', false)
    .where('kind', '=', 'person')
    .where((where) =>
      where.or([
        where('email_verified_at', 'is not', null),
        ...(sendsMail ? [] : [where('role', '=', 'admin'), where('approved_email', '=', sql<string>`email`)]),
        where.exists(
          where
            .selectFrom('membership')
            .select('membership.role')
            .whereRef('membership.account_id', '=', 'account.id')
            .where('membership.project_id', '=', projectId),
        ),
      ]),
    )
    .executeTakeFirst()
  return row?.id ?? null
}

async function assertMemberLimit(transaction: Transaction<Database>, projectId: string): Promise<void> {
  const maxMembers = collaborationLimits.peoplePerProject
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from membership where project_id = ${projectId})
      + (select count(*) from project_invitation where project_id = ${projectId}) as people`.execute(transaction)
  if ((rows[0]?.people ?? 0) >= maxMembers) throw new AppError('too-many', { most: maxMembers })
}

async function setMember(
  transaction: Transaction<Database>,
  { accountId, projectId, role }: { accountId: string; projectId: string; role: InvitationForm['role'] },
): Promise<boolean> {
  const { rows } = await sql<{ is_new: boolean }>`
    insert into membership (project_id, account_id, role) values (${projectId}, ${accountId}, ${role})
    on conflict (project_id, account_id) do update set role = excluded.role
    returning (xmax = 0) as is_new`.execute(transaction)
  return rows[0]?.is_new === true
}

interface NewFolderRule {
  readonly accountId: string
  readonly folderId: string
  readonly projectId: string
  readonly role: InvitationForm['role']
}

/** Gives an account a role in a folder; one that is not a member becomes a member without any other folder. */
async function setFolderRule(
  transaction: Transaction<Database>,
  { accountId, folderId, projectId, role }: NewFolderRule,
): Promise<boolean> {
  await transaction
    .insertInto('membership')
    .values({ project_id: projectId, account_id: accountId, role: 'folder' })
    .onConflict((conflict) => conflict.columns(['project_id', 'account_id']).doNothing())
    .execute()
  const { rows } = await sql<{ is_new: boolean }>`
    insert into folder_rule (folder_id, project_id, account_id, role)
      values (${folderId}, ${projectId}, ${accountId}, ${role})
    on conflict (folder_id, account_id) do update set role = excluded.role
    returning (xmax = 0) as is_new`.execute(transaction)
  const isNew = rows[0]?.is_new === true
  const rules = transaction.selectFrom('folder_rule').where('folder_id', '=', folderId)
  if (isNew) await assertFewerRows(rules, folderLimits.rulesPerFolder, 0)
  return isNew
}

/** Invites by code; a repeated invitation is the same one with the new role, and a new code. */
async function inviteByCode(
  transaction: Transaction<Database>,
  { actor, folder, form, project }: Invitation,
  { email, sendsMail }: { readonly email: string; readonly sendsMail: boolean },
): Promise<string | null> {
  const now = new Date()
  const expiresAt = new Date(now.getTime() + collaborationLimits.invitationDays * dayMilliseconds)
  const renewal = { invited_by: actor.accountId, expires_at: expiresAt }
  const { id } = await transaction
    .insertInto('project_invitation')
    .values({
      id: newId(),
      project_id: project.id,
      email,
      role: folder ? 'folder' : form.role,
      code_hash: null,
      ...renewal,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'email'])
        // An invitation to the whole project stays one when a folder is added.
        .doUpdateSet(folder ? renewal : { role: form.role, ...renewal }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  if (folder) await addFolder(transaction, id, { folderId: folder.id, role: form.role })
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: folder ? 'folder.invite' : 'project.invite',
    subject: folder?.id ?? project.id,
    details: { email, role: form.role },
  })
  if (!sendsMail) return nameInvitation(transaction, id, now)
  const { name: inviter } = await nameActor(transaction, actor)
  const target = folder ? `${project.name} / ${folder.name}` : project.name
  await queueMail(transaction, {
    template: 'project-invitation',
    recipient: email,
    accountId: null,
    data: { invitationId: id, inviter, project: target, locale: actor.locale },
  })
  return null
}

async function addFolder(
  transaction: Transaction<Database>,
  invitationId: string,
  { folderId, role }: { readonly folderId: string; readonly role: InvitationForm['role'] },
): Promise<void> {
  await transaction
    .insertInto('folder_invitation')
    .values({ invitation_id: invitationId, folder_id: folderId, role })
    .onConflict((conflict) => conflict.columns(['invitation_id', 'folder_id']).doUpdateSet({ role }))
    .execute()
}
