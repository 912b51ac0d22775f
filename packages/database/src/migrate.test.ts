import { Kysely, type Migration, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest, openDatabase, type OpenDatabase } from './index.js'
import type { Database } from './tables/schema.js'
import { migrations } from './migrations/index.js'

describe('migrations', () => {
  let connection: OpenDatabase
  beforeAll(async () => {
    connection = await openDatabase({})
  })
  afterAll(() => connection.close())

  const listColumns = async (table: string): Promise<string[]> => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_name = ${table}`.execute(
      connection.database,
    )
    return rows.map((row) => row.name)
  }

  it('change nothing when they are run again', async () => {
    const queries: string[] = []
    const watched = new Kysely<Database>({
      dialect: new PostgresDialect({ pool: connection.pool }),
      log: ({ query }) => void queries.push(query.sql),
    })
    await migrateToLatest(watched)
    expect(queries).toHaveLength(2)
    expect(queries.join()).not.toMatch(/create|insert|lock/)
  })

  it('are numbered without gaps', () => {
    const numbers = Object.keys(migrations).map((name) => Number(name.slice(0, 4)))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
  })

  it('leave no changes after a failure and complete when they are run again', async () => {
    const addColumn = (database: Kysely<unknown>) => sql`alter table setting add column note text`.execute(database)
    const broken: Migration = {
      up: async (database) => {
        await addColumn(database)
        await sql`select 1/0`.execute(database)
      },
    }
    const working: Migration = { up: async (database) => void (await addColumn(database)) }
    const refused = migrateToLatest(connection.database, { ...migrations, '9000-note': broken })
    await expect(refused).rejects.toMatchObject({ reason: 'migration-failed' })
    await expect(refused).rejects.toThrow(/9000-note/)
    expect(await listColumns('setting')).not.toContain('note')
    await migrateToLatest(connection.database, { ...migrations, '9000-note': working })
    expect(await listColumns('setting')).toContain('note')
  })
})
