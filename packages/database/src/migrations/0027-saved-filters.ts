import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_filter (
      id uuid primary key,
      owner_id uuid references account (id) on delete cascade,
      project_id uuid references project (id) on delete cascade,
      created_by uuid references account (id) on delete set null,
      name text not null,
      rule jsonb not null,
      color integer not null check (color between 0 and 16777215),
      created_at timestamptz not null default now(),
      check ((owner_id is null) <> (project_id is null))
    )`.execute(database)
  await sql`create index saved_filter_owner on saved_filter (owner_id) where owner_id is not null`.execute(database)
  await sql`create index saved_filter_project on saved_filter (project_id) where project_id is not null`.execute(
    database,
  )
  await sql`create index saved_filter_author on saved_filter (created_by) where created_by is not null`.execute(
    database,
  )
}

/** Filters of elements that accounts save, and share with a project. */
export const savedFilters: Migration = { up }
