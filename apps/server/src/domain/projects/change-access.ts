import type { AccessEffects, UserReference } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { UnitOfWork } from '../../platform/unit-of-work.js'
import { unassignWithoutAccess } from '../folders/unassign-without-access.js'
import { lockProjects } from './lock-projects.js'

/** Account with the number of areas of a project that it sees. */
interface SeenAreas extends UserReference {
  readonly id: string
  readonly project_id: string
  readonly areas: number
}

/**
 * Runs a change of members, groups or rules of projects, which are locked: unassigns topics from whoever does not see
 * their file any more, and notifies the pages of those who gained or lost something.
 */
export async function changeAccess<Value>(
  { publish, transaction }: UnitOfWork,
  projectIds: readonly string[],
  change: () => Promise<Value>,
): Promise<Value> {
  if (projectIds.length === 0) return change()
  await lockProjects(transaction, projectIds)
  const before = await countAreas(transaction, projectIds)
  const value = await change()
  const after = await countAreas(transaction, projectIds)
  await unassignWithoutAccess(transaction, sql`file.project_id = any(${projectIds}::uuid[])`)
  for (const projectId of projectIds) {
    const isOfProject = (row: SeenAreas): boolean => row.project_id === projectId
    const accountIds = findDecreased(before.filter(isOfProject), after.filter(isOfProject)).map(({ id }) => id)
    for (const type of ['people', 'folders'] as const) {
      publish('live', { to: { projectId }, event: { type, projectId } })
      // Whoever sees nothing of the project any more is not among its recipients.
      if (accountIds.length > 0) publish('live', { to: { accountIds }, event: { type, projectId } })
    }
  }
  return value
}

/**
 * Lists who would see more and who less of a project by a change of one member or group: the change is made and rolled
 * back, so that the triggers that resolve rights answer, and no second implementation of their rules.
 */
export async function planAccess(
  database: Kysely<Database>,
  projectId: string,
  change: (transaction: Transaction<Database>) => Promise<void>,
): Promise<AccessEffects> {
  const transaction = await database.startTransaction().execute()
  try {
    await lockProjects(transaction, [projectId])
    const before = await countAreas(transaction, [projectId])
    await change(transaction)
    const after = await countAreas(transaction, [projectId])
    return {
      gaining: findDecreased(after, before).map(toReference),
      losing: findDecreased(before, after).map(toReference),
    }
  } finally {
    await transaction.rollback().execute()
  }
}

const toReference = ({ id, name }: SeenAreas): UserReference => ({ id, name })

async function countAreas(transaction: Transaction<Database>, projectIds: readonly string[]): Promise<SeenAreas[]> {
  const { rows } = await sql<SeenAreas>`
    select account.id, account.name, folder.project_id, count(*)::int as areas
    from folder join access on access.area_id = folder.id join account on account.id = access.account_id
    where folder.project_id = any(${projectIds}::uuid[]) and folder.area_id = folder.id
    group by account.id, folder.project_id
    order by lower(account.name), account.id`.execute(transaction)
  return rows
}

/** Finds the accounts of the first list that see fewer areas in the second. */
function findDecreased(from: readonly SeenAreas[], to: readonly SeenAreas[]): SeenAreas[] {
  const counts = new Map(to.map(({ areas, id }) => [id, areas]))
  return from.filter(({ areas, id }) => areas > (counts.get(id) ?? 0))
}
