import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase } from '../open-database.js'
import { ChangeCounter } from './change-counter.js'

let open: OpenDatabase
beforeAll(async () => {
  open = await openDatabase({ folder: null, migrations: 'none' })
  await open.pool.query('create table thing (name text)')
})
afterAll(() => open.close())

const changesBy = async (work: () => Promise<unknown>): Promise<number> => {
  const before = open.changes?.() ?? Number.NaN
  await work().catch(() => undefined)
  return (open.changes?.() ?? Number.NaN) - before
}

it.each(['select 1', ' SELECT name from thing where name = $1'])('ChangeCounter ignores a read: %s', async (text) => {
  const values = text.includes('$1') ? ['a'] : []
  expect(await changesBy(() => open.pool.query(text, values))).toBe(0)
})

it.each([
  ["insert into thing values ('a')", []],
  ['insert into thing values ($1)', ['b']],
  ['update thing set name = $1', ['c']],
  ["with gone as (delete from thing returning name) select name from gone where name <> ''", []],
  ['with gone as (delete from thing returning name) select name from gone where name <> $1', ['']],
  ["select 1; insert into thing values ('d')", []],
  ['truncate thing', []],
  ['insert into nowhere values ($1)', ['e']],
])('ChangeCounter counts a statement that may write: %s', async (text, values) => {
  expect(await changesBy(() => open.pool.query(text, values))).toBeGreaterThan(0)
})

it('ChangeCounter counts the commit of a transaction', async () => {
  const client = await open.pool.connect()
  try {
    await client.query('begin')
    await client.query('insert into thing values ($1)', ['f'])
    expect(await changesBy(() => client.query('commit'))).toBeGreaterThan(0)
  } finally {
    client.release()
  }
})

it('ChangeCounter counts each use of a prepared statement', async () => {
  const add = { name: 'add', text: 'insert into thing values ($1)', values: ['g'] }
  await open.pool.query(add)
  expect(await changesBy(() => open.pool.query(add))).toBeGreaterThan(0)
})

it.each([[[0x51]], [[0x51, 0, 0, 0, 9, 0x73]], [[0x51, 0, 0, 0, 0]]])(
  'ChangeCounter counts an incomplete message as a change: %j',
  (bytes) => {
    const counter = new ChangeCounter()
    counter.note(Buffer.from(bytes))
    expect(counter.count).toBe(1)
  },
)
