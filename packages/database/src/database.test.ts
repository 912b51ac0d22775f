import type { AuditAction } from '@kamar/contracts'
import pg from 'pg'
import { sql, type Kysely } from 'kysely'
import { createTemporaryFolder, removeFolder } from '@kamar/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  appendAuditEvent,
  type Database,
  fileNameKeys,
  newId,
  type OpenDatabase,
  openDatabase,
  verifyAuditChain,
} from './index.js'

/** Adapter under test by the shared suite. */
interface Adapter {
  readonly name: string
  readonly kind: OpenDatabase['kind']
  /** Creates an empty database; `discard` is called after it is closed. */
  create(): Promise<{ open: () => Promise<OpenDatabase>; discard: () => Promise<void> }>
}

const serverUrl = process.env['KAMAR_TEST_DATABASE_URL']

async function createServerDatabase() {
  const name = `kamar_test_${newId().replaceAll('-', '')}`
  const admin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: serverUrl })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await admin(`create database ${name}`)
  const url = new URL(serverUrl ?? '')
  url.pathname = `/${name}`
  return { open: () => openDatabase({ url: url.href }), discard: () => admin(`drop database ${name}`) }
}

async function createFolderDatabase() {
  const folder = await createTemporaryFolder()
  return { open: () => openDatabase({ folder }), discard: () => removeFolder(folder) }
}

const adapters: readonly Adapter[] = serverUrl
  ? [{ name: 'PostgreSQL server', kind: 'server', create: createServerDatabase }]
  : [
      {
        name: 'embedded, in memory',
        kind: 'memory',
        create: () => Promise.resolve({ open: () => openDatabase({}), discard: () => Promise.resolve() }),
      },
      { name: 'embedded, on disk', kind: 'embedded', create: createFolderDatabase },
    ]
if (!serverUrl)
  process.stdout.write('database: the suite of the server adapter is skipped, `npm run test:fleet` runs it\n')

const sha256 = (digit: string): string => digit.repeat(64)

async function insertAccount(database: Kysely<Database>, email: string): Promise<string> {
  const id = newId()
  await database
    .insertInto('account')
    .values({ id, email, name: 'Ani', quota_bytes: 100 * 1024 ** 3 })
    .execute()
  return id
}

async function insertFile(database: Kysely<Database>, owner: string, content: string) {
  const ids = { project: newId(), file: newId(), version: newId() }
  await database.transaction().execute(async (transaction) => {
    await transaction
      .insertInto('blob')
      .values({ sha256: content, size_bytes: 12 })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await transaction.insertInto('project').values({ id: ids.project, name: 'Personal', owner_id: owner }).execute()
    await transaction
      .insertInto('file')
      .values({
        id: ids.file,
        project_id: ids.project,
        description: 'a.ifc',
        ...fileNameKeys('a.ifc'),
        current_version_id: ids.version,
      })
      .execute()
    await transaction
      .insertInto('file_version')
      .values({
        id: ids.version,
        file_id: ids.file,
        number: 1,
        urn: newId(),
        blob_sha256: content,
        size_bytes: 12,
        extension: '.ifc',
        uploaded_by: owner,
      })
      .execute()
  })
  return ids
}

