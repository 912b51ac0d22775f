import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const compiledIndex = new URL('../dist/index.js', import.meta.url).href

/**
 * Source of a process that moves amounts between two accounts and logs every acknowledged move, eight at a time. It
 * first reports the existing state.
 */
const writer = `
  import { openDatabase } from '${compiledIndex}'
  const [folder, first] = process.argv.slice(2)
  const { pool } = await openDatabase({ folder, migrations: 'none' })
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

/** State at the start of a writer: every move, and the balances of the accounts. */
interface WriterState {
  readonly moves: readonly number[]
  readonly balances: readonly [number, number]
}

/** Parameters of a writer's run. */
interface WriterRun {
  readonly folder: string
  /** Number of its first move. */
  readonly first: number
  /** Acknowledged moves after which it is killed. */
  readonly killAfter: number
}

interface WriterResult {
  readonly state: WriterState
  readonly acknowledged: number[]
}

/**
 * Runs the writer until it has acknowledged `killAfter` moves, kills it, and returns the state it found and the moves
 * it acknowledged.
 */
export async function killedWriter({ first, folder, killAfter }: WriterRun): Promise<WriterResult> {
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'writer.mjs')
  writeFileSync(program, writer)
  const child = spawn(process.execPath, [program, join(folder, 'database'), String(first)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  const acknowledged: number[] = []
  let state: WriterState | undefined
  for await (const line of createInterface({ input: child.stdout })) {
    if (state === undefined) state = JSON.parse(line) as WriterState
    else acknowledged.push(Number(line))
    if (acknowledged.length === killAfter) child.kill('SIGKILL')
  }
  await closed
  if (state === undefined) throw new Error('the writer did not start')
  return { state, acknowledged }
}

/** Returns the total of the numbers. */
export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)
