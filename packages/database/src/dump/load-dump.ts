import { sql, type Kysely, type Transaction } from 'kysely'
import { executedMigrations } from '../migrate.js'
import type { Database } from '../tables/schema.js'
import type { DatabaseDump, DumpedTable } from './dump-database.js'
import { LineDigest, listTables, setPlainOutput, tableLines, type TableShape } from './table-lines.js'

/** Reason why a dump was rejected; the message is one sentence. */
export class DumpError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'DumpError'
  }
}

/** Returns the lines of a table as `dumpDatabase` wrote them, in chunks of any size. */
export type TableSource = (table: DumpedTable) => AsyncIterable<Uint8Array>

const rowsPerInsert = 1000
const insertCharacters = 4 << 20
/** Bounds the memory that a foreign dump can use; the largest value in our tables is an extension's code. */
const maxLineCharacters = 256 << 20

/**
 * Fills a database that has exactly the schema of the dump, in one transaction: all of it or nothing. Foreign keys are
 * dropped and recreated, which checks every one; then every table is read again and compared by count and hash. Throws
 * `DumpError`.
 */
export async function loadDump(database: Kysely<Database>, dump: DatabaseDump, source: TableSource): Promise<void> {
  const present = await executedMigrations(database)
  if (present.join() !== dump.migrations.join()) throw new DumpError('The schema is not the one of the backup.')
  await database.transaction().execute(async (transaction) => {
    await setPlainOutput(transaction)
    const tables = matchTables(await listTables(transaction), dump)
    const foreignKeys = await takeForeignKeysOff(transaction)
    for (const { shape } of tables)
      await sql`alter table ${sql.table(shape.name)} disable trigger user`.execute(transaction)
    for (const { shape, dumped } of tables) await fill(transaction, { shape, lines: splitLines(source(dumped)) })
    for (const { shape } of tables)
      await sql`alter table ${sql.table(shape.name)} enable trigger user`.execute(transaction)
    for (const table of tables) await compare(transaction, table)
    for (const key of foreignKeys) await putForeignKeyOn(transaction, key)
  })
}

interface MatchedTable {
  readonly shape: TableShape
  readonly dumped: DumpedTable
}

function matchTables(shapes: readonly TableShape[], dump: DatabaseDump): MatchedTable[] {
  if (shapes.length !== dump.tables.length) throw new DumpError('The tables are not those of the backup.')
  return dump.tables.map((dumped) => {
    const shape = shapes.find(({ name }) => name === dumped.name)
    const types = new Map(shape?.columns.map(({ name, type }) => [name, type]))
    const columns = dumped.columns.map((name) => ({ name, type: types.get(name) ?? '' }))
    if (shape === undefined || columns.length !== types.size || columns.some(({ type }) => type === ''))
      throw new DumpError(`The table ${dumped.name} is not the one of the backup.`)
    return { shape: { ...shape, columns }, dumped }
  })
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function takeForeignKeysOff(transaction: Transaction<Database>): Promise<ForeignKey[]> {
  const { rows } = await sql<ForeignKey>`
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where k.contype = 'f' and c.relnamespace = current_schema()::regnamespace`.execute(transaction)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(transaction)
  return rows
}

async function putForeignKeyOn(
  transaction: Transaction<Database>,
  { definition, name, table }: ForeignKey,
): Promise<void> {
  try {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
      transaction,
    )
  } catch (cause) {
    throw new DumpError(`Rows of the table ${table} point at rows that are not in the backup (${name}).`, { cause })
  }
}

async function fill(
  transaction: Transaction<Database>,
  { shape, lines }: { readonly shape: TableShape; readonly lines: AsyncIterable<string> },
): Promise<void> {
  // The migrations insert rows of their own into a few tables.
  await sql`delete from ${sql.table(shape.name)}`.execute(transaction)
  const columns = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(shape.columns.map(({ type }, index) => sql`(v->>${sql.lit(index)})::${sql.raw(type)}`))
  const insert = async (batch: readonly string[]): Promise<void> => {
    if (batch.length === 0) return
    const rows = `[${batch.join(',')}]`
    await sql`insert into ${sql.table(shape.name)} (${columns})
      select ${values} from json_array_elements(${rows}::json) v`.execute(transaction)
  }
  let batch: string[] = []
  let characters = 0
  for await (const line of lines) {
    batch.push(line)
    characters += line.length
    if (batch.length < rowsPerInsert && characters < insertCharacters) continue
    await insert(batch)
    batch = []
    characters = 0
  }
  await insert(batch)
}

async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLineCharacters) throw new DumpError('A row of the backup has no end.')
    yield* lines
  }
  if (rest !== '') throw new DumpError('The last row of a table is cut off.')
}

async function compare(transaction: Transaction<Database>, { dumped, shape }: MatchedTable): Promise<void> {
  const digest = new LineDigest()
  for await (const lines of tableLines(transaction, shape)) digest.add(lines)
  const { rows, sha256 } = digest.end()
  if (rows === dumped.rows && sha256 === dumped.sha256) return
  throw new DumpError(
    `The table ${dumped.name} came back with ${rows} rows in the place of ${dumped.rows}, or with other ones.`,
  )
}
