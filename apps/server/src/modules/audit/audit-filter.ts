import { type AuditFilter, getAuditActions } from '@kamar/contracts'
import { type Database, foldForSearch } from '@kamar/database'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { containsText } from '../../platform/database/contains-text.js'
import { isIdentifier } from '../../domain/files/file-records.js'

/** Ids that the user or file of a filter stands for; each is looked up by an index. */
interface UserIds {
  readonly accounts: readonly string[]
  /** Ids of links that were created for them. */
  readonly links: readonly string[]
}

/** Converts a filter to a condition on `audit_event`. */
export async function toCondition(database: Kysely<Database>, filter: AuditFilter): Promise<RawBuilder<boolean>> {
  const conditions: RawBuilder<boolean>[] = [sql`true`]
  if (filter.person !== undefined) conditions.push(matchesUser(await findUserIds(database, filter.person)))
  if (filter.file !== undefined) {
    const subjects = await withTopics(database, await findFileIds(database, filter.file))
    conditions.push(sql`audit_event.subject = any(${subjects}::text[])`)
  }
  if (filter.kind !== undefined) {
    conditions.push(sql`audit_event.action = any(${getAuditActions(filter.kind)}::text[])`)
  }
  if (filter.from !== undefined) conditions.push(sql`audit_event.time >= ${new Date(filter.from)}`)
  if (filter.to !== undefined) conditions.push(sql`audit_event.time < ${new Date(filter.to)}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}

/** Returns ids of files with those of their topics, which are separate subjects. */
export async function withTopics(database: Kysely<Database>, fileIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from topic where file_id = any(${fileIds}::uuid[])`.execute(database)
  return [...fileIds, ...rows.map(({ id }) => id)]
}

/** Matches actions by a user, actions on them, and those of guests with a link that was created for them. */
function matchesUser({ accounts, links }: UserIds): RawBuilder<boolean> {
  return sql`(audit_event.actor = any(${accounts}::text[]) or audit_event.subject = any(${accounts}::text[])
    or audit_event.details ->> 'account' = any(${accounts}::text[])
    or audit_event.details ->> 'link' = any(${links}::text[]))`
}

async function findUserIds(database: Kysely<Database>, userQuery: string): Promise<UserIds> {
  if (isIdentifier(userQuery)) return { accounts: [userQuery], links: [] }
  const contains = (column: RawBuilder<unknown>): RawBuilder<boolean> => containsText(column, userQuery)
  const { rows } = await sql<{ id: string; kind: 'account' | 'link' }>`
    select id::text, 'account' as kind from account where ${contains(sql`name`)} or ${contains(sql`email`)}
    union
    select subject, 'account' from audit_event where action = 'account.delete'
      and (${contains(sql`details ->> 'name'`)} or ${contains(sql`details ->> 'email'`)})
    union
    select id::text, 'link' from share_link where ${contains(sql`name`)}
    union
    select details ->> 'link', 'link' from audit_event where action = 'file.unlink'
      and ${contains(sql`details ->> 'recipient'`)}`.execute(database)
  const listIdsByKind = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id)
  return { accounts: listIdsByKind('account'), links: listIdsByKind('link') }
}

async function findFileIds(database: Kysely<Database>, file: string): Promise<string[]> {
  if (isIdentifier(file)) return [file]
  const { rows } = await sql<{ id: string }>`
    select id::text from file where position(${foldForSearch(file)} in search_name) > 0
    union
    select subject from audit_event where action = 'file.purge'
      and ${containsText(sql`details ->> 'name'`, file)}`.execute(database)
  return rows.map(({ id }) => id)
}
