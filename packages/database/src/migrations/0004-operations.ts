import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table setting (
      key text primary key,
      value jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table audit_event (
      sequence bigint primary key check (sequence >= 1),
      time timestamptz not null,
      actor text,
      action text not null,
      subject text not null,
      details jsonb not null,
      previous_hash text not null,
      hash text not null unique
    )`.execute(database)
  await sql`
    create function audit_event_is_append_only() returns trigger language plpgsql as
    $$ begin raise exception 'audit_event is append-only' using errcode = 'insufficient_privilege'; end $$`.execute(
    database,
  )
  await sql`
    create trigger audit_event_append_only before update or delete or truncate on audit_event
      for each statement execute function audit_event_is_append_only()`.execute(database)
  await sql`
    create table rate_limit (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(database)
  await sql`create index rate_limit_expiry on rate_limit (expire)`.execute(database)
}

/** Operational data of the deployment: settings, the audit log, rate limit counters. */
export const operations: Migration = { up }
