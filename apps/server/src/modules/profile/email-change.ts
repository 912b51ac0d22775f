import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { confirmPassword } from '../../domain/accounts/confirm-password.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { queueMail } from '../../platform/mail-queue.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'

/** Changes the e-mail address; requires the password, because the address is a sign-in name. */
export class EmailChange {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  async requestChange(actor: AccountActor, form: { email: string; password: string }, address: string): Promise<void> {
    const { configuration, transact } = this.#context
    const sendsMail = configuration.mail !== null
    await confirmPassword(this.#context, { accountId: actor.accountId, password: form.password, address })
    const email = form.email.trim().normalize('NFKC').toLowerCase()
    await refuseDuplicates('already-exists', () =>
      transact(async ({ transaction, publish }) => {
        await (sendsMail ? requestConfirmation(transaction, actor, email) : changeEmail(transaction, actor, email))
        publish('account', actor.accountId)
      }),
    )
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
