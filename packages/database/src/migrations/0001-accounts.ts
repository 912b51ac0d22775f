import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table blob (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      size_bytes bigint not null check (size_bytes >= 0),
      stored_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table account (
      id uuid primary key,
      email text not null,
      username text,
      name text not null,
      position text not null default '',
      password_hash text,
      role text not null default 'user' check (role in ('user', 'admin')),
      status text not null default 'approved' check (status in ('pending', 'approved', 'rejected')),
      locale text not null default 'en',
      preferences jsonb not null default '{}',
      quota_bytes bigint not null check (quota_bytes >= 0),
      used_bytes bigint not null default 0 check (used_bytes >= 0),
      avatar_blob text references blob (sha256),
      must_change_password boolean not null default false,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    )`.execute(database)
  await sql`create unique index account_email on account (lower(email))`.execute(database)
  await sql`create unique index account_username on account (lower(username))`.execute(database)
  await sql`
    create table identity (
      provider text not null,
      subject text not null,
      account_id uuid not null references account (id) on delete cascade,
      created_at timestamptz not null default now(),
      primary key (provider, subject)
    )`.execute(database)
  await sql`create index identity_account on identity (account_id)`.execute(database)
  await sql`
    create table refresh_session (
      id uuid primary key,
      family_id uuid not null,
      account_id uuid not null references account (id) on delete cascade,
      token_hash text not null unique,
      remember boolean not null default false,
      user_agent text not null default '',
      created_at timestamptz not null default now(),
      last_seen_at timestamptz not null default now(),
      expires_at timestamptz not null,
      rotated_at timestamptz,
      revoked_at timestamptz
    )`.execute(database)
  await sql`create index refresh_session_family on refresh_session (family_id)`.execute(database)
  await sql`create index refresh_session_account on refresh_session (account_id)`.execute(database)
  await sql`create index refresh_session_expiry on refresh_session (expires_at)`.execute(database)
}

/** Accounts, their sign-in data, and the blobs that all other tables refer to. */
export const accounts: Migration = { up }
