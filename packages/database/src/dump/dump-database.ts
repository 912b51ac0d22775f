import type { Kysely } from 'kysely'
import { executedMigrations } from '../migrate.js'
import type { Database } from '../schema.js'
import { LineDigest, listTables, setPlainOutput, type TableDigest, tableLines } from './table-lines.js'

/** A table of a dump. */
export interface DumpedTable extends TableDigest {
  readonly name: string
  /** Names of the columns, in the order of the values of a line. */
  readonly columns: readonly string[]
}

/** What a dump consists of, without the rows themselves. */
export interface DatabaseDump {
  /** Migrations that had been made, in their order: a dump is read into a schema of just these. */
  readonly migrations: readonly string[]
  readonly tables: readonly DumpedTable[]
}

/** Takes the lines of one table, in pieces of UTF-8 with line ends. */
export type TableSink = (table: string, lines: AsyncIterable<Uint8Array>) => Promise<void>

/**
 * Writes the whole database out as it is at one moment, beside whoever goes on writing (transaction of level `repeatable
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
