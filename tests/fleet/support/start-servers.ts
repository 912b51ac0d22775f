import { type FleetServers, startFleetServers } from './fleet-servers.js'

let servers: FleetServers | null = null

/**
 * Starts a PostgreSQL server and an S3 server for the tests of the project `fleet` and provides their connections
 * (`KAMAR_TEST_DATABASE_URL`, `KAMAR_TEST_S3`); suites without their server are skipped.
 */
export async function setup(): Promise<void> {
  servers = await startFleetServers()
  const { databaseUrl, objects } = servers
  if (databaseUrl !== null) process.env['KAMAR_TEST_DATABASE_URL'] = databaseUrl
  if (objects !== null) process.env['KAMAR_TEST_S3'] = JSON.stringify(objects)
}

/** Stops both and removes their data. */
export async function teardown(): Promise<void> {
  await servers?.stop()
}
