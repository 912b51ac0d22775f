import pg from 'pg'
import { columnTypes } from './tables/column-types.js'
import { DatabaseOpenError } from './errors.js'

const maxConnections = 10

/** Pool, together with the resources behind it to shut down. */
export interface Connections {
  readonly pool: pg.Pool
  /** Where the data is. */
  readonly kind: 'server' | 'embedded' | 'memory'
  /** Counts commits; null where other processes write too. */
  readonly changes: (() => number) | null
  close(): Promise<void>
  /** In memory: saves the current contents as the initial state of later databases. */
  saveTemplate?(): Promise<void>
}

/** Connects a pool to a PostgreSQL server (15 or newer). Throws `unreachable` when the first connection fails. */
export async function connectToServer(url: string): Promise<Connections> {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    application_name: 'kamar',
    connectionTimeoutMillis: 15_000,
    types: columnTypes,
  })
  // When a connection breaks during a transaction, its next statement fails; an unhandled error event would end the
  // process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  try {
    await pool.query('select 1')
  } catch (cause) {
    await pool.end()
    throw new DatabaseOpenError('unreachable', 'The database at DATABASE_URL cannot be reached.', { cause })
  }
  return { pool, kind: 'server', changes: null, close: () => pool.end() }
}
