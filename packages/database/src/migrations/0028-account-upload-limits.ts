import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column upload_limit_bytes bigint check (upload_limit_bytes > 0)`.execute(database)
}

/** Upload limit of an account that differs from the deployment's. */
export const accountUploadLimits: Migration = { up }
