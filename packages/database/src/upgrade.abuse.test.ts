import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appendAuditEvent,
  DatabaseOpenError,
  migrateToLatest,
  newId,
  openDatabase,
  type OpenDatabase,
  verifyAuditChain,
} from './index.js'
import { migrations } from './migrations/index.js'

const names = Object.keys(migrations)
/** First migration that the older version lacks: from here on the test fills in rows that it checks later. */
const firstMissing = names.indexOf('0020-approved-addresses')

describe('database upgrade', () => {
  let connection: OpenDatabase
  beforeAll(async () => {
    connection = await openDatabase({ migrations: names.slice(0, firstMissing) })
  })
  afterAll(() => connection.close())

  /** Reads every row of every table, with the columns of the older version. */
  const readAllRows = async (): Promise<Record<string, unknown[]>> => {
    const tables = (await connection.database.introspection.getTables()).map(({ name }) => name)
    const read = async (name: string) =>
      (await sql`select * from ${sql.table(name)}`.execute(connection.database)).rows as unknown[]
    return Object.fromEntries(await Promise.all(tables.map(async (name) => [name, await read(name)] as const)))
  }

  it('L08 migrates an older schema and keeps every existing row', async () => {
    const { database } = connection
    const id = newId()
    await database.insertInto('account').values({ id, email: 'a@example.org', name: 'Անի', quota_bytes: 1 }).execute()
    await database.insertInto('setting').values({ key: 'k', value: '[1]' }).execute()
    for (const action of ['file.upload', 'file.rename'] as const)
      await database
        .transaction()
        .execute((transaction) => appendAuditEvent(transaction, { actor: id, action, subject: id }))
    const before = await readAllRows()
    await migrateToLatest(database)
    const after = await readAllRows()
    expect(before['account']).toMatchObject([{ id }])
    for (const [table, rows] of Object.entries(before))
      for (const row of rows) expect(after[table], table).toContainEqual(expect.objectContaining(row))
    // With existing users, sign-in works as before.
    expect(after['setting']).toContainEqual(expect.objectContaining({ key: 'accounts.require-approval', value: false }))
    expect(await verifyAuditChain(database)).toEqual({ whole: true, events: 2 })
  })

  it('C06 refuses a newer schema and gives the reason', async () => {
    await migrateToLatest(connection.database, { ...migrations, '9999-later': { up: () => Promise.resolve() } })
    const refused = migrateToLatest(connection.database)
    await expect(refused).rejects.toBeInstanceOf(DatabaseOpenError)
    await expect(refused).rejects.toMatchObject({ reason: 'schema-newer' })
    await expect(refused).rejects.toThrow(/^The database was written by a newer version of Kamar.*9999-later.*\.$/)
    await sql`delete from kysely_migration where name = '9999-later'`.execute(connection.database)
    await expect(migrateToLatest(connection.database)).resolves.toBeUndefined()
  })
})
