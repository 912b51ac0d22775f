import type { Kysely } from 'kysely'
import { executedMigrations } from '../migrate.js'
import type { Database } from '../tables/schema.js'
import { LineDigest, listTables, setPlainOutput, type TableDigest, tableLines } from './table-lines.js'

/** Table of a dump. */
export interface DumpedTable extends TableDigest {
  readonly name: string
  /** Column names, in the order of the values of a line. */
  readonly columns: readonly string[]
}

/** Contents of a dump, without the rows themselves. */
export interface DatabaseDump {
  /** Executed migrations in order: loading the dump requires a schema of exactly these. */
  readonly migrations: readonly string[]
  readonly tables: readonly DumpedTable[]
}

/** Receives the lines of one table, in chunks of UTF-8 with line ends. */
export type TableSink = (table: string, lines: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Dumps a consistent snapshot of the whole database while other sessions write (transaction of level `repeatable
 * read`). The embedded database has one session: others wait meanwhile.
 */
export function dumpDatabase(database: Kysely<Database>, sink: TableSink): Promise<DatabaseDump> {
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (transaction) => {
      await setPlainOutput(transaction)
      const migrations = await executedMigrations(transaction)
      const tables: DumpedTable[] = []
      for (const table of await listTables(transaction)) {
        const digest = new LineDigest()
        await sink(table.name, encoded(tableLines(transaction, table), digest))
        tables.push({ name: table.name, columns: table.columns.map(({ name }) => name), ...digest.end() })
      }
      return { migrations, tables }
    })
}

async function* encoded(pages: AsyncIterable<readonly string[]>, digest: LineDigest): AsyncGenerator<Uint8Array, void> {
  for await (const lines of pages) {
    digest.add(lines)
    yield Buffer.from(`${lines.join('\n')}\n`)
  }
}
