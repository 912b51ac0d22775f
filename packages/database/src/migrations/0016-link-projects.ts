import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table share_link add column project_id uuid references project (id) on delete cascade`.execute(
    database,
  )
  await sql`
    update share_link set project_id = file.project_id
      from file_version join file on file.id = file_version.file_id
      where file_version.id = share_link.file_version_id`.execute(database)
  await sql`alter table share_link alter column project_id set not null`.execute(database)
  await sql`create index share_link_project on share_link (project_id)`.execute(database)
}

/** Project in which a link was created: the link ends when its file moves to another one. */
export const linkProjects: Migration = { up }
