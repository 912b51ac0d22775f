import type { GroupRecord } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { sql, type Transaction } from 'kysely'

/** SQL expression of the projects where a row of `account_group` has a role, by name. */
export const selectGroupProjects = sql<GroupRecord['projects']>`coalesce((
  select json_agg(json_build_object('id', project.id, 'name', project.name) order by lower(project.name), project.id)
  from project_group join project on project.id = project_group.project_id
  where project_group.group_id = account_group.id
), '[]')`

/** Takes a group's roles in all projects, and with them those in folders. */
export async function removeFromProjects(transaction: Transaction<Database>, groupId: string): Promise<void> {
  await transaction.deleteFrom('project_group').where('group_id', '=', groupId).execute()
}
