import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table download (
      secret_hash text primary key,
      account_id uuid not null references account (id) on delete cascade,
      file_ids uuid[] not null,
      folder_ids uuid[] not null,
      expires_at timestamptz not null
    )`.execute(database)
  await sql`create index download_expiry on download (expires_at)`.execute(database)
}

/** Addresses of archives, each valid once. */
export const downloads: Migration = { up }
