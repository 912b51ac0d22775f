import { sql, type Kysely, type Migration } from 'kysely'

async function createTables(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_document (
      translation_id uuid primary key references translation (id) on delete cascade,
      words tsvector not null,
      created_at timestamptz not null default now()
    )`.execute(database)
  await sql`create index search_document_words on search_document using gin (words)`.execute(database)
  await sql`
    create table sheet (
      translation_id uuid not null references translation (id) on delete cascade,
      key text not null,
      position integer not null,
      number text not null,
      title text not null,
      discipline text,
      words tsvector not null,
      primary key (translation_id, key)
    )`.execute(database)
  await sql`create index sheet_words on sheet using gin (words)`.execute(database)
  await sql`
    create table sheet_note (
      file_id uuid not null references file (id) on delete cascade,
      key text not null,
      number text,
      title text,
      words tsvector not null,
      changed_by uuid references account (id) on delete set null,
      changed_at timestamptz not null default now(),
      primary key (file_id, key)
    )`.execute(database)
  await sql`create index sheet_note_words on sheet_note using gin (words)`.execute(database)
  await sql`create index sheet_note_author on sheet_note (changed_by) where changed_by is not null`.execute(database)
}

/**
 * Look-ups by index. In a plain query the planner reads all rows instead: it knows the few pages of a table but not
 * those of its long values, which are stored apart.
 */
async function createIndexLookups(database: Kysely<unknown>): Promise<void> {
  for (const table of ['search_document', 'sheet'] as const)
    await sql`
      create function ${sql.id(`find_${table}`)}(query tsquery) returns setof uuid
      language sql stable rows 100 set enable_seqscan = off
      as $$ select translation_id from ${sql.id(table)} where words @@ query $$`.execute(database)
}

async function up(database: Kysely<unknown>): Promise<void> {
  await createTables(database)
  await createIndexLookups(database)
}

/** Words of the properties of translated models, and their drawing sheets with corrections by users. */
export const search: Migration = { up }
