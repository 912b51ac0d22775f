import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectStoreSettings } from '@kamar/storage'
import { startObjectStore } from './object-store.js'
import { startPostgres } from './postgres.js'

/** Connections of the PostgreSQL and S3 test servers; null for one that cannot be installed here. */
export interface FleetServers {
  readonly databaseUrl: string | null
  readonly objects: ObjectStoreSettings | null
  /** Stops both and removes their data. */
  stop(): Promise<void>
}

/**
 * Starts both in sequence, as packages are installed one at a time. Reports which tests are unavailable without them.
 */
export async function startFleetServers(): Promise<FleetServers> {
  const folder = await mkdtemp(join(tmpdir(), 'kamar-fleet-'))
  // The database runs as a separate user.
  await chmod(folder, 0o755)
  const database = await startPostgres(folder)
  const objects = await startObjectStore(folder).catch(async (error: unknown) => {
    await database?.stop()
    throw error
  })
  if (database === null) process.stdout.write('fleet: PostgreSQL cannot be installed here, its suites are skipped\n')
  if (objects === null) process.stdout.write('fleet: Ceph cannot be installed here, the suites of S3 are skipped\n')
  return {
    databaseUrl: database?.url ?? null,
    objects: objects?.settings ?? null,
    async stop() {
      await Promise.all([database?.stop(), objects?.stop()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}
