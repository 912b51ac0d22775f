import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table viewer_extension (
      id uuid primary key,
      identifier text not null unique,
      name text not null,
      version text not null,
      publisher text not null,
      description text not null default '',
      permissions jsonb not null,
      manifest_url text not null,
      integrity text not null,
      code text not null,
      enabled boolean not null default true,
      audience text not null check (audience in ('everybody', 'on-demand')),
      added_by uuid references account (id) on delete set null,
      created_at timestamptz not null default now(),
      fetched_at timestamptz not null default now()
    )`.execute(database)
  await sql`
    create table extension_installation (
      account_id uuid not null references account (id) on delete cascade,
      extension_id uuid not null references viewer_extension (id) on delete cascade,
      installed boolean not null,
      granted jsonb,
      changed_at timestamptz not null default now(),
      primary key (account_id, extension_id)
    )`.execute(database)
  await sql`create index extension_installation_extension on extension_installation (extension_id)`.execute(database)
}

/** Third-party viewer extensions, as they were when fetched, with their users and granted permissions. */
export const viewerExtensions: Migration = { up }
