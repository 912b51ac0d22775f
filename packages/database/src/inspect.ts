import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import { isOwnLock, getLockPath } from './embedded/folder-lock.js'
import { executedMigrations } from './migrate.js'
import { migrations } from './migrations/index.js'
import type { Database } from './tables/schema.js'

/** Version, settings and schema state of a database. */
export interface DatabaseInfo {
  /** PostgreSQL version, such as `18.1`. */
  readonly version: string
  /** Default isolation level of transactions; Kamar requires `read committed`. */
  readonly isolation: string
  /** Its schema compared with this version's. */
  readonly schema: 'empty' | 'older' | 'current' | 'newer'
  /** Last executed migration; null in an empty database. */
  readonly lastMigration: string | null
}

/** Inspects a database without changing it: open it with `migrations: 'none'`. */
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

/** State of an embedded database's folder, determined without opening it. */
export type EmbeddedFolderState = 'absent' | 'closed' | 'left open' | 'copied while open'

/**
 * Returns the state of a folder. A remaining lock contains the identity of its folder: in another one it means that the
 * files of an open database were copied, possibly during a write.
 */
export function embeddedFolderState(folder: string): EmbeddedFolderState {
  if (!existsSync(join(folder, 'cluster'))) return 'absent'
  if (!existsSync(getLockPath(folder))) return 'closed'
  return isOwnLock(folder) ? 'left open' : 'copied while open'
}
