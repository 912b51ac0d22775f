import { Kysely, type Migration, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest, openDatabase, type OpenDatabase } from './index.js'
import type { Database } from './schema.js'
import { migrations } from './migrations/index.js'

describe('migrations', () => {
  let opened: OpenDatabase
  beforeAll(async () => {
    opened = await openDatabase({})
  })
  afterAll(() => opened.close())

  const columnsOf = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${table}`.execute(opened.database)
    return rows.map((row) => row.name)
  }

  it('do nothing the second time', async () => {
    const asked: string[] = []
    const watched = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: opened.pool }),
      log: ({ query }) => void asked.push(query.sql),
    })
    await migrateToLatest(watched)
    expect(asked).toHaveLength(2)
    expect(asked.join()).not.toMatch(/create|insert|lock/)
  })

  it('are numbered without gaps', () => {
    const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('leave nothing behind when one is cut short, and complete when run again', async () => {
    const addColumn = (database: Kysely<unknown>) => sql`alter table setting add column note text`.execute(database)
    const broken: Migration = {
      up: async (database) => {
        await addColumn(database)
        await sql`select 1/0`.execute(database)
      },
    }
    const working: Migration = { up: async (database) => void (await addColumn(database)) }
    const refused = migrateToLatest(opened.database, { ...migrations, '9000-note': broken })
    await expect(refused).rejects.toMatchObject({ reason: 'migration-failed' })
    await expect(refused).rejects.toThrow(/9000-note/)
    expect(await columnsOf('setting')).not.toContain('note')
    await migrateToLatest(opened.database, { ...migrations, '9000-note': working })
    expect(await columnsOf('setting')).toContain('note')
  })
})
