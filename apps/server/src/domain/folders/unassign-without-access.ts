import type { Database } from '@kamar/database'
import { type RawBuilder, sql, type SqlBool, type Transaction } from 'kysely'

/** Unassigns topics from whoever does not see their file any more; the condition is on `topic` and `file`. */
export async function unassignWithoutAccess(
  transaction: Transaction<Database>,
  condition: RawBuilder<SqlBool>,
): Promise<void> {
  await sql`
    update topic set assignee_id = null from file
    where file.id = topic.file_id and topic.assignee_id is not null and (${condition})
      and not exists (
        select from access where access.area_id = file.area_id and access.account_id = topic.assignee_id
      )`.execute(transaction)
}
