import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column approved_email text`.execute(database)
  await sql`update account set approved_email = email where status = 'approved'`.execute(database)
  // What a new deployment does by default depends on where it listens; one with users keeps what it did before.
  await sql`
    insert into setting (key, value) select 'accounts.require-approval', 'false'
    where exists (select from account where role = 'user')
    on conflict (key) do nothing`.execute(database)
}

/** The address at which an account was approved, for deployments where no mail proves addresses. */
export const approvedAddresses: Migration = { up }
