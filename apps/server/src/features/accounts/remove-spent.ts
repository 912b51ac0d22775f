import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'

const dayMilliseconds = 24 * 3_600_000

/** Forgets links and provider tokens that ended a day ago. */
export async function removeSpent(database: Kysely<Database>, now: Date): Promise<void> {
  const dayAgo = new Date(now.getTime() - dayMilliseconds)
  await database.deleteFrom('one_time_link').where('expires_at', '<', dayAgo).execute()
  await database.deleteFrom('spent_token').where('expires_at', '<', dayAgo).execute()
}
