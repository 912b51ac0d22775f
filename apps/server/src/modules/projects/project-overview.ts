import { AppError } from '@kamar/core'
import type { ProjectOverview } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { findProject } from './project-rows.js'

interface OverviewRow extends Omit<ProjectOverview, 'lastChange'> {
  readonly lastChange: Date | null
}

/** Counts the files and open topics of a project that the actor sees; throws `not-found`. */
export async function readProjectOverview(
  database: Kysely<Database>,
  actor: AccountActor,
  projectId: string,
): Promise<ProjectOverview> {
  const { id } = await findProject(database, actor, { id: projectId })
  const { rows } = await sql<OverviewRow>`
    with visible as (
      select file.id, file.updated_at, translation.id as translation_id, translation.state
      from file
        join access on access.area_id = file.area_id and access.account_id = ${actor.accountId}
        join file_version as version on version.id = file.current_version_id
        left join translation on translation.id = version.translation_id
      where file.project_id = ${id} and file.deleted_at is null
    ),
    open_topic as (
      select topic.* from topic join visible on visible.id = topic.file_id where not topic.is_closed
    )
    select
      (select count(*)::int from visible) as files,
      (select count(*)::int from visible where state in ('queued', 'running')) as processing,
      (select count(*)::int from visible where state = 'failed') as failed,
      (select count(*)::int from visible join sheet using (translation_id)) as sheets,
      (select count(*)::int from open_topic) as "openTopics",
      (select count(*)::int from open_topic where assignee_id = ${actor.accountId}) as "assignedTopics",
      (select count(*)::int from open_topic where due_date < current_date::text) as "overdueTopics",
      (select max(updated_at) from visible) as "lastChange"`.execute(database)
  const [counts] = rows
  if (!counts) throw new AppError('internal')
  return { ...counts, lastChange: counts.lastChange?.toISOString() ?? null }
}
