import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { migrations } from '../migrations/index.js'
import { openDatabase } from '../open-database.js'

it('in-memory database starts with every table and no rows of earlier databases', async () => {
  const first = await openDatabase({ folder: null })
  await sql`create table left_behind (id integer)`.execute(first.database)
  await first.database
    .insertInto('blob')
    .values({ sha256: 'a'.repeat(64), size_bytes: 1 })
    .execute()
  await first.close()
  const second = await openDatabase({ folder: null })
  const done = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(second.database)
  const left = await sql<{ found: unknown }>`select to_regclass('left_behind') as found`.execute(second.database)
  expect(done.rows.map(({ name }) => name)).toEqual(Object.keys(migrations))
  expect(left.rows).toEqual([{ found: null }])
  expect(await second.database.selectFrom('blob').selectAll().execute()).toEqual([])
  await second.close()
})
