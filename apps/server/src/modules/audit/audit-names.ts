import type { AuditAction } from '@kamar/contracts'
import type { Database, JsonObject } from '@kamar/database'
import { type Kysely, type Selectable, sql } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'

/** Row as it is stored. */
export type StoredAuditRow = Selectable<Database['audit_event']>

/** Name of an id of the audit trail. */
interface AuditName {
  readonly name: string
  /** Set for accounts. */
  readonly email: string | null
}

/** Names by id. */
export type AuditNames = ReadonlyMap<string, AuditName>

/** Actions whose rows store the name of the deleted subject. */
const deletions: readonly AuditAction[] = [
  'account.delete',
  'file.purge',
  'folder.purge',
  'project.delete',
  'topic.delete',
  'set.delete',
  'group.delete',
  'company.delete',
]

/**
 * Finds the names of all ids in rows: the current one, and of deleted subjects the last one, which the row of the
 * deletion stores. So a file has one name on the whole page, and its earlier names are in the rows that renamed it.
 */
export async function findAuditNames(
  database: Kysely<Database>,
  rows: readonly StoredAuditRow[],
  mentioned: readonly string[] = [],
): Promise<AuditNames> {
  const ids = rows.flatMap(({ actor, details, subject }) => [actor ?? '', subject, ...findIds(details)])
  const requestedIds = [...new Set([...ids, ...mentioned].filter(isIdentifier))]
  if (requestedIds.length === 0) return new Map()
  const names = new Map<string, AuditName>()
  for (const { id, ...entry } of await findCurrent(database, requestedIds)) names.set(id, entry)
  const deleted = requestedIds.filter((id) => !names.has(id))
  if (deleted.length === 0) return names
  for (const { id, ...entry } of await findDeleted(database, deleted)) names.set(id, entry)
  return names
}

/** Finds the ids among the values of details. */
export function findIds(details: JsonObject): string[] {
  return Object.values(details).filter((value): value is string => typeof value === 'string' && isIdentifier(value))
}

type NamedRow = AuditName & { readonly id: string }

async function findCurrent(database: Kysely<Database>, ids: readonly string[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select id::text, name, email from account where id = any(${ids}::uuid[])
    union all select id::text, description, null from file where id = any(${ids}::uuid[])
    union all select folder.id::text, coalesce(nullif(folder.name, ''), project.name), null
      from folder join project on project.id = folder.project_id where folder.id = any(${ids}::uuid[])
    union all select id::text, title, null from topic where id = any(${ids}::uuid[])
    union all select id::text, name, null from account_group where id = any(${ids}::uuid[])
    union all select id::text, name, null from model_set where id = any(${ids}::uuid[])`.execute(database)
  return rows
}

async function findDeleted(database: Kysely<Database>, ids: readonly string[]): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select subject as id, coalesce(details ->> 'name', details ->> 'title') as name, details ->> 'email' as email
    from audit_event where subject = any(${ids}::text[]) and action = any(${deletions}::text[])
      and coalesce(details ->> 'name', details ->> 'title') is not null`.execute(database)
  return rows
}
