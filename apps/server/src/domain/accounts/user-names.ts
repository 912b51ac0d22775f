import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'

/** Actor with the name that other users see. */
export interface NamedActor {
  readonly id: string
  readonly name: string
}

export async function nameActor(connection: Kysely<Database>, actor: AccountActor): Promise<NamedActor> {
  const row = await connection.selectFrom('account').select('name').where('id', '=', actor.accountId).executeTakeFirst()
  return { id: actor.accountId, name: row?.name ?? '' }
}

/** Splits a name into the two columns of a profile: the first word, and the words after it joined by single spaces. */
export function splitFullName(name: string): { readonly first_name: string; readonly last_name: string } {
  const [firstName = '', ...otherNames] = name.split(/\s+/u)
  return { first_name: firstName, last_name: otherNames.join(' ') }
}
