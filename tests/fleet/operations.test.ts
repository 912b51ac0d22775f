import { join } from 'node:path'
import { createTemporaryFolder, removeFolder, waitUntil } from '@kamar/test-kit'
import { openObjectStores } from '@kamar/storage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp, examineDeployment, isComplete, restore, verify } from '../../apps/server/src/operations/index.js'
import { startServerProcess } from '../../apps/server/src/testing/server-process.js'
import { type Fleet, findFleetServices, makeDatabase, startFleet } from './support/fleet.js'
import { FleetUser, createModel } from './support/fleet-user.js'

const waitOptions = { timeoutMilliseconds: 120_000, intervalMilliseconds: 250 }
const silent = (): void => undefined

describe.skipIf(findFleetServices() === null)('fleet commands', () => {
  let fleet: Fleet
  let folder: string
  /** Environment of an administrator on a machine without processes of the fleet. */
  let environment: Record<string, string>
  beforeAll(async () => {
    folder = await createTemporaryFolder()
    fleet = await startFleet({ servers: 1, workers: 1 })
    environment = { ...fleet.settings, KAMAR_DATA_DIR: join(folder, 'own'), KAMAR_ROLE: 'server', PORT: '0' }
    const user = new FleetUser(fleet.servers.map(({ address }) => address))
    await user.signUp()
    await user.upload('kept.stl', createModel(7))
    await waitUntil(async () => (await user.files()).every(({ status }) => status === 'success'), waitOptions)
  })
  afterAll(async () => {
    await fleet?.dispose()
    await removeFolder(folder)
  })

  const wrong = async (change: Record<string, string>): Promise<string[]> =>
    (await examineDeployment({ ...environment, ...change }))
      .filter(({ state }) => state === 'wrong')
      .map(({ sentence: message, subject }) => `${subject}: ${message}`)

  it('check database and bucket with doctor and report faults in either', async () => {
    const findings = await examineDeployment(environment)
    expect(findings.filter(({ state }) => state === 'wrong')).toEqual([])
    expect(findings.find(({ subject }) => subject === 'files')?.sentence).toMatch(
      /^The bucket .* can be read and written/,
    )
    expect(findings.find(({ subject }) => subject === 'database')?.sentence).toMatch(/^PostgreSQL .* answers/)
    expect(await wrong({ KAMAR_S3_PREFIX: 'elsewhere' })).toEqual([
      expect.stringMatching(/^files: .* but somewhere else/),
    ])
    expect(await wrong({ KAMAR_S3_SECRET_ACCESS_KEY: 'another' })).toEqual([
      expect.stringMatching(/^files: The bucket .* cannot be reached/),
    ])
    expect(await wrong({ KAMAR_S3_BUCKET: 'nobodys' })).toEqual([expect.stringMatching(/^files: The bucket nobodys/)])
    const stores = await openObjectStores(fleet.objects, folder)
    for await (const { key } of stores.client.list('doctor/')) expect(key).toBeNull()
    stores.client.close()
  })

  it.each(['server', 'worker'])(
    'L02 refuse to start a %s when the files are not where the database expects them',
    async (role) => {
      const { DATABASE_URL = '', KAMAR_SECRET = '' } = fleet.settings
      const own = { KAMAR_ROLE: role, KAMAR_DATA_DIR: join(folder, `alone-${role}`), KAMAR_WORKERS: '1' }
      const server = startServerProcess({ DATABASE_URL, KAMAR_SECRET, ...own })
      expect(await server.ended).toBe(1)
      expect(server.output()).toBe('')
      expect(server.errors()).toMatch(
        /^The files of this database are not in the folder \/.* but somewhere else\. [^\n]*\n$/,
      )
    },
  )

  it('C04 restore a fleet to another database and bucket, and overwrite nothing', async () => {
    const backups = join(folder, 'backups')
    const backup = await backUp(environment, { folder: backups }, silent)
    expect(backup).toMatchObject({ absent: [] })
    const rehearsed = await restore(environment, { folder: backups, into: null }, silent)
    expect(rehearsed).toMatchObject({ rows: backup.rows, contents: backup.contents, absent: [], secret: 'environment' })
    const database = await makeDatabase()
    const there = {
      ...environment,
      DATABASE_URL: database.url,
      KAMAR_S3_PREFIX: `${fleet.objects.prefix}-restored`,
      KAMAR_DATA_DIR: join(folder, 'restored'),
    }
    const into = { folder: backups, into: there.KAMAR_DATA_DIR }
    await expect(restore({ ...there, KAMAR_S3_PREFIX: fleet.objects.prefix }, into, silent)).rejects.toThrow(
      /The bucket holds .* already, and nothing is overwritten/,
    )
    await expect(restore({ ...there, DATABASE_URL: fleet.databaseUrl }, into, silent)).rejects.toThrow(/is not empty/)
    expect(await restore(there, into, silent)).toMatchObject({ contents: backup.contents, absent: [] })
    await expect(restore(there, { ...into, into: join(folder, 'again') }, silent)).rejects.toThrow(/holds .* already/)
    // The fleet continues meanwhile, with the examples of a new deployment: only the moment of the backup counts.
    const report = await verify(there, silent)
    expect([isComplete(report), report.unknown]).toEqual([true, []])
    // A backup holds equal contents once.
    expect(report.whole.count).toBeGreaterThanOrEqual(backup.contents)
    const server = startServerProcess(there)
    const user = new FleetUser([await server.ready])
    await user.signIn()
    expect((await user.files()).map(({ status }) => status)).toEqual(['success'])
    server.process.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await database.drop()
  })

  it('verify the bucket and name missing or damaged files', async () => {
    const before = await verify(environment, silent)
    expect(isComplete(before)).toBe(true)
    const stores = await openObjectStores(fleet.objects, folder)
    const findFirstKey = async (prefix: string): Promise<string> => {
      for await (const { key } of stores.client.list(prefix)) return key
      return 'nothing'
    }
    const [blob, part] = [await findFirstKey('blobs/'), await findFirstKey('derivatives/')]
    await stores.client.remove(blob)
    await stores.client.put(part, Buffer.from('damaged'))
    const after = await verify(environment, silent)
    expect(isComplete(after)).toBe(false)
    expect(after.missing).toEqual([`blob ${blob.slice(-64)}`])
    expect(after.damaged).toEqual([expect.stringContaining(part.replace('derivatives/', ''))])
    stores.client.close()
  })
})
