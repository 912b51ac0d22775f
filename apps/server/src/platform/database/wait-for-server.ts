import { setTimeout as delay } from 'node:timers/promises'
import { type Database, inspectDatabase } from '@kamar/database'
import type { Kysely } from 'kysely'
import { StartError } from '../start-error.js'
import { formatForeignStorageMessage, knownMark, type StorageLocation } from '../storage/storage-mark.js'

const pollMilliseconds = 500
/** A server may migrate a large database for minutes; the supervisor restarts the worker meanwhile. */
const timeoutMilliseconds = 60_000
/** PostgreSQL: `insufficient_privilege`. */
const noPrivilege = '42501'

/** Step that a server has to complete before a worker can start; null when all are done. */
type Missing = string | null

/**
 * Waits until a server of this version has migrated the database, granted this worker's role its rights and marked the
 * storage: a worker changes neither. Throws `StartError` where that takes longer than a minute, where a newer version
 * has migrated, and where the files are elsewhere.
 */
export async function waitForServer(
  database: Kysely<Database>,
  location: StorageLocation,
  { limitMilliseconds = timeoutMilliseconds }: { readonly limitMilliseconds?: number } = {},
): Promise<void> {
  const until = performance.now() + limitMilliseconds
  for (;;) {
    const missing = await findMissing(database, location)
    if (missing === null) return
    if (performance.now() >= until) throw new StartError(missing)
    await delay(pollMilliseconds)
  }
}

async function findMissing(database: Kysely<Database>, location: StorageLocation): Promise<Missing> {
  try {
    const { lastMigration, schema } = await inspectDatabase(database)
    if (schema === 'newer')
      throw new StartError(
        `The database was migrated by a newer version of Kamar (${lastMigration}). Start that version.`,
      )
    if (schema !== 'current')
      return 'The database is not of this version yet. Start a server of it: workers do not migrate.'
    const mark = await knownMark(database)
    if (mark === null)
      return 'No server has started on this database yet. Start one: workers do not choose where files are.'
    if (mark !== (await location.read()))
      throw new StartError(formatForeignStorageMessage(location), { reason: 'storage-elsewhere' })
    return null
  } catch (error) {
    if ((error as { code?: unknown }).code !== noPrivilege) throw error
    return (
      'The database role of this worker lacks rights that its statements need. ' +
      'Name it to a server of this version in KAMAR_WORKER_DATABASE_ROLE; the server grants them when it starts.'
    )
  }
}
