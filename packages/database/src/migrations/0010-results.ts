import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table version_result (
      file_version_id uuid not null references file_version (id) on delete cascade,
      number integer not null check (number >= 1),
      translation_id uuid not null references translation (id),
      asked_at timestamptz not null default now(),
      primary key (file_version_id, number),
      unique (file_version_id, translation_id)
    )`.execute(database)
  await sql`create index version_result_translation on version_result (translation_id)`.execute(database)
  await sql`
    insert into version_result (file_version_id, number, translation_id, asked_at)
    select id, 1, translation_id, created_at from file_version where translation_id is not null`.execute(database)
  await sql`alter table companion add column carried_from integer`.execute(database)
}

/** Every result of a version, and the companions inherited from the previous version. */
export const results: Migration = { up }
