import type { Database } from '@kamar/database'
import type { Transaction } from 'kysely'

/** Locks projects, so that concurrent changes of their members, folders and files are serialised; before any file. */
export async function lockProjects(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  await transaction.selectFrom('project').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute()
}
