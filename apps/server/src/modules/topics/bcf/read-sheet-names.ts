import { collaborationLimits as limits } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'

/** Reads the names of the sheets of a file, of its newest translated version; null if none is translated. */
export async function readSheetNames(database: Kysely<Database>, fileId: string): Promise<ReadonlySet<string> | null> {
  const row = await database
    .selectFrom('file_version')
    .innerJoin('translation', 'translation.id', 'file_version.translation_id')
    .select(sql<string[]>`jsonb_path_query_array(manifest, '$.sheets[*].name')`.as('names'))
    .where('file_version.file_id', '=', fileId)
    .where('translation.manifest', 'is not', null)
    .orderBy('file_version.number', 'desc')
    .executeTakeFirst()
  return row ? new Set(row.names.map((name) => name.slice(0, limits.sheetNameCharacters))) : null
}
