import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { isOwnLock, getLockPath } from './embedded/folder-lock.js'
import { executedMigrations } from './migrate.js'
import { migrations } from './migrations/index.js'
import type { Database } from './schema.js'

/** What a database says of itself. */
export interface DatabaseInfo {
  /** Of PostgreSQL, `18.1`. */
  readonly version: string
  /** What transactions begin with; Kamar is written for `read committed`. */
  readonly isolation: string
  /** How its schema compares with this version's. */
  readonly schema: 'empty' | 'older' | 'current' | 'newer'
  /** The last migration that was made; null in an empty one. */
  readonly lastMigration: string | null
}

/** Asks a database about itself and changes nothing: open it with `migrations: 'none'`. */
export async function inspectDatabase(database: Kysely<Database>): Promise<DatabaseInfo> {
  const { rows } = await sql<{ version: string; isolation: string }>`
    select current_setting('server_version') as version,
      current_setting('default_transaction_isolation') as isolation`.execute(database)
  const executedNames = await executedMigrations(database)
  const knownMigrations = Object.keys(migrations)
  const isNewer = executedNames.some((name) => !knownMigrations.includes(name))
  const isCurrent = executedNames.length === knownMigrations.length
  return {
    version: rows[0]?.version.split(' ')[0] ?? '',
    isolation: rows[0]?.isolation ?? '',
    schema: isNewer ? 'newer' : executedNames.length === 0 ? 'empty' : isCurrent ? 'current' : 'older',
    lastMigration: executedNames.at(-1) ?? null,
  }
}

/** What lies in the folder of an embedded database, found out without opening it. */
export type EmbeddedFolderState = 'absent' | 'closed' | 'left open' | 'copied while open'

/**
 * A lock that was left knows which folder it was made for: in another one it says that somebody copied the files of an open
 * database, which may have been written while they were read.
 */
export function embeddedFolderState(folder: string): EmbeddedFolderState {
  if (!existsSync(join(folder, 'cluster'))) return 'absent'
  if (!existsSync(getLockPath(folder))) return 'closed'
  return isOwnLock(folder) ? 'left open' : 'copied while open'
}
