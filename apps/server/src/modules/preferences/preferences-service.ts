import { type AccountRecord, AppError, type PreferencesChange } from '@kamar/contracts'
import { appendAuditEvent, type Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import type { AccountEvents } from '../../platform/events/account-events.js'
import { findAccountRecord, storedPreferences } from '../../domain/accounts/account-records.js'

export interface PreferencesServices {
  readonly database: Kysely<Database>
  readonly accountEvents: AccountEvents
}

/**
 * Changes the given preferences and leaves the others, so that two devices that change different ones do not undo each
 * other.
 */
export async function savePreferences(
  { database, accountEvents }: PreferencesServices,
  { accountId }: AccountActor,
  change: PreferencesChange,
): Promise<AccountRecord> {
  await database.transaction().execute(async (transaction) => {
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
  })
  accountEvents.publish(accountId)
  const record = await findAccountRecord(database, accountId)
  if (!record) throw new AppError('not-signed-in')
  return record
}
