import { accessSync, constants } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { type Notices, type OpenDatabase, openNotices } from '@kamar/database'
import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from './configuration.js'
import { StartError } from './start-error.js'

/** Makes the data folder; throws `StartError` when it cannot be written. */
export async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.W_OK)
  } catch (cause) {
    throw new StartError(`The data folder ${folder} cannot be written. Change its rights, or set KAMAR_DATA_DIR.`, {
      cause,
    })
  }
}

/** What other processes on the database server tell; null with an embedded database, which has no others. */
export async function joinNotices(
  { databaseUrl }: Configuration,
  { pool }: OpenDatabase,
  log: FastifyBaseLogger,
): Promise<Notices | null> {
  if (databaseUrl === null) return null
  return openNotices({ url: databaseUrl, pool, onError: (error) => log.error({ err: error }, 'notices') })
}
