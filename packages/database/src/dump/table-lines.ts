import { createHash, type Hash } from 'node:crypto'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '../tables/schema.js'

/** Shape of a table for a dump. */
export interface TableShape {
  readonly name: string
  /** In table order, each with its SQL type. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  /** Primary key columns; all columns when there is no primary key. */
  readonly key: readonly string[]
}

/** Row count and hash of a table, over its lines in key order. */
export interface TableDigest {
  readonly rows: number
  /** SHA-256 of all lines. */
  readonly sha256: string
}

const rowsPerFetch = 1000
/** Kysely's own tables: the migrations write them. */
const bookkeeping = ['kysely_migration', 'kysely_migration_lock']

/** Lists every table of the schema, by name. */
export async function listTables(database: Kysely<Database>): Promise<TableShape[]> {
  const { rows } = await sql<{ name: string; column: string; type: string; inKey: boolean }>`
    select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
      coalesce(a.attnum = any(i.indkey), false) as "inKey"
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> all(${bookkeeping}::text[])
    order by c.relname collate "C", a.attnum`.execute(database)
  const tables = new Map<string, { columns: { name: string; type: string }[]; key: string[] }>()
  for (const { name, column, type, inKey } of rows) {
    const table = tables.get(name) ?? { columns: [], key: [] }
    table.columns.push({ name: column, type })
    if (inKey) table.key.push(column)
    tables.set(name, table)
  }
  return [...tables].map(([name, { columns, key }]) => ({
    name,
    columns,
    key: key.length > 0 ? key : columns.map((column) => column.name),
  }))
}

/** Makes the text output of values independent of session settings, for the caller's transaction. */
export async function setPlainOutput(transaction: Kysely<Database>): Promise<void> {
  await sql`set local timezone to 'UTC'`.execute(transaction)
  await sql`set local datestyle to 'ISO, YMD'`.execute(transaction)
  await sql`set local bytea_output to 'hex'`.execute(transaction)
  await sql`set local extra_float_digits to 1`.execute(transaction)
}

const asText = (name: string): RawBuilder<unknown> => sql`${sql.ref(name)}::text`

/**
 * Yields the rows of a table as lines: a JSON array of every value as PostgreSQL's own text, or null. Text, because it
 * is the one form in which every type round-trips exactly. Reads through a cursor inside the caller's transaction.
 */
export async function* tableLines(
  transaction: Kysely<Database>,
  table: TableShape,
): AsyncGenerator<readonly string[], void> {
  const values = sql.join(table.columns.map(({ name }) => asText(name)))
  const order = sql.join(table.key.map((name) => sql`${asText(name)} collate "C"`))
  await sql`declare dump_rows no scroll cursor for
    select json_build_array(${values})::text as line from ${sql.table(table.name)} order by ${order}`.execute(
    transaction,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(rowsPerFetch)} from dump_rows`.execute(transaction)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < rowsPerFetch) break
  }
  await sql`close dump_rows`.execute(transaction)
}

/** Computes the digest of lines incrementally. */
export class LineDigest {
  readonly #hash: Hash = createHash('sha256')
  #rows = 0

  add(lines: readonly string[]): void {
    for (const line of lines) this.#hash.update(line).update('\n')
    this.#rows += lines.length
  }

  /** Returns the digest; nothing can be added afterwards. */
  end(): TableDigest {
    return { rows: this.#rows, sha256: this.#hash.digest('hex') }
  }
}
