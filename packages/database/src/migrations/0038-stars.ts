import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table star (
      account_id uuid not null references account (id) on delete cascade,
      file_id uuid references file (id) on delete cascade,
      folder_id uuid references folder (id) on delete cascade,
      created_at timestamptz not null default now(),
      check (num_nonnulls(file_id, folder_id) = 1)
    )`.execute(database)
  await sql`create unique index star_file on star (account_id, file_id)`.execute(database)
  await sql`create unique index star_folder on star (account_id, folder_id)`.execute(database)
  await sql`
    create table recent_file (
      account_id uuid not null references account (id) on delete cascade,
      file_id uuid not null references file (id) on delete cascade,
      opened_at timestamptz not null default now(),
      primary key (account_id, file_id)
    )`.execute(database)
  await sql`create index recent_file_opening on recent_file (account_id, opened_at)`.execute(database)
  await sql`create index recent_file_file on recent_file (file_id)`.execute(database)
}

/** Files and folders that accounts mark, and files that they opened last. */
export const stars: Migration = { up }
