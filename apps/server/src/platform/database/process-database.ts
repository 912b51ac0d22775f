import { accessSync, constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type DatabaseLocation, type PubSub, type OpenDatabase, openDatabase, openPubSub } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from '../configuration/configuration.js'
import { StartError } from '../start-error.js'

/**
 * Opens the database of a process, in its data folder or on a server, and migrates it unless disabled. Throws
 * `StartError` or `DatabaseOpenError`.
 */
export async function openProcessDatabase(
  { dataFolder, databaseUrl }: Configuration,
  log: FastifyBaseLogger,
  { migrations }: Pick<DatabaseLocation, 'migrations'> = {},
): Promise<OpenDatabase> {
  await prepareFolder(dataFolder)
  return openDatabase({
    url: databaseUrl ?? undefined,
    folder: join(dataFolder, 'database'),
    ...(migrations && { migrations }),
    onConnectionError: (error) => log.error({ err: error }, 'database connection failed'),
  })
}

/** Creates the data folder; throws `StartError` when it is not writable. */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new StartError(`The data folder ${folder} cannot be written. Change its rights, or set KAMAR_DATA_DIR.`, {
      cause,
    })
  }
}

/**
 * Joins the messages of other processes on the database server; returns null with an embedded database, which has no
 * others.
 */
export async function joinPubSub(
  { databaseUrl }: Configuration,
  { pool }: OpenDatabase,
  log: FastifyBaseLogger,
): Promise<PubSub | null> {
  if (databaseUrl === null) return null
  return openPubSub({
    url: databaseUrl,
    pool,
    onError: (error) => log.error({ err: error }, 'database notifications failed'),
  })
}
