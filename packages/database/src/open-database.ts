import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { openCluster } from './embedded/cluster.js'
import { emptyTemplate } from './embedded/cluster-template.js'
import { DatabaseOpenError } from './errors.js'
import { migrateToLatest } from './migrate.js'
import { migrations } from './migrations/index.js'
import { schemaName } from './schema-name.js'
import type { Database } from './tables/schema.js'
import { connectToServer, type Connections } from './server-pool.js'

/** Location of the data: a PostgreSQL server, a folder, or memory (tests). */
export interface DatabaseLocation {
  /** `postgres://…`; takes precedence over `folder`. */
  readonly url?: string | undefined
  /** Folder of the embedded database; null stores everything in memory. */
  readonly folder?: string | null
  /**
   * Target of the schema migration: this version's schema by default, only these migrations (to load a dump of them),
   * or none (to inspect).
   */
  readonly migrations?: readonly string[] | 'none'
  /** Called for connections that broke while idle; the pool replaces them. */
  readonly onConnectionError?: (error: Error) => void
}

/** Open, migrated database. */
export interface OpenDatabase {
  readonly database: Kysely<Database>
  /**
   * The same connections for libraries that require a `pg` pool. Embedded: exactly one, so never wait on it inside a
   * transaction.
   */
  readonly pool: pg.Pool
  readonly kind: Connections['kind']
  /**
   * Returns a number that differs after every potential change of the data; null on a server, which has other writers.
   * Results stay valid while it is unchanged.
   */
  readonly changes: (() => number) | null
  /** Waits for running queries, then closes. */
  close(): Promise<void>
}

/**
 * Opens the database and migrates its schema. Without a `url` it is PostgreSQL inside this process (in a worker
 * thread), durable and locked to this process. Throws `DatabaseOpenError`.
 */
export async function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  const bringUpToDate = planMigration(location.migrations)
  const connections =
    location.url === undefined || location.url === ''
      ? await openCluster(location.folder ?? null, location.migrations === undefined ? schemaName : () => emptyTemplate)
      : await connectToServer(location.url)
  connections.pool.on('error', (error) => location.onConnectionError?.(error))
  const database = new Kysely<Database>({ dialect: new PostgresDialect({ pool: connections.pool }) })
  try {
    await bringUpToDate(database)
    if (location.migrations === undefined) await connections.saveTemplate?.()
  } catch (error) {
    await connections.close()
    throw error
  }
  const { changes, kind, pool } = connections
  return { database, pool, kind, changes, close: () => connections.close() }
}

/** Plans the migration, and rejects what this version cannot do before anything is opened. */
function planMigration(
  requestedMigrations: DatabaseLocation['migrations'],
): (database: Kysely<Database>) => Promise<void> {
  if (requestedMigrations === 'none') return () => Promise.resolve()
  if (requestedMigrations === undefined) return (database) => migrateToLatest(database)
  const knownMigrations = Object.entries(migrations)
  const unknown = requestedMigrations.find((name, index) => knownMigrations[index]?.[0] !== name)
  if (unknown === undefined) {
    const planned = Object.fromEntries(knownMigrations.slice(0, requestedMigrations.length))
    return (database) => migrateToLatest(database, planned)
  }
  throw new DatabaseOpenError(
    'schema-newer',
    `The backup was made by a newer version of Kamar (it has the migration ${unknown}). Restore it with that version.`,
  )
}
