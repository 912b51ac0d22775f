import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column new_email text`.execute(database)
  await sql`alter table one_time_link drop constraint one_time_link_purpose_check`.execute(database)
  await sql`
    alter table one_time_link add constraint one_time_link_purpose_check
      check (purpose in ('verify-email', 'reset-password', 'invitation', 'change-email'))`.execute(database)
}

/** New email address that is pending until confirmed from its mailbox. */
export const confirmedAddresses: Migration = { up }
