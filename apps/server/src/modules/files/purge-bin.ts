import { limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { purgeFile, purgeFolders } from '../../domain/files/purge-files.js'

const dayMilliseconds = 24 * 3_600_000

/** Purges files and folders that have been in the bin for thirty days; returns the number of files. */
export async function purgeBin(database: Kysely<Database>, now: Date = new Date()): Promise<number> {
  const before = new Date(now.getTime() - limits.binRetentionDays * dayMilliseconds)
  const old = await database.selectFrom('file').select('id').where('deleted_at', '<', before).execute()
  for (const { id } of old) {
    await database.transaction().execute((transaction) => purgeFile(transaction, { id, before, actor: null }))
  }
  await purgeFolders(database, { before })
  return old.length
}
