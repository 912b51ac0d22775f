import { sql, type Kysely, type Migration } from 'kysely'

async function createApplications(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table application (
      id uuid primary key,
      client_id text not null unique,
      owner_id uuid not null references account (id) on delete cascade,
      name text not null,
      secret_hash text not null,
      secret_version integer not null default 1,
      scopes jsonb not null,
      created_at timestamptz not null default now(),
      secret_made_at timestamptz not null default now(),
      last_used_at timestamptz,
      revoked_at timestamptz
    )`.execute(database)
  await sql`create index application_owner on application (owner_id)`.execute(database)
  await sql`
    create table signing_key (
      kid text primary key,
      public_key jsonb not null,
      sealed_private_key text not null,
      created_at timestamptz not null default now()
    )`.execute(database)
}

async function createObjects(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_bucket (
      id uuid primary key,
      application_id uuid not null references application (id) on delete cascade,
      bucket_key text collate "C" not null,
      policy text not null check (policy in ('transient', 'temporary', 'persistent')),
      region text not null,
      created_at timestamptz not null default now(),
      unique (application_id, bucket_key)
    )`.execute(database)
  await sql`
    create table storage_object (
      id uuid primary key,
      bucket_id uuid not null references storage_bucket (id) on delete cascade,
      object_key text collate "C" not null,
      blob_sha256 text not null references blob (sha256),
      size_bytes bigint not null check (size_bytes >= 0),
      sha1 text not null,
      content_type text not null,
      metadata text,
      created_at timestamptz not null,
      modified_at timestamptz not null,
      last_accessed_at timestamptz not null,
      expires_at timestamptz,
      unique (bucket_id, object_key)
    )`.execute(database)
  await sql`create index storage_object_blob on storage_object (blob_sha256)`.execute(database)
  await sql`create index storage_object_expiry on storage_object (expires_at) where expires_at is not null`.execute(
    database,
  )
}

async function createTransfers(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table object_upload (
      upload_key text primary key,
      bucket_id uuid not null references storage_bucket (id) on delete cascade,
      object_key text not null,
      expires_at timestamptz not null,
      completed_at timestamptz
    )`.execute(database)
  await sql`create index object_upload_bucket on object_upload (bucket_id)`.execute(database)
  await sql`create index object_upload_expiry on object_upload (expires_at)`.execute(database)
  await sql`
    create table object_upload_part (
      upload_key text not null references object_upload (upload_key) on delete cascade,
      number integer not null check (number >= 1),
      blob_sha256 text not null references blob (sha256),
      size_bytes bigint not null check (size_bytes >= 0),
      sha1 text not null,
      primary key (upload_key, number)
    )`.execute(database)
  await sql`create index object_upload_part_blob on object_upload_part (blob_sha256)`.execute(database)
  await sql`
    create table signed_resource (
      hash text primary key,
      bucket_id uuid not null references storage_bucket (id) on delete cascade,
      object_key text not null,
      access text not null check (access in ('read', 'write', 'readwrite')),
      single_use boolean not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(database)
  await sql`create index signed_resource_bucket on signed_resource (bucket_id)`.execute(database)
  await sql`create index signed_resource_expiry on signed_resource (expires_at)`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createApplications(database)
  await createObjects(database)
  await createTransfers(database)
}

/** Client applications of the APS protocol, their token signing keys, their buckets and objects. */
export const clientApplications: Migration = { up }
