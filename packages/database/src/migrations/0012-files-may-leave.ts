import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table project add column files_may_leave boolean not null default false`.execute(database)
}

/** Whether a project allows its files to be sent to Autodesk's cloud. */
export const mayLeave: Migration = { up }
