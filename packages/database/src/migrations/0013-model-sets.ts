import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table model_set (
      id uuid primary key,
      project_id uuid not null references project (id) on delete cascade,
      name text not null,
      revision integer not null default 1,
      created_by uuid references account (id) on delete set null,
      created_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index model_set_project on model_set (project_id)`.execute(database)
  await sql`
    create table model_set_member (
      set_id uuid not null references model_set (id) on delete cascade,
      position integer not null check (position >= 0),
      file_id uuid not null references file (id) on delete cascade,
      fixed_version_id uuid references file_version (id) on delete set null,
      seen_version integer not null,
      stance jsonb not null,
      primary key (set_id, position),
      unique (set_id, file_id)
    )`.execute(database)
  await sql`create index model_set_member_file on model_set_member (file_id)`.execute(database)
}

/** Model sets: the files, their versions and their placements. */
export const modelSets: Migration = { up }
