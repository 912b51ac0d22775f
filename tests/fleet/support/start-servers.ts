import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startObjectStore } from './object-store.js'
import { startPostgres } from './postgres.js'

let stop: () => Promise<void> = async () => undefined

/**
 * Starts a PostgreSQL server and an S3 server for the tests of the project `fleet` and says where they are
 * (`KAMAR_TEST_DATABASE_URL`, `KAMAR_TEST_S3`); suites of what is not there are skipped.
 */
export async function setup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kamar-fleet-'))
  // The database runs as a user of its own.
  await chmod(folder, 0o755)
  const [database, objects] = await Promise.all([startPostgres(folder), startObjectStore(folder)])
  stop = async () => {
    await Promise.all([database?.stop(), objects?.stop()])
    await rm(folder, { recursive: true, force: true })
  }
  if (database === null) process.stdout.write('fleet: PostgreSQL cannot be installed here, its suites are skipped\n')
  else process.env['KAMAR_TEST_DATABASE_URL'] = database.url
  if (objects === null) process.stdout.write('fleet: Ceph cannot be installed here, the suites of S3 are skipped\n')
  else process.env['KAMAR_TEST_S3'] = JSON.stringify(objects.settings)
}

/** Stops both and removes what they kept. */
export function teardown(): Promise<void> {
  return stop()
}
