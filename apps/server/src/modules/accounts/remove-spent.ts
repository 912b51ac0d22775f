import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'

const dayMilliseconds = 24 * 3_600_000
/** Age at which an unconfirmed registration is deleted; its link works for one day of them. */
const unconfirmedMilliseconds = 7 * dayMilliseconds

/** Deletes links, invitations and provider tokens that expired a day ago, and unconfirmed registrations. */
export async function removeSpent(database: Kysely<Database>, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMilliseconds)
  await database.deleteFrom('one_time_link').where('expires_at', '<', dayAgo).execute()
  await database.deleteFrom('project_invitation').where('expires_at', '<', dayAgo).execute()
  await database.deleteFrom('revoked_token').where('expires_at', '<', dayAgo).execute()
  await removeUnconfirmed(database, new Date(now.getTime() - unconfirmedMilliseconds))
}

/** Removes accounts that were never used, so that their projects are empty. */
async function removeUnconfirmed(database: Kysely<Database>, before: Date): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('account')
      .select('id')
      .where('must_verify_email', '=', true)
      .where('updated_at', '<', before)
      .forUpdate()
      .execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return
    await transaction.deleteFrom('project').where('owner_id', 'in', ids).execute()
    await transaction.deleteFrom('account').where('id', 'in', ids).execute()
  })
}
