import { type FileActivity, type FileOpener, projectSharingActions } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import { type Kysely, sql } from 'kysely'
import type { AccountActor } from '../../platform/authorization/actor.js'
import { findUsableFile } from '../../domain/files/file-records.js'
import { withTopics } from './audit-filter.js'
import { readAuditRows, toAuditPage } from './audit-rows.js'
import { withVisibleDetails } from './visible-details.js'

const pageRows = 20
const openersDays = 7
const maxOpeners = 50
const dayMilliseconds = 24 * 3_600_000

interface ActivityQuery {
  readonly fileId: string
  readonly before?: number | undefined
}

/**
 * Lists a page of the activity of a file: rows about the file, about its topics, and about access to its project, since
 * the file is in it.
 */
export async function listFileActivity(
  database: Kysely<Database>,
  actor: AccountActor,
  { before, fileId }: ActivityQuery,
): Promise<FileActivity> {
  const file = await findUsableFile(database, actor, { id: fileId, action: 'file:activity' })
  const subjects = await withTopics(database, [fileId])
  const condition = sql<boolean>`(audit_event.subject = any(${subjects}::text[])
    or (audit_event.subject = ${file.project_id} and audit_event.action = any(${projectSharingActions}::text[])
      and audit_event.sequence > (
        select coalesce(max(sequence) filter (where action = 'file.move'), min(sequence), 0)
        from audit_event as own where own.subject = ${fileId})))`
  const rows = await readAuditRows(database, { condition, before, limit: pageRows + 1 })
  const page = await toAuditPage(database, rows, { pageRows, toDetails: withVisibleDetails })
  return { ...page, openers: before === undefined ? await listOpeners(database, fileId) : [] }
}

/** Lists the users who opened the file in the last days, most recent first. */
async function listOpeners(database: Kysely<Database>, fileId: string): Promise<FileOpener[]> {
  const since = new Date(Date.now() - openersDays * dayMilliseconds)
  const { rows } = await sql<{ name: string | null; link: string | null; last: Date }>`
    select coalesce(account.name, opening.recipient) as name, opening.link, opening.last from (
      select actor, details ->> 'link' as link, nullif(max(details ->> 'recipient'), '') as recipient, max(time) as last
      from audit_event
      where subject = ${fileId} and action in ('file.open', 'link.open') and time >= ${since}
      group by 1, 2
    ) as opening
    left join account on account.id::text = opening.actor
    order by opening.last desc limit ${maxOpeners}`.execute(database)
  return rows.map(({ last, link, name }) => ({ name, isGuest: link !== null, lastOpenedAt: last.toISOString() }))
}
