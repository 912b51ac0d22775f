import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'

/** Makes another account the payer and an owner of all projects of an account. */
export async function transferProjects(
  transaction: Transaction<Database>,
  ownerId: string,
  newOwnerId: string,
): Promise<void> {
  await sql`
    insert into membership (project_id, account_id, role)
    select id, ${newOwnerId}, 'owner' from project where owner_id = ${ownerId}
    on conflict (project_id, account_id) do update set role = 'owner'`.execute(transaction)
  await transaction
    .updateTable('project')
    .set({ owner_id: newOwnerId, personal: false })
    .where('owner_id', '=', ownerId)
    .execute()
}
