import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    alter table project
      add column quota_bytes bigint check (quota_bytes >= 0),
      add column used_bytes bigint not null default 0`.execute(database)
  await sql`
    update project set used_bytes = stored.bytes
    from (
      select file.project_id, sum(part.size_bytes)::bigint as bytes
      from file join (
        select file_id, size_bytes from file_version
        union all
        select file_version.file_id, companion.size_bytes
          from companion join file_version on file_version.id = companion.file_version_id
        union all
        select topic.file_id, topic_attachment.size_bytes
          from topic_attachment join topic on topic.id = topic_attachment.topic_id
      ) as part on part.file_id = file.id
      group by file.project_id
    ) as stored
    where stored.project_id = project.id`.execute(database)
  await sql`
    alter table unfinished_upload
      add column project_id uuid references project (id) on delete cascade`.execute(database)
  await sql`create index unfinished_upload_project on unfinished_upload (project_id)`.execute(database)
}

/** Limits of the storage of a project, within the plan of the account that pays for it. */
export const projectQuotas: Migration = { up }
