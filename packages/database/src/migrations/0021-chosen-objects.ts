import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table derivative_design add column selections jsonb not null default '[]'`.execute(database)
}

/** Outputs of chosen objects, which applications ask for beside those of whole models. */
export const chosenObjects: Migration = { up }
