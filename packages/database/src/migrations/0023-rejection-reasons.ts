import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column rejection_reason text`.execute(database)
}

/** Reason why an administrator rejected an account, shown to the user at sign-in. */
export const rejectionReasons: Migration = { up }
