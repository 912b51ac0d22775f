import { sql, type Kysely, type Migration } from 'kysely'

async function createProjects(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table project (
      id uuid primary key,
      name text not null,
      owner_id uuid not null references account (id),
      personal boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`create unique index project_personal on project (owner_id) where personal`.execute(database)
  await sql`create index project_owner on project (owner_id)`.execute(database)
  await sql`
    create table membership (
      project_id uuid not null references project (id) on delete cascade,
      account_id uuid not null references account (id) on delete cascade,
      role text not null check (role in ('owner', 'editor', 'commenter', 'viewer')),
      created_at timestamptz not null default now(),
      primary key (project_id, account_id)
    )`.execute(database)
  await sql`create index membership_account on membership (account_id)`.execute(database)
}

async function createFiles(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table file (
      id uuid primary key,
      project_id uuid not null references project (id),
      description text not null,
      current_version_id uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      deleted_at timestamptz
    )`.execute(database)
  await sql`create index file_project on file (project_id, updated_at desc)`.execute(database)
  await sql`
    create table file_version (
      id uuid primary key,
      file_id uuid not null references file (id) on delete cascade,
      number integer not null check (number >= 1),
      urn text not null unique,
      blob_sha256 text not null references blob (sha256),
      size_bytes bigint not null check (size_bytes >= 0),
      extension text not null,
      detected_format text,
      translation_id uuid references translation (id),
      uploaded_by uuid references account (id) on delete set null,
      upload_id text unique,
      note text not null default '',
      created_at timestamptz not null default now(),
      unique (file_id, number)
    )`.execute(database)
  await sql`create index file_version_blob on file_version (blob_sha256)`.execute(database)
  await sql`create index file_version_translation on file_version (translation_id)`.execute(database)
  await sql`
    alter table file add constraint file_current_version
      foreign key (current_version_id) references file_version (id) deferrable initially deferred`.execute(database)
  await sql`
    create table companion (
      file_version_id uuid not null references file_version (id) on delete cascade,
      name text not null,
      blob_sha256 text not null references blob (sha256),
      size_bytes bigint not null check (size_bytes >= 0),
      created_at timestamptz not null default now(),
      primary key (file_version_id, name)
    )`.execute(database)
  await sql`create unique index companion_name on companion (file_version_id, lower(name))`.execute(database)
  await sql`create index companion_blob on companion (blob_sha256)`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createProjects(database)
  await createFiles(database)
}

/** Projects, files, versions and the data of a version. */
export const files: Migration = { up }
