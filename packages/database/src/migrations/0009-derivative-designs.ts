import { sql, type Kysely, type Migration } from 'kysely'

async function createDesigns(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table derivative_design (
      id uuid primary key,
      application_id uuid not null references application (id) on delete cascade,
      urn text collate "C" not null,
      name text not null,
      region text not null,
      outputs jsonb not null default '[]',
      design_references jsonb not null default '[]',
      workflow text,
      workflow_attribute jsonb,
      translation_id uuid references translation (id),
      state text not null default 'new' check (state in ('new', 'inprogress', 'success', 'failed', 'timeout')),
      told_percent integer not null default 0,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (application_id, urn),
      check ((state = 'new') = (translation_id is null))
    )`.execute(database)
  await sql`create index derivative_design_translation on derivative_design (translation_id)`.execute(database)
  await sql`create index derivative_design_underway on derivative_design (updated_at) where state = 'inprogress'`.execute(
    database,
  )
}

async function createWebhooks(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      id uuid primary key,
      application_id uuid not null references application (id) on delete cascade,
      event text not null,
      callback_url text not null,
      workflow text not null,
      region text not null,
      attribute jsonb,
      filter text,
      tenant text,
      sealed_token text,
      payload_only boolean not null default false,
      auto_reactivate boolean not null default false,
      status text not null default 'active' check (status in ('active', 'inactive', 'reactivated')),
      expires_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (application_id, event, workflow, callback_url)
    )`.execute(database)
  await sql`
    create table webhook_token (
      application_id uuid primary key references application (id) on delete cascade,
      sealed_token text not null,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table webhook_delivery (
      id uuid primary key,
      webhook_id uuid not null references webhook (id) on delete cascade,
      body text not null,
      state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
      attempts integer not null default 0,
      run_after timestamptz not null default now(),
      lease_until timestamptz,
      problem text,
      created_at timestamptz not null default now(),
      finished_at timestamptz
    )`.execute(database)
  await sql`create index webhook_delivery_queued on webhook_delivery (run_after, id) where state = 'queued'`.execute(
    database,
  )
  await sql`create index webhook_delivery_webhook on webhook_delivery (webhook_id)`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createDesigns(database)
  await createWebhooks(database)
}

/** Designs translated through the APS protocol, and webhooks. */
export const derivativeDesigns: Migration = { up }
