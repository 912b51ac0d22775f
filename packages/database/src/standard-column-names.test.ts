import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateToLatest, newId, openDatabase, type OpenDatabase } from './index.js'
import { migrations } from './migrations/index.js'

type Row = Readonly<Record<string, string | number>>

interface RenamedColumn {
  readonly table: string
  readonly previous: string
  readonly current: string
  /** Columns that a row of the table needs besides the renamed ones. */
  readonly row: () => Row
  /** Makes two different values, as PostgreSQL prints them. */
  readonly values: () => readonly [string, string]
}

const makeMail = (): Row => ({ id: newId(), template: 'welcome', recipient: 'a@example.org' })
const renamedColumns = [
  {
    table: 'derivative_design',
    previous: 'told_percent',
    current: 'notified_percent',
    row: () => ({ id: newId(), application_id: newId(), urn: 'urn', name: 'bridge', region: 'US' }),
    values: () => ['20', '40'],
  },
  {
    table: 'outbox_mail',
    previous: 'once_key',
    current: 'idempotency_key',
    row: makeMail,
    values: () => [newId(), newId()],
  },
  {
    table: 'outbox_mail',
    previous: 'problem',
    current: 'last_error',
    row: makeMail,
    values: () => ['refused', 'too late'],
  },
  {
    table: 'webhook_delivery',
    previous: 'problem',
    current: 'last_error',
    row: () => ({ id: newId(), webhook_id: newId(), body: '{}' }),
    values: () => ['refused', 'too late'],
  },
  {
    table: 'version_result',
    previous: 'asked_at',
    current: 'requested_at',
    row: () => ({ file_version_id: newId(), number: 1, translation_id: newId() }),
    values: () => ['2026-01-02 03:04:05+00', '2026-01-02 03:04:06+00'],
  },
  {
    table: 'companion',
    previous: 'carried_from',
    current: 'inherited_from',
    row: () => ({ file_version_id: newId(), name: 'bridge.mtl', blob_sha256: 'aa', size_bytes: 1 }),
    values: () => ['1', '2'],
  },
  {
    table: 'model_set_member',
    previous: 'stance',
    current: 'display',
    row: () => ({ set_id: newId(), position: 0, file_id: newId(), seen_version: 1 }),
    values: () => ['{"hidden": true}', '{"hidden": false}'],
  },
] as const satisfies readonly RenamedColumn[]

const names = Object.keys(migrations)
const lastPrevious = names.indexOf('0024-standard-column-names')

describe('names of columns while servers of the previous version still run', () => {
  let connection: OpenDatabase
  const existing = new Map<RenamedColumn, { readonly key: Row; readonly value: string }>()

  beforeAll(async () => {
    connection = await openDatabase({ migrations: names.slice(0, lastPrevious) })
    await dropForeignKeys()
    for (const column of renamedColumns) {
      const [value] = column.values()
      existing.set(column, { key: await insert(column, { [column.previous]: value }), value })
    }
    await sql`insert into spent_token values ('before', now())`.execute(connection.database)
    await migrateToLatest(connection.database)
    await sql`set timezone to 'UTC'`.execute(connection.database)
  })
  afterAll(() => connection.close())

  async function dropForeignKeys(): Promise<void> {
    const { rows } = await sql<{ table: string; name: string }>`
      select conrelid::regclass::text as table, conname as name from pg_constraint
      where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(connection.database)
    for (const { table, name } of rows)
      await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(connection.database)
  }

  async function insert({ table, row }: RenamedColumn, more: Row): Promise<Row> {
    const key = row()
    const all: Row = { ...key, ...more }
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((column) => sql.id(column)))})
      values (${sql.join(Object.values(all))})`.execute(connection.database)
    return key
  }

  const matching = (key: Row) =>
    sql.join(
      Object.entries(key).map(([column, value]) => sql`${sql.id(column)} = ${value}`),
      sql` and `,
    )

  async function readBoth({ table, previous, current }: RenamedColumn, key: Row) {
    const { rows } = await sql<{ previous: string | null; current: string | null }>`
      select ${sql.id(previous)}::text as previous, ${sql.id(current)}::text as current
      from ${sql.table(table)} where ${matching(key)}`.execute(connection.database)
    return rows
  }

  describe.each(renamedColumns)('$current of $table, previously $previous', (column) => {
    const { table, previous, current, values } = column
    const both = (value: string | undefined) => [{ previous: value, current: value }]

    it('holds the value of a row written before the migration', async () => {
      const { key, value } = existing.get(column) ?? {}
      expect(await readBoth(column, key ?? {})).toEqual(both(value))
    })

    it.each([
      ['the previous version', previous],
      ['this version', current],
    ])('holds what %s inserts and updates under both names', async (_version, name) => {
      const [inserted, updated] = values()
      const key = await insert(column, { [name]: inserted })
      expect(await readBoth(column, key)).toEqual(both(inserted))
      await sql`update ${sql.table(table)} set ${sql.id(name)} = ${updated} where ${matching(key)}`.execute(
        connection.database,
      )
      expect(await readBoth(column, key)).toEqual(both(updated))
    })
  })

  it('defaults are the same under both names', async () => {
    const percent = await readBoth(renamedColumns[0], await insert(renamedColumns[0], {}))
    expect(percent).toEqual([{ previous: '0', current: '0' }])
    const [time] = await readBoth(renamedColumns[4], await insert(renamedColumns[4], {}))
    expect(time?.previous).toMatch(/^2/)
    expect(time?.previous).toBe(time?.current)
  })

  it.each(['once_key', 'idempotency_key'])('a second email with the same %s is not created', async (name) => {
    const queue = (id: string) => sql`insert into outbox_mail (id, template, recipient, ${sql.id(name)})
      values (${id}, 'welcome', 'a@example.org', 'weekly') on conflict (${sql.id(name)}) do nothing`
    const results = [
      await queue(newId()).execute(connection.database),
      await queue(newId()).execute(connection.database),
    ]
    expect(results.map(({ numAffectedRows }) => numAffectedRows)).toEqual([name === 'once_key' ? 1n : 0n, 0n])
  })

  it('the previous version reads, adds and deletes revoked tokens by the previous name of the table', async () => {
    const { database } = connection
    await database.insertInto('revoked_token').values({ token_hash: 'current', expires_at: new Date() }).execute()
    await sql`insert into spent_token (token_hash, expires_at) values ('previous', now())`.execute(database)
    await sql`delete from spent_token where token_hash = 'before'`.execute(database)
    const { rows } = await sql`select token_hash from spent_token order by token_hash`.execute(database)
    expect(rows).toEqual([{ token_hash: 'current' }, { token_hash: 'previous' }])
    expect(await database.selectFrom('revoked_token').select('token_hash').execute()).toHaveLength(2)
    await expect(sql`insert into spent_token values ('current', now())`.execute(database)).rejects.toThrow(/duplicate/)
  })
})
