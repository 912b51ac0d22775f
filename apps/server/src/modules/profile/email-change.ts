import { isUniqueViolation } from '../../platform/database/unique-violation.js'
import { AppError } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { AccountEvents } from '../../platform/events/account-events.js'
import { queueMail } from '../../platform/mail-queue.js'

export interface EmailChangeServices {
  readonly database: Kysely<Database>
  readonly accountEvents: AccountEvents
  /** Throws `password-not-right`, or `too-many-requests` at the limit of attempts. */
  readonly confirmPassword: (accountId: string, password: string, address: string) => Promise<void>
  /** Whether mails are sent: the new address then requires confirmation. */
  readonly sendsMail: boolean
}

/** Changes the e-mail address; requires the password, because the address is a sign-in name. */
export class EmailChange {
  readonly #services: EmailChangeServices

  constructor(services: EmailChangeServices) {
    this.#services = services
  }

  async requestChange(actor: AccountActor, form: { email: string; password: string }, address: string): Promise<void> {
    const { confirmPassword, database, accountEvents, sendsMail } = this.#services
    await confirmPassword(actor.accountId, form.password, address)
    const email = form.email.trim().normalize('NFKC').toLowerCase()
    try {
      await database
        .transaction()
        .execute((transaction) =>
          sendsMail ? requestConfirmation(transaction, actor, email) : changeEmail(transaction, actor, email),
        )
    } catch (error) {
      throw isUniqueViolation(error) ? new AppError('already-exists', {}, { cause: error }) : error
    }
    accountEvents.publish(actor.accountId)
  }
}

/** Requests confirmation of the new address; the old one stays until then, and its mailbox is notified. */
async function requestConfirmation(
  transaction: Transaction<Database>,
  { accountId }: AccountActor,
  email: string,
): Promise<void> {
  const existingAccount = await transaction
    .selectFrom('account')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  if (existingAccount) throw new AppError('already-exists')
  const account = await transaction
    .updateTable('account')
    .set({ new_email: email, updated_at: new Date() })
    .where('id', '=', accountId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await queueMail(transaction, { template: 'change-email', recipient: email, accountId, data: {} })
  await queueMail(transaction, { template: 'email-change-asked', recipient: account.email, accountId, data: { email } })
  await appendAuditEvent(transaction, { actor: accountId, action: 'account.ask-email', subject: accountId })
}

async function changeEmail(transaction: Transaction<Database>, actor: AccountActor, email: string): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ email, new_email: null, email_verified_at: null, updated_at: new Date() })
    .where('id', '=', actor.accountId)
    .execute()
  await appendAuditEvent(transaction, { actor: actor.accountId, action: 'account.email', subject: actor.accountId })
}
