import type { AuditPage } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { findUsableFolder } from '../../domain/folders/folder-records.js'
import { readAuditRows, toAuditPage } from './audit-rows.js'
import { withVisibleDetails } from './visible-details.js'

const pageRows = 50

interface ActivityQuery {
  readonly projectId: string
  readonly before?: number | undefined
}

/** Lists a page of what members changed in a project: in files and folders that the actor sees. */
export async function listProjectActivity(
  database: Kysely<Database>,
  actor: AccountActor,
  { before = Number.MAX_SAFE_INTEGER, projectId }: ActivityQuery,
): Promise<AuditPage> {
  const { project_id: id } = await findUsableFolder(database, actor, { id: projectId })
  const condition = sql<boolean>`audit_event.sequence in (
    select activity.sequence from activity
      left join file on file.id = activity.file_id
      left join folder on folder.id = activity.folder_id
      join access on access.area_id = coalesce(file.area_id, folder.area_id) and access.account_id = ${actor.accountId}
    where activity.project_id = ${id} and activity.sequence < ${before}
    order by activity.sequence desc limit ${pageRows + 1})`
  const rows = await readAuditRows(database, { condition, limit: pageRows + 1 })
  return toAuditPage(database, rows, { pageRows, toDetails: withVisibleDetails })
}
