import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table derivative_design add column selections jsonb not null default '[]'`.execute(database)
}

/** Outputs of selected objects, which applications request in addition to those of complete models. */
export const chosenObjects: Migration = { up }
