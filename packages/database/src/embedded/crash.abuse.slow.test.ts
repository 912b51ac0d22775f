import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { compiledModule } from '@kamar/core'
import { createTemporaryFolder, removeFolder, seededRandom } from '@kamar/test-kit'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killedWriter, sum } from '../../test-support/killed-writer.js'
import { openDatabase, type OpenDatabase } from '../index.js'

let folder: string
beforeAll(async () => {
  folder = await createTemporaryFolder()
})
afterAll(() => removeFolder(folder))

/** Copies an open cluster as a crash would leave it: its own process is idle, and the lock file remains. */
function copyCluster(from: string, name: string): string {
  const to = join(folder, name)
  cpSync(from, to, { recursive: true, filter: (path) => basename(path) !== 'lock' })
  return to
}

describe('embedded database killed under load', () => {
  const random = seededRandom(20_260_101)
  const acknowledged: number[] = []

  it.each(Array.from({ length: 100 }, (_, round) => round))(
    'C01 keeps every acknowledged write, round %i',
    async (round) => {
      const killAfter = 1 + Math.floor(random() * 40)
      const writerResult = await killedWriter({ folder: join(folder, 'killed'), first: round * 1_000_000, killAfter })
      const present = new Set(writerResult.state.moves)
      expect(acknowledged.filter((move) => !present.has(move))).toEqual([])
      const total = sum(writerResult.state.moves.map((move) => move % 7))
      expect(writerResult.state.balances).toEqual([total, 0 - total])
      acknowledged.push(...writerResult.acknowledged)
    },
  )
})

describe('torn write-ahead log', () => {
  interface Row {
    readonly n: number
    /** End of the log once the row was acknowledged. */
    readonly end: number
  }
  const cuts = 64
  const pageBytes = 8192
  const rowCount = 200
  let base: string
  let rows: Row[]
  let first: number
  let last: number
  let segment: { name: string; start: number }

  const toNumber = (lsn: string): number => {
    const [high = '', low = ''] = lsn.split('/')
    return Number.parseInt(high, 16) * 2 ** 32 + Number.parseInt(low, 16)
  }
  const endOfLog = async ({ pool }: OpenDatabase): Promise<number> =>
    toNumber((await pool.query<{ lsn: string }>('select pg_current_wal_flush_lsn() as lsn')).rows[0]?.lsn ?? '')

  beforeAll(async () => {
    const original = join(folder, 'torn')
    const open = await openDatabase({ folder: original, migrations: 'none' })
    await open.pool.query('create table torn (n int primary key, filling text)')
    await open.pool.query('checkpoint')
    await open.pool.query("insert into torn values (0, '')")
    first = await endOfLog(open)
    rows = []
    for (let n = 1; n <= rowCount; n++) {
      await open.pool.query('insert into torn values ($1, $2)', [n, 'x'.repeat((n * 37) % 900)])
      rows.push({ n, end: await endOfLog(open) })
    }
    last = await endOfLog(open)
    const { rows: names } = await open.pool.query<{ name: string; offset: number }>(
      'select file_name as name, file_offset as offset from pg_walfile_name_offset(pg_current_wal_flush_lsn())',
    )
    segment = { name: names[0]?.name ?? '', start: last - (names[0]?.offset ?? 0) }
    base = copyCluster(original, 'torn-base')
    await open.close()
  })

  it('C02 has one segment that contains all writes', () => {
    expect(first).toBeGreaterThan(segment.start)
    expect(last - first).toBeGreaterThan(cuts * 100)
  })

  it.each(Array.from({ length: cuts }, (_, cut) => cut))(
    'C02 opens with every write acknowledged before cut %i',
    async (cut) => {
      const end = Math.round(first + ((last - first) * cut) / (cuts - 1))
      const torn = copyCluster(base, `torn-${cut}`)
      const path = join(torn, 'cluster', 'pg_wal', segment.name)
      const isShort = cut % 2 === 0
      if (isShort) truncateSync(path, end - segment.start)
      else writeFileSync(path, readFileSync(path).fill(0, end - segment.start))
      const open = await openDatabase({ folder: torn, migrations: 'none' })
      const numbers = (await open.pool.query<{ n: number }>('select n from torn order by n')).rows.map(({ n }) => n)
      expect(numbers).toEqual(numbers.map((_, index) => index))
      // The log is read in complete pages: when a file ends within one, which no crash causes, that page is lost too.
      const readable = isShort ? end - ((end - segment.start) % pageBytes) : end
      const promised = rows.filter((row) => row.end <= readable).map(({ n }) => n)
      expect(numbers.slice(1, promised.length + 1)).toEqual(promised)
      await open.pool.query("insert into torn values (1000000, 'goes on')")
      await open.close()
      rmSync(torn, { recursive: true })
    },
  )
})

describe('killed migration', () => {
  const positions = 20
  const compiledIndex = compiledModule(import.meta.url, '../index.js').href
  /** Migrates a folder and exits right after this many statements; reports the total when it is never reached. */
  const program = `
    import pg from '${import.meta.resolve('pg')}'
    import { openDatabase } from '${compiledIndex}'
    const [folder, last] = process.argv.slice(2)
    const query = pg.Client.prototype.query
    let count = 0
    pg.Client.prototype.query = function (...given) {
      const answer = query.apply(this, given)
      const seen = () => { if (++count === Number(last)) process.kill(process.pid, 'SIGKILL') }
      if (typeof answer?.then === 'function') return answer.then((result) => { seen(); return result })
      return answer
    }
    const open = await openDatabase({ folder })
    await open.close()
    process.stdout.write(String(count))
  `
  let base: string
  let statements: number
  let schema: unknown

  async function migrate(at: string, dieAfter: number): Promise<string> {
    const file = join(folder, 'migrate.mjs')
    writeFileSync(file, program)
    const child = spawn(process.execPath, [file, at, String(dieAfter)], { stdio: ['ignore', 'pipe', 'inherit'] })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
    return signal ?? `${code} ${output}`
  }
  const readSchema = async ({ database }: OpenDatabase): Promise<unknown> => {
    const { rows } = await sql`
      select table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
        where table_schema = 'public'
      union all select tablename, indexname, indexdef, '', '' from pg_indexes where schemaname = 'public'
      union all select name, '', '', '', '' from kysely_migration order by 1, 2, 3`.execute(database)
    return rows
  }

  beforeAll(async () => {
    const empty = await openDatabase({ folder: join(folder, 'unmigrated'), migrations: 'none' })
    await empty.close()
    base = copyCluster(join(folder, 'unmigrated'), 'unmigrated-base')
    const migratedCopy = copyCluster(base, 'migrated')
    const output = await migrate(migratedCopy, -1)
    statements = Number(/^0 (\d+)$/.exec(output)?.[1])
    const open = await openDatabase({ folder: migratedCopy })
    schema = await readSchema(open)
    await open.close()
  })

  it('C05 executes more than 60 statements', () => {
    expect(statements).toBeGreaterThan(60)
    expect((schema as unknown[]).length).toBeGreaterThan(300)
  })

  it.each(Array.from({ length: positions }, (_, position) => position))(
    'C05 completes when it is run again, kill %i',
    async (position) => {
      const at = copyCluster(base, `killed-migration-${position}`)
      const dieAfter = 1 + Math.floor(((statements - 2) * position) / (positions - 1))
      expect(await migrate(at, dieAfter)).toBe('SIGKILL')
      const open = await openDatabase({ folder: at })
      expect(await readSchema(open)).toEqual(schema)
      await open.close()
      rmSync(at, { recursive: true })
    },
  )
})
