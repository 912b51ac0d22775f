import { sql, type Kysely, type Migration } from 'kysely'

async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table account add column approved_email text`.execute(database)
  await sql`update account set approved_email = email where status = 'approved'`.execute(database)
  // Defaults of a new deployment depend on its listen address; one with existing users keeps its former behaviour.
  await sql`
    insert into setting (key, value) select 'accounts.require-approval', 'false'
    where exists (select from account where role = 'user')
    on conflict (key) do nothing`.execute(database)
}

/** Email address at which an account was approved, for deployments that send no mail to verify addresses. */
export const approvedAddresses: Migration = { up }
