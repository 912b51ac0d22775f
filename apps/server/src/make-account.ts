import { AppError } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { canonicalName, findById, insertAccount } from './domain/accounts/account-store.js'
import { splitFullName } from './domain/accounts/user-names.js'
import { isUniqueViolation } from './platform/database/unique-violation.js'
import type { AttemptLimits } from './domain/accounts/attempt-limits.js'
import { assertAcceptablePassword, hashPassword, verifyPassword } from './domain/accounts/passwords.js'
import type { NewUserForm } from './modules/admin/user-service.js'
import {
  type ListeningServer,
  readDeploymentSettings,
  requiresApprovalByDefault,
} from './domain/accounts/deployment-settings.js'
import { queueMail } from './platform/mail-queue.js'

/**
 * Returns the function with which an administrator creates an account, with a password that is valid for one sign-in:
 * pending, or approved where pending accounts cannot sign in. It returns the account's id.
 */
export function accountMaker(database: Kysely<Database>, server: ListeningServer) {
  return async (form: NewUserForm, administratorId: string): Promise<string> => {
    await assertAcceptablePassword(form.password, [form.email, form.name])
    const passwordHash = await hashPassword(form.password)
    try {
      return await database.transaction().execute(async (transaction) => {
        const { requireApproval } = await readDeploymentSettings(transaction)
        const isApproved = requireApproval ?? requiresApprovalByDefault(server)
        const status = isApproved ? 'approved' : 'pending'
        const id = await insertAccount(transaction, { ...form, passwordHash, role: 'user', status })
        await transaction
          .updateTable('account')
          .set({ must_change_password: true, ...splitFullName(form.name), company: '' })
          .where('id', '=', id)
          .execute()
        await appendAuditEvent(transaction, { actor: administratorId, action: 'account.create', subject: id })
        const administrator = await findById(transaction, administratorId)
        await queueMail(transaction, {
          template: 'invitation',
          recipient: canonicalName(form.email),
          accountId: id,
          data: { inviter: administrator?.name ?? 'Kamar' },
        })
        return id
      })
    } catch (error) {
      throw isUniqueViolation(error) ? new AppError('already-exists', {}, { cause: error }) : error
    }
  }
}

/** Returns a function that checks the password of a signed-in user again, before irreversible actions. */
export function passwordConfirmation({
  database,
  attempts,
}: {
  readonly database: Kysely<Database>
  readonly attempts: AttemptLimits
}) {
  return async (accountId: string, password: string, address: string): Promise<void> => {
    const account = await findById(database, accountId)
    await attempts.signIn(accountId, address)
    if (!account || !(await verifyPassword(account.password_hash, password))) throw new AppError('password-not-right')
    await attempts.signedIn(accountId, address)
  }
}