describe.each(adapters)('C11 database: $name', (adapter) => {
  let connection: OpenDatabase
  let database: Kysely<Database>
  let discard: () => Promise<void>

  beforeAll(async () => {
    const adapterDatabase = await adapter.create()
    discard = adapterDatabase.discard
    connection = await adapterDatabase.open()
    database = connection.database
  })
  afterAll(async () => {
    await connection.close()
    await discard()
  })

  it('reports its kind', () => {
    expect(connection.kind).toBe(adapter.kind)
  })

  it('reads sizes as numbers, times as dates and JSON as values', async () => {
    await database
      .insertInto('blob')
      .values({ sha256: sha256('a'), size_bytes: 5_000_000_000 })
      .execute()
    await database
      .insertInto('setting')
      .values({ key: 'list', value: JSON.stringify([1, 'two', { three: 3 }]) })
      .execute()
    const blob = await database
      .selectFrom('blob')
      .selectAll()
      .where('sha256', '=', sha256('a'))
      .executeTakeFirstOrThrow()
    const setting = await database.selectFrom('setting').selectAll().executeTakeFirstOrThrow()
    expect(blob.size_bytes).toBe(5_000_000_000)
    expect(blob.stored_at).toBeInstanceOf(Date)
    expect(setting.value).toEqual([1, 'two', { three: 3 }])
  })

  it('keeps email addresses unique regardless of case', async () => {
    await insertAccount(database, 'ani@example.org')
    await expect(insertAccount(database, 'ANI@example.org')).rejects.toMatchObject({ code: '23505' })
  })

  it('refuses to delete a referenced blob', async () => {
    const owner = await insertAccount(database, 'blobs@example.org')
    await insertFile(database, owner, sha256('b'))
    const remove = database.deleteFrom('blob').where('sha256', '=', sha256('b')).execute()
    await expect(remove).rejects.toMatchObject({ code: '23503' })
  })

  it('rejects an invalid content address', async () => {
    const insert = database.insertInto('blob').values({ sha256: '../etc', size_bytes: 1 }).execute()
    await expect(insert).rejects.toMatchObject({ code: '23514' })
  })

  it('allows a file and its first version to refer to each other within one transaction', async () => {
    const owner = await insertAccount(database, 'files@example.org')
    const ids = await insertFile(database, owner, sha256('c'))
    const file = await database.selectFrom('file').selectAll().where('id', '=', ids.file).executeTakeFirstOrThrow()
    expect(file.current_version_id).toBe(ids.version)
    const lost = database.updateTable('file').set({ current_version_id: newId() }).where('id', '=', ids.file).execute()
    await expect(lost).rejects.toMatchObject({ code: '23503' })
  })

  it('rolls a failed transaction back and goes on working', async () => {
    const failing = database.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('blob')
        .values({ sha256: sha256('d'), size_bytes: 1 })
        .execute()
      await sql`select 1/0`.execute(transaction)
    })
    await expect(failing).rejects.toMatchObject({ code: '22012' })
    const rows = await database.selectFrom('blob').selectAll().where('sha256', '=', sha256('d')).execute()
    expect(rows).toEqual([])
  })

  it('loses none of many concurrent updates', async () => {
    const id = await insertAccount(database, 'counter@example.org')
    const addOne = (): Promise<void> =>
      database.transaction().execute(async (transaction) => {
        const row = await transaction
          .selectFrom('account')
          .select('used_bytes')
          .where('id', '=', id)
          .forUpdate()
          .executeTakeFirstOrThrow()
        await transaction
          .updateTable('account')
          .set({ used_bytes: row.used_bytes + 1 })
          .where('id', '=', id)
          .execute()
      })
    await Promise.all(Array.from({ length: 60 }, addOne))
    const row = await database.selectFrom('account').select('used_bytes').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.used_bytes).toBe(60)
  })

  it('stores large values and returns many rows', async () => {
    const text = 'é'.repeat(1_500_000)
    await database
      .insertInto('setting')
      .values({ key: 'large', value: JSON.stringify(text) })
      .execute()
    const row = await database
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'large')
      .executeTakeFirstOrThrow()
    expect(row.value).toBe(text)
    const { rows } = await sql<{ n: number }>`select n from generate_series(1, 20000) n`.execute(database)
    expect(rows).toHaveLength(20_000)
  })

  it('rejects a translation state without the columns that it requires', async () => {
    await database
      .insertInto('blob')
      .values({ sha256: sha256('e'), size_bytes: 1 })
      .execute()
    const insert = (values: { state: 'running' | 'failed' }): Promise<unknown> =>
      database
        .insertInto('translation')
        .values({
          id: newId(),
          blob_sha256: sha256('e'),
          writer_version: '1',
          options: '{}',
          options_hash: newId(),
          format_id: 'ifc',
          file_name: 'model.ifc',
          source_bytes: 1,
          budget_left_milliseconds: 1,
          ...values,
        })
        .execute()
    await expect(insert({ state: 'running' })).rejects.toMatchObject({ code: '23514' })
    await expect(insert({ state: 'failed' })).rejects.toMatchObject({ code: '23514' })
  })

  it('chains audit events and rejects changes to them', async () => {
    const append = (action: AuditAction): Promise<void> =>
      database.transaction().execute((transaction) =>
        appendAuditEvent(transaction, {
          actor: null,
          action,
          subject: 'x',
          details: { b: 1, a: [{ z: 1, y: null }] },
        }),
      )
    await Promise.all((['file.upload', 'file.open', 'file.rename', 'file.bin'] as const).map(append))
    expect(await verifyAuditChain(database)).toEqual({ whole: true, events: 4 })
    await expect(database.updateTable('audit_event').set({ action: 'else' }).execute()).rejects.toMatchObject({
      code: '42501',
    })
    await expect(database.deleteFrom('audit_event').execute()).rejects.toMatchObject({ code: '42501' })
  })

  it('counts for the rate limiter through the connection pool', async () => {
    const text =
      'insert into rate_limit (key, points, expire) values ($1, 1, $2) on conflict (key) do update set points = rate_limit.points + 1 returning points, expire'
    const query = { name: 'count', text, values: ['k', 1_900_000_000_000] }
    await connection.pool.query(query)
    const { rows } = await connection.pool.query(query)
    expect(rows).toEqual([{ points: 2, expire: 1_900_000_000_000 }])
  })
})
