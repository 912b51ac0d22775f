import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FleetServers, startFleetServers } from './fleet-servers.js'

let folder = ''
let starting: Promise<FleetServers | null> = Promise.resolve(null)

/**
 * Starts both servers while the tests of other projects run, which takes a minute if they are installed first. The file
 * `KAMAR_TEST_FLEET_FILE` then contains their connections, or the reason for a failure.
 */
export async function setup(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'kamar-fleet-file-'))
  const file = join(folder, 'servers.json')
  process.env['KAMAR_TEST_FLEET_FILE'] = file
  const writeState = async (state: object): Promise<void> => {
    await writeFile(`${file}.draft`, JSON.stringify(state))
    await rename(`${file}.draft`, file)
  }
  starting = startFleetServers().then(
    async (servers) => {
      await writeState({ databaseUrl: servers.databaseUrl, objects: servers.objects })
      return servers
    },
    async (error: unknown) => {
      await writeState({ failed: String(error) })
      return null
    },
  )
}

/** Stops both and removes their data. */
export async function teardown(): Promise<void> {
  const servers = await starting
  await servers?.stop()
  await rm(folder, { recursive: true, force: true })
}
