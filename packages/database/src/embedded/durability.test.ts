import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom, temporaryFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killedWriter, sum } from '../../test-support/killed-writer.js'
import { openDatabase, type OpenDatabase } from '../index.js'

/** Every night there are more of them. */
const rounds = Number(process.env['KAMAR_TEST_KILLS'] ?? 1)

describe('embedded database', () => {
  it(
    `keeps every acknowledged commit over ${rounds} kills`,
    async () => {
      const seed = Date.now() % 100_000
      const random = seededRandom(seed)
      const folder = await temporaryFolder()
      const acknowledged: number[] = []
      for (let round = 0; round <= rounds; round++) {
        const first = round * 1_000_000
        const killAfter = round === rounds ? 1 : 1 + Math.floor(random() * 60)
        const { found, acknowledged: more } = await killedWriter({ folder, first, killAfter })
        const present = new Set(found.moves)
        expect(
          acknowledged.filter((n) => !present.has(n)),
          `seed ${seed}, round ${round}`,
        ).toEqual([])
        expect(found.balances, `seed ${seed}, round ${round}`).toEqual([
          sum(found.moves.map((n) => n % 7)),
          0 - sum(found.moves.map((n) => n % 7)),
        ])
        acknowledged.push(...more)
      }
      expect(acknowledged.length).toBeGreaterThan(rounds)
    },
    rounds * 60_000,
  )

  // One folder for three behaviours: every first start costs seconds.
  it('starts over after a first start that was cut short, refuses a second instance, keeps its rows', async () => {
    const folder = await temporaryFolder()
    mkdirSync(join(folder, 'cluster'), { recursive: true })
    writeFileSync(join(folder, 'cluster', 'PG_VERSION'), '18\n')
    const first = await openDatabase({ folder })
    expect(await first.database.selectFrom('account').selectAll().execute()).toEqual([])
    await first.database.insertInto('setting').values({ key: 'a', value: '1' }).execute()
    await expect(openDatabase({ folder })).rejects.toMatchObject({ reason: 'folder-in-use' })
    await Promise.all([first.close(), first.close()])
    expect(readdirSync(folder).toSorted()).toEqual(['cluster', 'initialised'])
    const second = await openDatabase({ folder })
    expect(await second.database.selectFrom('setting').select('value').execute()).toEqual([{ value: 1 }])
    rmSync(folder, { recursive: true, force: true })
    await expect(second.close()).resolves.toBeUndefined()
  }, 240_000)
})

describe('embedded database in memory', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await openDatabase({})
  })
  afterAll(() => opened.close())

  it('keeps the event loop of its owner free while a query runs', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    await opened.pool.query('select count(*) from generate_series(1, 3000000)')
    clearInterval(timer)
    expect(turns).toBeGreaterThan(10)
  })

  it('goes on after a connection broke in the middle of a transaction', async () => {
    const client = await opened.pool.connect()
    await client.query('begin')
    await client.query("insert into setting (key, value) values ('half', '1')")
    client.release(new Error('broken'))
    expect(await opened.database.selectFrom('setting').selectAll().execute()).toEqual([])
  })
})
