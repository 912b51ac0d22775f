import { type OpenDatabase, openDatabase } from '@kamar/database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Fleet, findFleetServices, startFleet } from './support/fleet.js'
import { FleetUser, createModel } from './support/fleet-user.js'

const waitOptions = { timeout: 120_000, interval: 20 }
const busySeconds = 30

describe.skipIf(findFleetServices() === null)('fleet of a server and two workers', () => {
  let fleet: Fleet
  let user: FleetUser
  let connection: OpenDatabase
  beforeAll(async () => {
    fleet = await startFleet({ servers: 1, workers: 2 })
    user = new FleetUser(fleet.servers.map(({ address }) => address))
    await user.signUp()
    connection = await openDatabase({ url: fleet.databaseUrl })
  })
  afterAll(async () => {
    await connection?.close()
    await fleet?.dispose()
  })

  const running = () =>
    connection.database
      .selectFrom('translation')
      .select(['id', 'lease_worker', 'attempts'])
      .where('state', '=', 'running')
      .executeTakeFirst()
  const findAttempts = async (id: string): Promise<unknown> =>
    connection.database.selectFrom('translation').select(['state', 'attempts']).where('id', '=', id).executeTakeFirst()
  const listPaths = async (id: string): Promise<readonly string[]> => {
    const rows = await connection.database
      .selectFrom('derivative')
      .select('path')
      .where('translation_id', '=', id)
      .orderBy('path')
      .execute()
    return rows.map(({ path }) => path)
  }

  it('B02 takes over from a worker frozen past its lease, whose later writes change nothing', async () => {
    const long = Array.from({ length: 2500 }, (_, number) => createModel(number)).join('')
    const file = await user.upload('frozen.stl', long)
    const claimed = await vi.waitFor(async () => {
      const row = await running()
      if (row?.lease_worker == null) throw new Error('nobody has it yet')
      return { id: row.id, pid: Number(row.lease_worker.split('/')[1]) }
    }, waitOptions)
    process.kill(claimed.pid, 'SIGSTOP')
    try {
      await vi.waitFor(
        async () => expect(await findAttempts(claimed.id)).toEqual({ state: 'succeeded', attempts: 2 }),
        waitOptions,
      )
    } finally {
      process.kill(claimed.pid, 'SIGCONT')
    }
    const paths = await listPaths(claimed.id)
    // The paused worker resumes in the middle of its job; both continue with the next ones.
    const more = ['next-1.stl', 'next-2.stl', 'next-3.stl']
    for (const [number, name] of more.entries()) await user.upload(name, createModel(9000 + number))
    await vi.waitFor(async () => {
      const states = (await user.files()).map(({ status }) => status)
      expect(states).toEqual(['success', ...more.map(() => 'success')])
    }, waitOptions)
    expect(await findAttempts(claimed.id)).toEqual({ state: 'succeeded', attempts: 2 })
    expect(await listPaths(claimed.id)).toEqual(paths)
    expect((await user.files()).map(({ id }) => id)).toContain(file.id)
  })

  it(`B16 waits for a queue that is locked for ${busySeconds} seconds, and runs everything in it once`, async () => {
    const client = new pg.Client({ connectionString: fleet.databaseUrl })
    await client.connect()
    await client.query('begin')
    await client.query('lock table translation in access exclusive mode')
    const names = ['busy-1.stl', 'busy-2.stl', 'busy-3.stl']
    const uploading = Promise.all(names.map((name, index) => user.upload(name, createModel(100 + index))))
    await new Promise((resolve) => setTimeout(resolve, busySeconds * 1000))
    await client.query('rollback')
    await client.end()
    const urns = (await uploading).map(({ id }) => id)
    await vi.waitFor(async () => {
      const files = (await user.files()).filter(({ id }) => urns.includes(id))
      expect(files.map(({ status }) => status)).toEqual(['success', 'success', 'success'])
    }, waitOptions)
    expect((await user.files()).filter(({ description }) => names.includes(description))).toHaveLength(3)
    const rows = await connection.database
      .selectFrom('translation')
      .select('attempts')
      .where('state', '=', 'succeeded')
      .orderBy('created_at', 'desc')
      .limit(3)
      .execute()
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 1, 1])
  })
})
