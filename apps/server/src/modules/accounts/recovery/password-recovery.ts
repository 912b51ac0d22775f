import { AppError } from '@kamar/core'
import { appendAuditEvent, type Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'
import type { ModuleContext } from '../../../domain/module-context.js'
import { endSignIns } from '../../../domain/accounts/end-sign-ins.js'
import { queueMail } from '../../../platform/mail-queue.js'
import { useLink } from '../../../domain/accounts/one-time-links.js'
import { joinInvitedProjects } from '../../../domain/projects/project-invitations.js'
import { type Account, canonicalName, findById, namesOf } from '../../../domain/accounts/account-store.js'
import { assertAcceptablePassword, hashPassword } from '../../../domain/accounts/passwords.js'
import { queuePasswordChangedMail, storePassword } from '../replace-password.js'
import { refuseDuplicates } from '../../../platform/database/unique-violation.js'

/** Handles mailed links: a new password, a confirmed address. */
export class PasswordRecovery {
  readonly #context: ModuleContext

  constructor(context: ModuleContext) {
    this.#context = context
  }

  /**
   * Requests a link for a new password. The address is looked up only when the mail is written, seconds later, so that
   * the response, its time, and the time of the next request are the same for every address.
   */
  forgot(email: string, address: string): Promise<void> {
    return this.#requestLink('reset-password', email, address)
  }

  /** Requests the confirmation link again. */
  sendVerification(email: string, address: string): Promise<void> {
    return this.#requestLink('verify-email', email, address)
  }

  /** Uses up a link and sets the password of its account. Ends every sign-in; the address counts as confirmed. */
  async reset(form: { readonly code: string; readonly password: string }, address: string): Promise<void> {
    const { database, domain } = this.#context
    await domain.attempts.link(address)
    await assertAcceptablePassword(form.password, [])
    const passwordHash = await hashPassword(form.password)
    await database.transaction().execute(async (transaction) => {
      const purposes = ['reset-password', 'invitation'] as const
      const { accountId, purpose } = await useLink(transaction, purposes, { code: form.code, now: this.#context.now() })
      const account = await findById(transaction, accountId)
      await assertNotPersonal(account, form.password)
      await storePassword(transaction, accountId, passwordHash)
      await transaction
        .updateTable('account')
        .set({ email_verified_at: this.#context.now(), must_verify_email: false })
        .where('id', '=', accountId)
        .execute()
      await joinInvitedProjects(transaction, accountId)
      await endSignIns(transaction, accountId)
      if (account && purpose === 'reset-password') await queuePasswordChangedMail(transaction, account)
      await appendAuditEvent(transaction, { actor: accountId, action: `account.${purpose}`, subject: accountId })
    })
  }

  /** Uses up a link that was mailed to an address, which becomes the account's, if it was not already. */
  async verify(code: string, address: string): Promise<void> {
    const { database, domain } = this.#context
    await domain.attempts.link(address)
    await refuseDuplicates('already-exists', () =>
      database.transaction().execute((transaction) => this.#confirmAddress(transaction, code)),
    )
  }

  async #confirmAddress(transaction: Transaction<Database>, code: string): Promise<void> {
    const purposes = ['verify-email', 'change-email'] as const
    const { accountId, purpose } = await useLink(transaction, purposes, { code, now: this.#context.now() })
    const isNew = purpose === 'change-email'
    await transaction
      .updateTable('account')
      .set({ email_verified_at: this.#context.now(), must_verify_email: false })
      .$if(isNew, (query) => query.set({ email: sql<string>`coalesce(new_email, email)`, new_email: null }))
      .where('id', '=', accountId)
      .execute()
    await joinInvitedProjects(transaction, accountId)
    const action = isNew ? 'account.email' : 'account.verify-email'
    await appendAuditEvent(transaction, { actor: accountId, action, subject: accountId })
  }

  async #requestLink(template: 'reset-password' | 'verify-email', email: string, address: string): Promise<void> {
    const { database, domain } = this.#context
    await domain.attempts.mail(`${template} ${email}`, address)
    await queueMail(database, { template, recipient: canonicalName(email), accountId: null, data: {} })
  }
}

async function assertNotPersonal(account: Account | null, password: string): Promise<void> {
  if (!account) throw new AppError('link-not-valid')
  await assertAcceptablePassword(password, namesOf(account))
}
