import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table drawing_font (
      id uuid primary key,
      account_id uuid not null references account (id) on delete cascade,
      name text not null,
      other_names jsonb not null default '[]',
      kind text not null check (kind in ('outline', 'stroke', 'asian', 'symbols')),
      letters integer not null check (letters >= 0),
      blob_sha256 text not null references blob (sha256),
      size_bytes bigint not null check (size_bytes >= 0),
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`create unique index drawing_font_name on drawing_font (account_id, lower(name))`.execute(database)
  await sql`create index drawing_font_blob on drawing_font (blob_sha256)`.execute(database)
}

/** Fonts for an account's drawings. */
export const drawingFonts: Migration = { up }
