import type { Database } from '@kamar/database'
import type { DerivativeStore } from '@kamar/storage'
import type { Kysely } from 'kysely'
import { inMilliseconds } from './columns.js'

/** What `removeLeftovers` needs. */
export interface Leftovers {
  readonly database: Kysely<Database>
  readonly derivatives: DerivativeStore
  /** Translations that ended before are not looked at: an earlier call did. */
  readonly since: Date
  /** Those that ended less long ago are left to the next call, milliseconds: a page may still read a provisional file. */
  readonly minAgeMilliseconds: number
}

const finalStates = ['succeeded', 'failed', 'cancelled'] as const
/** An export is written before its row; a finished translation never starts again, so none is left by an attempt. */
const exportsFolder = 'exports/'

/**
 * Removes what attempts of finished translations left in the store and no row names: provisional files, and packages of
 * attempts that failed. A worker without the right to remove leaves them. Answers how many files went.
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

/** The row is locked meanwhile: asked for again, the translation waits, and no worker writes what is being removed. */
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
