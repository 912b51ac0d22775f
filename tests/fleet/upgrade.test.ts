import { join } from 'node:path'
import { mkdir } from 'node:fs/promises'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.js'
import { extractFixture, upgradeFixtures } from '../upgrade/fixtures.js'
import { itPreservesContents } from '../upgrade/preserved-contents.js'
import { findFleetServices, makeDatabase } from './support/fleet.js'
import { runProgram } from './support/shell.js'

describe.skipIf(findFleetServices() === null).each(upgradeFixtures)(
  'a PostgreSQL database of Kamar $version',
  (fixture) => {
    let folder: string
    let database: Awaited<ReturnType<typeof makeDatabase>>
    let server: ServerProcess
    let address: string
    beforeAll(async () => {
      folder = await createTemporaryFolder()
      database = await makeDatabase()
      const dataFolder = join(folder, 'data')
      await mkdir(dataFolder)
      await extractFixture(fixture, 'server', dataFolder)
      await extractFixture(fixture, 'database.sql', folder)
      const dump = ['--file', join(folder, 'database.sql')]
      await runProgram('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', ...dump, database.url])
      server = startServerProcess({ DATABASE_URL: database.url, KAMAR_DATA_DIR: dataFolder, KAMAR_WORKERS: '1' })
      address = await server.ready
    })
    afterAll(async () => {
      server?.process.kill('SIGTERM')
      await server?.ended
      await database?.drop()
      await removeFolder(folder)
    })

    itPreservesContents(() => address, fixture.records.server)
  },
)
