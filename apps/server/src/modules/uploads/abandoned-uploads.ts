import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import { formatIdentity, type UploadFolder } from '../../domain/uploads/upload-folder.js'
import type { UploadLocks } from './upload-locks.js'
import { uploadLifetimeMilliseconds } from '../../domain/uploads/upload-store.js'

/** Records of uploads in progress. */
export interface UploadTraces {
  readonly database: Kysely<Database>
  readonly folder: UploadFolder
  readonly locks: UploadLocks
}

/**
 * Removes uploads without progress for a day, and releases their quota; one that a request holds is active whatever the
 * clock says.
 */
export async function removeAbandonedUploads(
  { database, folder, locks }: UploadTraces,
  now: Date = new Date(),
): Promise<number> {
  const before = new Date(now.getTime() - uploadLifetimeMilliseconds)
  const activeIds: string[] = []
  let removed = 0
  for await (const { name, lastWritten } of folder.list()) {
    const identity = formatIdentity(name)
    if (lastWritten >= before || locks.isHeld(identity)) {
      activeIds.push(identity)
      continue
    }
    await folder.remove(name)
    removed++
  }
  await database
    .deleteFrom('unfinished_upload')
    .where('begun_at', '<', before)
    .where(sql<boolean>`identity <> all(${activeIds}::text[])`)
    .execute()
  return removed
}
