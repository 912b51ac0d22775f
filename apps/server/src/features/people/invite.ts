import { AppError, collaborationLimits, type InvitationForm } from '@kamar/contracts'
import { appendAuditEvent, type Database, newId } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../rights/actor.js'
import { queueMail } from '../shared/mail-queue.js'
import type { Notifier, Untold } from '../shared/notifier.js'
import { nameActor } from '../shared/person-names.js'
import { lockProject, type ProjectRow } from './project-rows.js'

/** An invitation on its way. */
export interface Invitation {
  readonly actor: AccountActor
  readonly project: ProjectRow
  readonly form: InvitationForm
  /** The file that was shared, when it was one. */
  readonly fileId?: string
}

interface Surroundings {
  readonly notifier: Notifier
  /** Where mails are sent, only those are taken for owners of an address who proved it. */
  readonly sendsMail: boolean
}

const dayMilliseconds = 24 * 3_600_000

/** Makes whoever has this address a member, or invites them by mail. Answers whom to tell afterwards. */
export async function invite(
  transaction: Transaction<Database>,
  invitation: Invitation,
  { notifier, sendsMail }: Surroundings,
): Promise<Untold> {
  const { actor, form, project } = invitation
  await lockProject(transaction, project.id)
  const email = form.email.trim().normalize('NFKC').toLowerCase()
  const accountId = await findAccount(transaction, email, sendsMail)
  if (accountId === project.owner_id) throw new AppError('owner-stays')
  await assertRoomForPeople(transaction, project.id)
  if (accountId === null) {
    await inviteByMail(transaction, invitation, email)
    return []
  }
  const isNew = await setMember(transaction, { projectId: project.id, accountId, role: form.role })
  await transaction
    .deleteFrom('project_invitation')
    .where('project_id', '=', project.id)
    .where('email', '=', email)
    .execute()
  const details = { account: accountId, role: form.role }
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'project.share', subject: project.id, details })
  if (!isNew) return []
  return notifier.write(transaction, {
    kind: 'shared',
    recipients: [accountId],
    actor: await nameActor(transaction, actor),
    projectId: project.id,
    fileId: invitation.fileId ?? null,
  })
}

async function findAccount(
  transaction: Transaction<Database>,
  email: string,
  sendsMail: boolean,
): Promise<string | null> {
  const row = await transaction
    .selectFrom('account')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .where('status', '!=', 'rejected')
    .where('must_verify_email', '=', false)
    .$if(sendsMail, (query) => query.where('email_verified_at', 'is not', null))
    .executeTakeFirst()
  return row?.id ?? null
}

async function assertRoomForPeople(transaction: Transaction<Database>, projectId: string): Promise<void> {
  const most = collaborationLimits.peoplePerProject
  const { rows } = await sql<{ people: number }>`
    select (select count(*) from membership where project_id = ${projectId})
      + (select count(*) from project_invitation where project_id = ${projectId}) as people`.execute(transaction)
  if ((rows[0]?.people ?? 0) >= most) throw new AppError('too-many', { most })
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

/** Once more, it is the same invitation with the new role, and a new mail. */
async function inviteByMail(
  transaction: Transaction<Database>,
  { actor, form, project }: Invitation,
  email: string,
): Promise<void> {
  const expiresAt = new Date(Date.now() + collaborationLimits.invitationDays * dayMilliseconds)
  const { id } = await transaction
    .insertInto('project_invitation')
    .values({
      id: newId(),
      project_id: project.id,
      email,
      role: form.role,
      code_hash: null,
      invited_by: actor.accountId,
      expires_at: expiresAt,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'email'])
        .doUpdateSet({ role: form.role, invited_by: actor.accountId, expires_at: expiresAt }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const { name: inviter } = await nameActor(transaction, actor)
  await queueMail(transaction, {
    template: 'project-invitation',
    recipient: email,
    accountId: null,
    data: { invitationId: id, inviter, project: project.name, locale: actor.locale },
  })
  const details = { email, role: form.role }
  await appendAuditEvent(transaction, {
    actor: actor.accountId,
    action: 'project.invite',
    subject: project.id,
    details,
  })
}
