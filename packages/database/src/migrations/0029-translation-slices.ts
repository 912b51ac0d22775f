import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table translation_slice (
      translation_id uuid not null references translation (id) on delete cascade,
      number integer not null check (number >= 0),
      task_sha256 text not null,
      state text not null default 'waiting' check (state in ('waiting', 'own', 'running', 'done')),
      attempts integer not null default 0,
      lease_worker text,
      lease_token bigint not null default 0,
      lease_until timestamptz,
      result_sha256 text,
      result_bytes bigint check (result_bytes >= 0),
      primary key (translation_id, number),
      check (state <> 'running' or (lease_worker is not null and lease_until is not null)),
      check (state <> 'done' or (result_sha256 is not null and result_bytes is not null))
    )`.execute(database)
}

/** Slices of the running translations of large files, which several workers share. */
export const translationSlices: Migration = { up }
