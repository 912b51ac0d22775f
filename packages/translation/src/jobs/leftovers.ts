import type { Database } from '@kamar/database'
import type { DerivativeStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import { inMilliseconds } from './columns.js'
import { deleteSlices } from './delete-slices.js'

/** Options of `removeLeftovers`. */
export interface Leftovers {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
  /** Translations that ended earlier are skipped: a previous call handled them. */
  readonly since: Date
  /** Minimum time since the end, milliseconds: a page may still read a provisional file. */
  readonly minAgeMilliseconds: number
}

const finalStates = ['succeeded', 'failed', 'cancelled'] as const
/** An export is written before its row; a finished translation never restarts, so exports are never leftovers. */
const exportsFolder = 'exports/'

/**
 * Removes files of finished translations that are in the store without a row: provisional files, slices, and packages of
 * failed attempts. A worker without permission to remove files leaves them. Returns how many were removed.
 */
export async function removeLeftovers(options: Leftovers): Promise<number> {
  const { database, minAgeMilliseconds, since } = options
  const ended = await database
    .selectFrom('translation')
    .select('id')
    .where('state', 'in', finalStates)
    .where('updated_at', '>=', since)
    .where('updated_at', '<=', inMilliseconds(-minAgeMilliseconds))
    .execute()
  let removed = 0
  for (const { id } of ended) removed += await removeUnlisted(options, id)
  return removed
}

/** Locks the row meanwhile: a translation requested again waits, and no worker writes the files being removed. */
function removeUnlisted({ database, derivatives }: Leftovers, translationId: string): Promise<number> {
  return database.transaction().execute(async (transaction) => {
    const row = await transaction
      .selectFrom('translation')
      .select('id')
      .where('id', '=', translationId)
      .where('state', 'in', finalStates)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (row === undefined) return 0
    await deleteSlices(transaction, translationId)
    const rows = await transaction
      .selectFrom('derivative')
      .select('path')
      .where('translation_id', '=', translationId)
      .execute()
    const listed = new Set(rows.map(({ path }) => path))
    const stored = await derivatives.list(translationId)
    const leftovers = stored.filter(({ path }) => !listed.has(path) && !path.startsWith(exportsFolder))
    for (const { path } of leftovers) await derivatives.remove({ translationId, path })
    return leftovers.length
  })
}
