import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table unfinished_upload (
      identity text primary key,
      account_id uuid not null references account (id) on delete cascade,
      payer_id uuid not null references account (id) on delete cascade,
      size_bytes bigint not null check (size_bytes >= 0),
      begun_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index unfinished_upload_account on unfinished_upload (account_id)`.execute(database)
  await sql`create index unfinished_upload_payer on unfinished_upload (payer_id)`.execute(database)
}

/** Space that incomplete uploads have reserved in a plan and on disk. */
export const unfinishedUploads: Migration = { up }
