import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table translation (
      id uuid primary key,
      blob_sha256 text not null references blob (sha256),
      writer_version text not null,
      options jsonb not null,
      options_hash text not null,
      format_id text not null,
      file_name text not null,
      source_bytes bigint not null,
      companions jsonb not null default '[]',
      account_id uuid references account (id) on delete set null,
      state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
      progress double precision not null default 0 check (progress >= 0 and progress <= 100),
      stage text,
      attempts integer not null default 0,
      maximum_attempts integer not null default 3,
      budget_left_milliseconds bigint not null,
      run_after timestamptz not null default now(),
      lease_worker text,
      lease_token bigint not null default 0,
      lease_until timestamptz,
      cancel_requested boolean not null default false,
      reader text,
      report jsonb,
      failure jsonb,
      manifest jsonb,
      manifest_revision integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      unique (blob_sha256, writer_version, options_hash),
      check (state <> 'running' or (lease_worker is not null and lease_until is not null)),
      check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
      check (state <> 'failed' or failure is not null)
    )`.execute(database)
  await sql`create index translation_queued on translation (run_after, id) where state = 'queued'`.execute(database)
  await sql`create index translation_running on translation (lease_until) where state = 'running'`.execute(database)
  await sql`create index translation_changed on translation (updated_at)`.execute(database)
  await sql`create index translation_account on translation (account_id, started_at)`.execute(database)
  await sql`
    create table derivative (
      translation_id uuid not null references translation (id) on delete cascade,
      path text not null,
      size_bytes bigint not null check (size_bytes >= 0),
      sha256 text not null,
      encoding text not null check (encoding in ('br', 'identity')),
      provisional boolean not null default false,
      created_at timestamptz not null default now(),
      primary key (translation_id, path)
    )`.execute(database)
}

/** Translations (one per content) and their output files. */
export const translations: Migration = { up }
