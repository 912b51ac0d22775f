import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom, temporaryFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killedWriter, sum } from '../../test-support/killed-writer.js'
import { openDatabase, type OpenDatabase } from '../index.js'

/** The nightly run uses more. */
const iterations = Number(process.env['KAMAR_TEST_KILLS'] ?? 1)

describe('embedded database', () => {
  it(
    `keeps every acknowledged commit over ${iterations} kills`,
    async () => {
      const seed = Date.now() % 100_000
      const random = seededRandom(seed)
      const folder = await temporaryFolder()
      const acknowledged: number[] = []
      for (let round = 0; round <= iterations; round++) {
        const first = round * 1_000_000
        const killAfter = round === iterations ? 1 : 1 + Math.floor(random() * 60)
        const { state, acknowledged: more } = await killedWriter({ folder, first, killAfter })
        const present = new Set(state.moves)
        expect(
          acknowledged.filter((n) => !present.has(n)),
          `seed ${seed}, round ${round}`,
        ).toEqual([])
        expect(state.balances, `seed ${seed}, round ${round}`).toEqual([
          sum(state.moves.map((n) => n % 7)),
          0 - sum(state.moves.map((n) => n % 7)),
        ])
        acknowledged.push(...more)
      }
      expect(acknowledged.length).toBeGreaterThan(iterations)
    },
    iterations * 60_000,
  )

  // One folder for three behaviours, because every first start costs seconds.
  it('recovers from an interrupted first start, rejects a second instance and keeps its rows', async () => {
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
  let connection: OpenDatabase
  beforeAll(async () => {
    connection = await openDatabase({})
  })
  afterAll(() => connection.close())

  it('does not block the event loop during a query', async () => {
    let ticks = 0
    const timer = setInterval(() => ticks++, 5)
    await connection.pool.query('select count(*) from generate_series(1, 3000000)')
    clearInterval(timer)
    expect(ticks).toBeGreaterThan(10)
  })

  it('keeps working after a connection broke within a transaction', async () => {
    const client = await connection.pool.connect()
    await client.query('begin')
    await client.query("insert into setting (key, value) values ('half', '1')")
    client.release(new Error('broken'))
    expect(await connection.database.selectFrom('setting').selectAll().execute()).toEqual([])
  })
})
