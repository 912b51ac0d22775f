import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appendAuditEvent,
  type DatabaseDump,
  dumpDatabase,
  DumpError,
  inspectDatabase,
  loadDump,
  newId,
  openDatabase,
  type OpenDatabase,
  verifyAuditChain,
} from '../index.js'

/** Dump stored in memory. */
class MemoryDump {
  readonly tables = new Map<string, Uint8Array>()
  dump: DatabaseDump = { migrations: [], tables: [] }

  static async of({ database }: OpenDatabase): Promise<MemoryDump> {
    const sourceDump = new MemoryDump()
    sourceDump.dump = await dumpDatabase(database, async (table, lines) => {
      const chunks: Uint8Array[] = []
      for await (const chunk of lines) chunks.push(chunk)
      sourceDump.tables.set(table, Buffer.concat(chunks))
    })
    return sourceDump
  }

  /** In small chunks, so that characters and lines are split. */
  async *read(table: string): AsyncGenerator<Uint8Array> {
    const bytes = this.tables.get(table) ?? new Uint8Array()
    for (let start = 0; start < bytes.length; start += 1021) yield bytes.subarray(start, start + 1021)
  }
}

let source: OpenDatabase
let target: OpenDatabase
let sourceDump: MemoryDump
const id = newId()

async function fillSource(): Promise<void> {
  const { database } = source
  await database
    .insertInto('account')
    .values({
      id,
      email: 'անի@example.org',
      name: 'Անի "quoted" \\ back\nslash\t☃',
      quota_bytes: 5_000_000_000,
      preferences: '{"a": null}',
    })
    .execute()
  for (const value of ['null', '[1, 2.50, "é"]', '"text"', '1e400'])
    await database.insertInto('setting').values({ key: newId(), value }).execute()
  await database
    .insertInto('service_request')
    .values(
      Array.from({ length: 2500 }, (_, index) => ({
        id: newId(),
        kind: 'contact' as const,
        account_id: index % 2 ? id : null,
        name: `n${index}`,
        email: 'a@b.c',
      })),
    )
    .execute()
  await sql`update account set created_at = '2024-02-29 23:59:59.123456+04'`.execute(database)
  for (const action of ['file.upload', 'file.rename'] as const)
    await database
      .transaction()
      .execute((transaction) => appendAuditEvent(transaction, { actor: id, action, subject: id }))
}

beforeAll(async () => {
  source = await openDatabase({})
  target = await openDatabase({})
  await fillSource()
  sourceDump = await MemoryDump.of(source)
})
afterAll(async () => {
  await source.close()
  await target.close()
})

const load = (dump = sourceDump.dump, read = (name: string) => sourceDump.read(name)): Promise<void> =>
  loadDump(target.database, dump, ({ name }) => read(name))

describe('database dump', () => {
  it('counts the rows of every table', async () => {
    const rows = Object.fromEntries(sourceDump.dump.tables.map((table) => [table.name, table.rows]))
    expect(rows).toMatchObject({
      account: 1,
      setting: 4,
      service_request: 2500,
      audit_event: 2,
      audit_head: 1,
      topic: 0,
    })
    expect(Object.keys(rows)).not.toContain('kysely_migration')
  })

  it('is rejected as a whole when a row is missing, changed or refers to a missing row', async () => {
    const text = (name: string): string => Buffer.from(sourceDump.tables.get(name) ?? []).toString()
    const instead = (name: string, changed: string) => (table: string) =>
      table === name ? one(Buffer.from(changed)) : sourceDump.read(table)
    const requests = text('service_request')
    await expect(
      load(sourceDump.dump, instead('service_request', requests.slice(requests.indexOf('\n') + 1))),
    ).rejects.toThrow(/2499 rows/)
    await expect(load(sourceDump.dump, instead('service_request', requests.replace('n17"', 'n18"')))).rejects.toThrow(
      DumpError,
    )
    await expect(load(sourceDump.dump, instead('service_request', requests.slice(0, -5)))).rejects.toThrow(/cut off/)
    const without = instead('account', '')
    const dump = {
      ...sourceDump.dump,
      tables: sourceDump.dump.tables.map((table) =>
        table.name === 'account' ? { ...table, rows: 0, sha256: emptyHash } : table,
      ),
    }
    await expect(load(dump, without)).rejects.toThrow(/point at rows that are not in the backup/)
    expect(await target.database.selectFrom('service_request').select('id').execute()).toEqual([])
  })

  it('is rejected by another schema', async () => {
    const older = { ...sourceDump.dump, migrations: sourceDump.dump.migrations.slice(0, -1) }
    await expect(load(older)).rejects.toThrow('The schema is not the one of the backup.')
    const fewer = { ...sourceDump.dump, tables: sourceDump.dump.tables.slice(1) }
    await expect(load(fewer)).rejects.toThrow(/not those of the backup/)
  })

  it('restores every value and an intact audit chain', async () => {
    await load()
    expect((await MemoryDump.of(target)).dump).toEqual(sourceDump.dump)
    expect(await verifyAuditChain(target.database)).toEqual({ whole: true, events: 2 })
    const account = await target.database
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(account).toMatchObject({
      name: 'Անի "quoted" \\ back\nslash\t☃',
      quota_bytes: 5_000_000_000,
      preferences: { a: null },
    })
    const isNull = sql<boolean>`value is null`
    expect(await target.database.selectFrom('setting').select('key').where(isNull).execute()).toEqual([])
  })
})

describe('openDatabase', () => {
  it('migrates only as far as requested and rejects an unknown migration', async () => {
    const half = sourceDump.dump.migrations.slice(0, 9)
    const cases = [
      ['none', { schema: 'empty', lastMigration: null }],
      [half, { schema: 'older', lastMigration: half[8] }],
    ] as const
    for (const [migrations, info] of cases) {
      const { close, database } = await openDatabase({ migrations })
      expect(await inspectDatabase(database)).toMatchObject({ ...info, isolation: 'read committed' })
      await close()
    }
    const newer = openDatabase({ migrations: [...sourceDump.dump.migrations, '9999-later'] })
    await expect(newer).rejects.toMatchObject({ reason: 'schema-newer' })
  })
})

const emptyHash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
