import type { AuditFilter, AuditPage, AuditQuery, AuditRow } from '@kamar/contracts'
import type { Database, JsonObject } from '@kamar/database'
import { type Kysely, type RawBuilder } from 'kysely'
import { isIdentifier } from '../../domain/files/file-records.js'
import { toCondition } from './audit-filter.js'
import { type AuditNames, findAuditNames, findIds, type StoredAuditRow } from './audit-names.js'

/** Range of the rows that match a condition. */
interface RowRange {
  readonly condition: RawBuilder<boolean>
  /** Only rows below this sequence number; omitted: from the newest on. */
  readonly before?: number | undefined
  readonly limit: number
}

const pageRows = 100

/** Lists a page of the audit trail, newest first. */
export async function listAudit(database: Kysely<Database>, { before, ...filter }: AuditQuery): Promise<AuditPage> {
  const condition = await toCondition(database, filter)
  const rows = await readAuditRows(database, { condition, before, limit: pageRows + 1 })
  return toAuditPage(database, rows, { pageRows, mentioned: mentionedIn(filter) })
}

/** Reads the matching rows, newest first. */
export async function readAuditRows(
  database: Kysely<Database>,
  { before, condition, limit }: RowRange,
): Promise<StoredAuditRow[]> {
  return database
    .selectFrom('audit_event')
    .selectAll()
    .where(condition)
    .$if(before !== undefined, (query) => query.where('sequence', '<', before ?? 0))
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute()
}

interface PageOptions {
  readonly pageRows: number
  /** Further ids to find names for. */
  readonly mentioned?: readonly string[]
  /** Selects the details to show; omitted: all of them. */
  readonly toDetails?: (details: JsonObject) => JsonObject
}

/** Converts rows, one more than a page has where others follow, to a page of the API. */
export async function toAuditPage(
  database: Kysely<Database>,
  rows: readonly StoredAuditRow[],
  { mentioned = [], pageRows: pageSize, toDetails = (details) => details }: PageOptions,
): Promise<AuditPage> {
  const page = rows.slice(0, pageSize).map((row) => ({ ...row, details: toDetails(row.details) }))
  const names = await findAuditNames(database, page, mentioned)
  const inDetails = [...page.flatMap(({ details }) => findIds(details)), ...mentioned]
  return {
    events: page.map((row) => toAuditRow(row, names)),
    names: Object.fromEntries(inDetails.flatMap((id) => [[id, names.get(id)?.name]]).filter(([, name]) => name)),
    next: rows.length > pageSize ? (page.at(-1)?.sequence ?? null) : null,
  }
}

/** Converts a stored row, with the names of its actor and of its subject. */
export function toAuditRow(row: StoredAuditRow, names: AuditNames): AuditRow {
  const { action, actor, details, sequence, subject, time } = row
  const subjectEntry = names.get(subject)
  // The reader of a failed sign-in needs the address that was typed.
  const subjectName = action === 'session.refused' ? (subjectEntry?.email ?? null) : (subjectEntry?.name ?? null)
  const actorName = actor === null ? null : (names.get(actor)?.name ?? null)
  return { sequence, time: time.toISOString(), actor, actorName, action, subject, subjectName, details: { ...details } }
}

function mentionedIn({ file, person: user }: AuditFilter): string[] {
  return [file, user].filter((value) => value !== undefined && isIdentifier(value)) as string[]
}
