import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { compiledModule } from '@kamar/contracts'
import { seededRandom, temporaryFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../index.js'

/** Every night there are more of them. */
const rounds = Number(process.env['KAMAR_TEST_KILLS'] ?? 2)
const compiledIndex = compiledModule(import.meta.url, '../index.js').href

/**
 * A process that moves amounts between two accounts and logs every acknowledged move, eight at a time. It says first
 * what it found.
 */
const writer = `
  import { openDatabase } from '${compiledIndex}'
  const [folder, first] = process.argv.slice(2)
  const { pool } = await openDatabase({ folder })
  await pool.query('create table if not exists move (n int primary key, filling text)')
  await pool.query('create table if not exists balance (id int primary key, amount int not null)')
  await pool.query('insert into balance values (1, 0), (2, 0) on conflict do nothing')
  const moves = (await pool.query('select n from move order by n')).rows.map((row) => row.n)
  const balances = (await pool.query('select amount from balance order by id')).rows.map((row) => row.amount)
  process.stdout.write(JSON.stringify({ moves, balances }) + '\\n')
  let next = Number(first)
  async function work() {
    for (;;) {
      const n = next++
      const client = await pool.connect()
      await client.query('begin')
      await client.query('insert into move values ($1, $2)', [n, 'x'.repeat((n * 37) % 3000)])
      await client.query('update balance set amount = amount + $1 where id = 1', [n % 7])
      await client.query('update balance set amount = amount - $1 where id = 2', [n % 7])
      await client.query('commit')
      process.stdout.write(n + '\\n')
      if (n % 40 === 0) await client.query('checkpoint')
      client.release()
    }
  }
  await Promise.all(Array.from({ length: 8 }, work))
`

interface Found {
  readonly moves: readonly number[]
  readonly balances: readonly [number, number]
}

/** Runs the writer until it has acknowledged `killAfter` moves, kills it, and answers what it found and acknowledged. */
async function runWriter(
  folder: string,
  first: number,
  killAfter: number,
): Promise<{ found: Found; acknowledged: number[] }> {
  const program = join(folder, 'writer.mjs')
  writeFileSync(program, writer)
  const child = spawn(process.execPath, [program, join(folder, 'database'), String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const acknowledged: number[] = []
  let found: Found | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (found === undefined) found = JSON.parse(line) as Found
    else acknowledged.push(Number(line))
    if (acknowledged.length === killAfter) child.kill('SIGKILL')
  }
  await closed
  if (found === undefined) throw new Error('the writer did not start')
  return { found, acknowledged }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

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
        const { found, acknowledged: more } = await runWriter(folder, first, killAfter)
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
