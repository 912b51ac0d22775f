import { sql, type Kysely, type Migration } from 'kysely'

async function createSecondFactors(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factor (
      account_id uuid primary key references account (id) on delete cascade,
      sealed_secret text not null,
      last_step bigint not null default 0,
      confirmed_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table recovery_code (
      id uuid primary key,
      account_id uuid not null references account (id) on delete cascade,
      code_hash text not null,
      used_at timestamptz
    )`.execute(database)
  await sql`create index recovery_code_account on recovery_code (account_id)`.execute(database)
}

async function createLinks(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table one_time_link (
      code_hash text primary key,
      purpose text not null check (purpose in ('verify-email', 'reset-password', 'invitation')),
      account_id uuid not null references account (id) on delete cascade,
      binding text not null,
      expires_at timestamptz not null,
      used_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index one_time_link_account on one_time_link (account_id)`.execute(database)
  await sql`create index one_time_link_expiry on one_time_link (expires_at)`.execute(database)
  await sql`
    create table spent_token (
      token_hash text primary key,
      expires_at timestamptz not null
    )`.execute(database)
}

async function createOutbox(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table outbox_mail (
      id uuid primary key,
      template text not null,
      recipient text not null,
      account_id uuid references account (id) on delete cascade,
      data jsonb not null default '{}',
      once_key text unique,
      state text not null default 'queued' check (state in ('queued', 'sent', 'kept', 'failed')),
      subject text,
      body_text text,
      body_html text,
      attempts integer not null default 0,
      run_after timestamptz not null default now(),
      lease_until timestamptz,
      problem text,
      created_at timestamptz not null default now(),
      sent_at timestamptz,
      check ((state = 'sent') = (sent_at is not null))
    )`.execute(database)
  await sql`create index outbox_mail_due on outbox_mail (run_after, id) where state = 'queued'`.execute(database)
  await sql`create index outbox_mail_account on outbox_mail (account_id)`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column email_verified_at timestamptz,
      add column must_verify_email boolean not null default false`.execute(database)
  await createSecondFactors(database)
  await createLinks(database)
  await createOutbox(database)
}

/** Verified emails, second factors, one-time links, and the outbox of emails. */
export const signIn: Migration = { up }
