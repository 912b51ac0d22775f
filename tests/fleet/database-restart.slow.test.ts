import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.js'
import { FleetUser, createModel } from './support/fleet-user.js'
import { type PostgresServer, startPostgres } from './support/postgres.js'

const recoveryMilliseconds = 30_000
let folder: string
let database: PostgresServer | null
let server: ServerProcess | null = null

beforeAll(async () => {
  folder = await createTemporaryFolder()
  await chmod(folder, 0o755)
  database = await startPostgres(folder)
  if (database === null) process.stdout.write('fleet: PostgreSQL cannot be installed here, C09 is not tested\n')
})
afterAll(async () => {
  server?.process.kill('SIGKILL')
  await server?.ended
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

it('C09 the server resumes by itself after a database restart during work', async ({ skip }) => {
  if (database === null) return skip()
  const running = startServerProcess({
    DATABASE_URL: database.url,
    KAMAR_DATA_DIR: join(folder, 'data'),
    KAMAR_WORKERS: '1',
  })
  server = running
  const user = new FleetUser([await running.ready])
  await user.signUp()
  await user.upload('before.stl', createModel(1))
  const uploading = Promise.all(
    ['a.stl', 'b.stl', 'c.stl'].map((name, index) => user.upload(name, createModel(10 + index))),
  )
  await database.restart()
  const begun = Date.now()
  await user.upload('after.stl', createModel(2))
  expect(Date.now() - begun).toBeLessThan(recoveryMilliseconds)
  await uploading
  await vi.waitFor(
    async () => {
      const files = await user.files()
      expect(files.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'success'))
    },
    { timeout: 120_000, interval: 250 },
  )
  expect(running.process.exitCode).toBeNull()
})
