import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'

/** Maximum results listed and stored per version; housekeeping deletes older ones. */
export const maxResults = 20

/** Makes a version show a translation and adds it to the version's results. Locks the version's row. */
export async function recordResult(
  transaction: Transaction<Database>,
  versionId: string,
  translationId: string,
): Promise<void> {
  await transaction
    .updateTable('file_version')
    .set({ translation_id: translationId })
    .where('id', '=', versionId)
    .execute()
  await transaction
    .insertInto('version_result')
    .values({
      file_version_id: versionId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from version_result where file_version_id = ${versionId})`,
      translation_id: translationId,
    })
    .onConflict((conflict) =>
      conflict.columns(['file_version_id', 'translation_id']).doUpdateSet({ requested_at: sql`clock_timestamp()` }),
    )
    .execute()
  await sql`
    delete from version_result where file_version_id = ${versionId} and number in (
      select number from version_result where file_version_id = ${versionId}
      order by requested_at desc, number desc offset ${maxResults})`.execute(transaction)
}
