import { sql, type Kysely, type Migration } from 'kysely'
import { fileNameKeys } from '../file-name-keys.js'

const rowsPerRound = 500

async function extendAccounts(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account
      add column first_name text not null default '',
      add column last_name text not null default '',
      add column phone text not null default '',
      add column company text,
      add column location text not null default '',
      add column bio text not null default ''`.execute(database)
  await sql`create index account_created on account (created_at)`.execute(database)
}

async function createRequests(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table service_request (
      id uuid primary key,
      kind text not null check (kind in ('upgrade', 'contact')),
      account_id uuid references account (id) on delete cascade,
      name text not null,
      email text not null,
      message text not null default '',
      state text not null default 'open' check (state in ('open', 'granted', 'declined')),
      created_at timestamptz not null default now(),
      decided_at timestamptz,
      decided_by uuid references account (id) on delete set null,
      check ((state = 'open') = (decided_at is null))
    )`.execute(database)
  await sql`
    create unique index service_request_one_upgrade on service_request (account_id)
      where kind = 'upgrade' and state = 'open'`.execute(database)
  await sql`create index service_request_created on service_request (created_at)`.execute(database)
}

async function nameFiles(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table file
      add column search_name text collate "C" not null default '',
      add column sort_name text collate "C" not null default ''`.execute(database)
  for (;;) {
    const { rows } = await sql<{ id: string; description: string }>`
      select id, description from file where sort_name = '' and description <> '' limit ${rowsPerRound}`.execute(
      database,
    )
    for (const { id, description } of rows) {
      const keys = fileNameKeys(description)
      await sql`
        update file set search_name = ${keys.search_name}, sort_name = ${keys.sort_name} where id = ${id}`.execute(
        database,
      )
    }
    if (rows.length < rowsPerRound) break
  }
  await sql`
    alter table file alter column search_name drop default, alter column sort_name drop default`.execute(database)
  await sql`create index file_by_date on file (project_id, updated_at desc, id desc)`.execute(database)
  await sql`create index file_by_name on file (project_id, sort_name, id)`.execute(database)
  await sql`drop index file_project`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await extendAccounts(database)
  await createRequests(database)
  await nameFiles(database)
}

/** Profiles, requests for an administrator's decision, and search and sort keys of file names. */
export const settingsAndRequests: Migration = { up }
