import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table viewpoint add column is_listed boolean not null default true`.execute(database)
  await sql`create index viewpoint_links on viewpoint (file_id, author_id) where not is_listed`.execute(database)
  await sql`
    alter table share_link
      add column follows_latest boolean not null default false,
      add column viewpoint_id uuid references viewpoint (id) on delete set null`.execute(database)
  await sql`create index share_link_viewpoint on share_link (viewpoint_id)`.execute(database)
  await sql`
    create table draft (
      account_id uuid not null references account (id) on delete cascade,
      file_id uuid not null references file (id) on delete cascade,
      views jsonb not null,
      changed_at timestamptz not null,
      primary key (account_id, file_id)
    )`.execute(database)
  await sql`create index draft_file on draft (file_id)`.execute(database)
}

/** Views that only links open, secret links that open a view or follow the latest version, and drafts. */
export const viewLinksAndDrafts: Migration = { up }
