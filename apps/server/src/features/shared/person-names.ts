import type { Database } from '@kamar/database'
import type { Kysely, Transaction } from 'kysely'
import type { AccountActor } from '../../rights/actor.js'

/** Who does something, with the name that others are told. */
export interface NamedActor {
  readonly id: string
  readonly name: string
}

export async function nameActor(
  connection: Kysely<Database> | Transaction<Database>,
  actor: AccountActor,
): Promise<NamedActor> {
  const row = await connection.selectFrom('account').select('name').where('id', '=', actor.accountId).executeTakeFirst()
  return { id: actor.accountId, name: row?.name ?? '' }
}
