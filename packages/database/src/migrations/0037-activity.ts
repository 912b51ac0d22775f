import { sql, type Kysely, type Migration, type RawBuilder } from 'kysely'

/** Actions of the audit trail that members of a project see. */
const actions = [
  ...['upload', 'restore-version', 'rename', 'move', 'bin', 'restore', 'attach'].map((name) => `file.${name}`),
  ...['create', 'rename', 'move', 'bin', 'restore'].map((name) => `folder.${name}`),
  ...['create', 'import', 'change', 'comment', 'viewpoint', 'attachment'].map((name) => `topic.${name}`),
]

/** Selects the activity among events of the audit trail; the type of a subject does not say that it is an id. */
const selectActivity = (events: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with event as materialized (
    select sequence, action, subject::uuid as subject from ${events} as added
    where action in (${sql.join(actions.map((action) => sql.lit(action)))})
      and subject ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  )
  select event.sequence, file.project_id, file.id, null::uuid
    from event join file on file.id = event.subject where event.action like 'file.%'
  union all
  select event.sequence, file.project_id, file.id, null::uuid
    from event join topic on topic.id = event.subject join file on file.id = topic.file_id
    where event.action like 'topic.%'
  union all
  select event.sequence, folder.project_id, null::uuid, folder.id
    from event join folder on folder.id = event.subject where event.action like 'folder.%'`

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table activity (
      sequence bigint primary key,
      project_id uuid not null references project (id) on delete cascade,
      file_id uuid references file (id) on delete cascade,
      folder_id uuid references folder (id) on delete cascade,
      check (num_nonnulls(file_id, folder_id) = 1)
    )`.execute(database)
  await sql`create index activity_project on activity (project_id, sequence desc)`.execute(database)
  await sql`create index activity_file on activity (file_id)`.execute(database)
  await sql`create index activity_folder on activity (folder_id)`.execute(database)
  await sql`
    insert into activity (sequence, project_id, file_id, folder_id) ${selectActivity(sql`audit_event`)}`.execute(
    database,
  )
  await sql`
    create function record_activity() returns trigger language plpgsql as $$
    begin
      insert into activity (sequence, project_id, file_id, folder_id) ${selectActivity(sql`recorded`)};
      return null;
    end $$`.execute(database)
  await sql`
    create trigger audit_event_activity after insert on audit_event
    referencing new table as recorded
    for each statement execute function record_activity()`.execute(database)
  await sql`
    create function relocate_activity() returns trigger language plpgsql as $$
    begin
      update activity set project_id = new.project_id where file_id = new.id;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger file_activity after update of project_id on file
    for each row when (old.project_id <> new.project_id) execute function relocate_activity()`.execute(database)
}

/** Events of the audit trail by project, for its members. Triggers alone write the table. */
export const activity: Migration = { up }
