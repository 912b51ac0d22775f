import { sql, Migrator, type Kysely, type Migration } from 'kysely'
import { DatabaseOpenError } from './errors.js'
import { migrations } from './migrations/index.js'
import type { Database } from './tables/schema.js'

/** Returns the names of the executed migrations in order; empty in an empty database. */
export async function executedMigrations(database: Kysely<Database>): Promise<string[]> {
  const { rows: tableRows } = await sql<{ present: boolean }>`
    select to_regclass('kysely_migration') is not null as present`.execute(database)
  if (tableRows[0]?.present !== true) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(database)
  return rows.map((row) => row.name)
}

/**
 * Migrates the schema to the latest version, in one transaction under an advisory lock (two servers that start together
 * migrate once). Throws `schema-newer` when a newer Kamar has migrated the database: older code would misread it.
 */
export async function migrateToLatest(
  database: Kysely<Database>,
  knownMigrations: Readonly<Record<string, Migration>> = migrations,
): Promise<void> {
  const executed = await executedMigrations(database)
  const unknown = executed.filter((name) => knownMigrations[name] === undefined)
  if (unknown.length > 0) {
    throw new DatabaseOpenError(
      'schema-newer',
      `The database was written by a newer version of Kamar (it has the migration ${unknown.at(-1)}). Start that version, or restore a backup made with this one.`,
    )
  }
  // The migrator describes every table before it finds nothing to do, which costs the embedded database a second of
  // processor.
  if (Object.keys(knownMigrations).every((name) => executed.includes(name))) return
  const provider = { getMigrations: () => Promise.resolve({ ...knownMigrations }) }
  const { error, results } = await new Migrator({ db: database, provider }).migrateToLatest()
  if (error !== undefined) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'unknown'
    throw new DatabaseOpenError('migration-failed', `The database could not be brought up to date (${failed}).`, {
      cause: error,
    })
  }
}
