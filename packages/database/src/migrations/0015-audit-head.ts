import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table audit_head (
      only_one boolean primary key default true check (only_one),
      sequence bigint not null check (sequence >= 0),
      hash text not null
    )`.execute(database)
  await sql`
    insert into audit_head (sequence, hash)
      select coalesce(max(sequence), 0), coalesce((select hash from audit_event order by sequence desc limit 1), '')
      from audit_event`.execute(database)
  await sql`
    create function audit_event_moves_head() returns trigger language plpgsql as
    $$ begin update audit_head set sequence = new.sequence, hash = new.hash; return null; end $$`.execute(database)
  await sql`
    create trigger audit_event_head after insert on audit_event
      for each row execute function audit_event_moves_head()`.execute(database)
}

/** Head of the audit log, because truncating the log leaves a valid chain. */
export const auditHead: Migration = { up }
