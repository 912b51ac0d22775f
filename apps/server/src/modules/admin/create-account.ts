import { appendAuditEvent } from '@kamar/database'
import { canonicalName, findById, insertAccount } from '../../domain/accounts/account-store.js'
import { readDeploymentSettings, requiresApprovalByDefault } from '../../domain/accounts/deployment-settings.js'
import { assertAcceptablePassword, hashPassword } from '../../domain/accounts/passwords.js'
import { splitFullName } from '../../domain/accounts/user-names.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { queueMail } from '../../platform/mail-queue.js'
import { refuseDuplicates } from '../../platform/database/unique-violation.js'

/** Fields that an administrator enters for a new account. */
export interface NewUserForm {
  readonly name: string
  readonly email: string
  readonly password: string
}

/**
 * Creates an account on behalf of an administrator, with a password that is valid for one sign-in: pending, or approved
 * where pending accounts cannot sign in. Returns its id.
 */
export async function createAccount(
  { configuration, database }: ModuleContext,
  form: NewUserForm,
  administratorId: string,
): Promise<string> {
  await assertAcceptablePassword(form.password, [form.email, form.name])
  const passwordHash = await hashPassword(form.password)
  return refuseDuplicates('already-exists', () =>
    database.transaction().execute(async (transaction) => {
      const { requireApproval } = await readDeploymentSettings(transaction)
      const isApproved = requireApproval ?? requiresApprovalByDefault(configuration)
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
    }),
  )
}
