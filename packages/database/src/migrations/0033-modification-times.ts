import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table file_version add column modified_at timestamptz`.execute(database)
}

/** Time of the last change of an uploaded file on its device, by which an interrupted upload is continued. */
export const modificationTimes: Migration = { up }
