import { type AccountRecord, type PreferencesChange } from '@kamar/contracts'
import { AppError } from '@kamar/core'
import { appendAuditEvent } from '@kamar/database'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { ModuleContext } from '../../domain/module-context.js'
import { findAccountRecord, storedPreferences } from '../../domain/accounts/account-records.js'

/**
 * Changes the given preferences and leaves the others, so that two devices that change different ones do not undo each
 * other.
 */
export async function savePreferences(
  { database, transact }: ModuleContext,
  { accountId }: AccountActor,
  change: PreferencesChange,
): Promise<AccountRecord> {
  await transact(async ({ transaction, publish }) => {
    const row = await transaction
      .selectFrom('account')
      .select('preferences')
      .where('id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('not-signed-in')
    const { twoFactorAuth: _, ...stored } = storedPreferences(row.preferences)
    await transaction
      .updateTable('account')
      .set({
        preferences: JSON.stringify({ ...stored, ...change }),
        // Language of mails and reports.
        ...(change.language ? { locale: change.language } : {}),
        updated_at: new Date(),
      })
      .where('id', '=', accountId)
      .execute()
    const details = { changed: Object.keys(change).sort() }
    await appendAuditEvent(transaction, {
      actor: accountId,
      action: 'account.preferences',
      subject: accountId,
      details,
    })
    publish('account', accountId)
  })
  const record = await findAccountRecord(database, accountId)
  if (!record) throw new AppError('not-signed-in')
  return record
}
