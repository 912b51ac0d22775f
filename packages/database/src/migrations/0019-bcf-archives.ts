import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table topic
      add column bcf_archive_blob text references blob (sha256),
      add column bcf_omitted text[] not null default '{}'`.execute(database)
  await sql`create index topic_bcf_archive on topic (bcf_archive_blob) where bcf_archive_blob is not null`.execute(
    database,
  )
  await sql`alter table viewpoint add column bcf_snapshot boolean not null default false`.execute(database)
}

/** Archives that topics were imported from: an export takes from them the data that Kamar does not show. */
export const bcfArchives: Migration = { up }
