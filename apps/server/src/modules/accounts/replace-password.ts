import { AppError } from '@kamar/core'
import type { AuditAction } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import { queueMail } from '../../platform/mail-queue.js'
import { type Account, namesOf } from '../../domain/accounts/account-store.js'
import { assertAcceptablePassword, hashPassword, verifyPassword } from '../../domain/accounts/passwords.js'
import { endSignIns } from '../../domain/accounts/end-sign-ins.js'

export interface PasswordChange {
  readonly account: Account
  readonly password: string
  /** Action in the audit log. */
  readonly action: AuditAction
  /** Sign-in to keep; every other one ends. */
  readonly currentFamily?: string
}

/** Replaces the password of an account and ends its sign-ins. Links that were mailed for the old one are void. */
export async function replacePassword(database: Kysely<Database>, change: PasswordChange): Promise<void> {
  const { account, password } = change
  await assertAcceptablePassword(password, namesOf(account))
  if (await verifyPassword(account.password_hash, password)) throw new AppError('password-unchanged')
  const passwordHash = await hashPassword(password)
  await database.transaction().execute((transaction) => writePassword(transaction, change, passwordHash))
}

async function writePassword(
  transaction: Transaction<Database>,
  { account, action, currentFamily }: PasswordChange,
  passwordHash: string,
): Promise<void> {
  await storePassword(transaction, account.id, passwordHash)
  await endSignIns(transaction, account.id, currentFamily)
  // The owner needs no notice of a first password, which replaces a one-time one.
  if (action === 'account.change-password') await queuePasswordChangedMail(transaction, account)
  await appendAuditEvent(transaction, { actor: account.id, action, subject: account.id })
}

/** Notifies the owner of an account that its password was changed, in case it was an attacker. */
export async function queuePasswordChangedMail(
  transaction: Transaction<Database>,
  { email, id }: Pick<Account, 'id' | 'email'>,
): Promise<void> {
  await queueMail(transaction, { template: 'password-changed', recipient: email, accountId: id, data: {} })
}

/** Stores a password that its owner chose, so that no change is due. */
export async function storePassword(
  transaction: Transaction<Database>,
  accountId: string,
  passwordHash: string,
): Promise<void> {
  await transaction
    .updateTable('account')
    .set({ password_hash: passwordHash, must_change_password: false, updated_at: new Date() })
    .where('id', '=', accountId)
    .execute()
}
