import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  // Without a reference to the folder: an operation whose target is purged ends with a reason for each file.
  await sql`
    create table operation (
      id uuid primary key,
      account_id uuid not null references account (id) on delete cascade,
      kind text not null check (kind in ('move', 'copy', 'delete')),
      target_folder_id uuid check ((target_folder_id is null) = (kind = 'delete')),
      file_ids uuid[] not null,
      done integer not null default 0,
      changed integer not null default 0,
      failures integer not null default 0,
      failed jsonb not null default '{}',
      state text not null default 'queued' check (state in ('queued', 'running', 'done', 'cancelled', 'failed')),
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      step_at timestamptz not null default now(),
      finished_at timestamptz,
      undone_at timestamptz
    )`.execute(database)
  await sql`create index operation_account on operation (account_id, created_at)`.execute(database)
  await sql`create index operation_due on operation (step_at) where state in ('queued', 'running')`.execute(database)
  await sql`
    create table operation_change (
      operation_id uuid not null references operation (id) on delete cascade,
      file_id uuid not null,
      folder_id uuid not null,
      changed_at timestamptz not null default now(),
      primary key (operation_id, file_id)
    )`.execute(database)
  // The trigger of the activity does not know copies.
  await sql`
    create function record_copies() returns trigger language plpgsql as $$
    begin
      insert into activity (sequence, project_id, file_id)
      with event as materialized (
        select sequence, subject::uuid as subject from recorded where action = 'file.copy'
      )
      select event.sequence, file.project_id, file.id from event join file on file.id = event.subject;
      return null;
    end $$`.execute(database)
  await sql`
    create trigger audit_event_copies after insert on audit_event
    referencing new table as recorded
    for each statement execute function record_copies()`.execute(database)
}

/** Moves, copies and deletions of many files in steps, and what they changed, to undo it. */
export const bulkOperations: Migration = { up }
