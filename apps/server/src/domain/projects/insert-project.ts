import type { Database } from '@kamar/database'
import type { Transaction } from 'kysely'

/** Project to insert. */
export interface NewProject {
  readonly id: string
  readonly name: string
  /** Account that pays for it, and its first owner. */
  readonly ownerId: string
  readonly personal: boolean
}

/** Inserts a project with its owner; one that exists stays as it is. */
export async function insertProject(
  transaction: Transaction<Database>,
  { id, name, ownerId, personal }: NewProject,
): Promise<void> {
  await transaction
    .insertInto('project')
    .values({ id, name, owner_id: ownerId, personal })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  await transaction
    .insertInto('membership')
    .values({ project_id: id, account_id: ownerId, role: 'owner' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
