import type { AuditFilter, AuditRow } from '@kamar/contracts'
import type { Database } from '@kamar/database'
import type { Kysely } from 'kysely'
import { toCondition } from './audit-filter.js'
import { findAuditNames } from './audit-names.js'
import { readAuditRows, toAuditRow } from './audit-rows.js'

/** Without it, spreadsheets read a file in their own code page. */
const byteOrderMark = '\uFEFF'
const columns = ['Number', 'Time (UTC)', 'Person', 'Person id', 'Event', 'Subject', 'Subject id', 'Details', 'Hash']
/** Rows in memory at once; between two pages other queries can use the connection. */
const batchRows = 1000

/**
 * Writes every matching row as CSV, newest first: RFC 4180, UTF-8 with a byte order mark. Rows appended meanwhile are
 * left out.
 */
export async function* writeAuditCsv(database: Kysely<Database>, filter: AuditFilter): AsyncGenerator<string> {
  const condition = await toCondition(database, filter)
  yield byteOrderMark + toLine(columns)
  let before: number | undefined
  for (;;) {
    const rows = await readAuditRows(database, { condition, before, limit: batchRows })
    const names = await findAuditNames(database, rows)
    yield rows.map((row) => toLine([...toCells(toAuditRow(row, names)), row.hash])).join('')
    before = rows.at(-1)?.sequence
    if (before === undefined || rows.length < batchRows) return
  }
}

function toCells({ action, actor, actorName, details, sequence, subject, subjectName, time }: AuditRow): string[] {
  const recipient = typeof details['recipient'] === 'string' ? details['recipient'] : ''
  const actorLabel = actor === null ? recipient : (actorName ?? '')
  return [String(sequence), time, actorLabel, actor ?? '', action, subjectName ?? '', subject, JSON.stringify(details)]
}

const toLine = (cells: readonly string[]): string => `${cells.map(toCell).join(',')}\r\n`

/**
 * Formats a cell. Names are untrusted: a text that a spreadsheet would run as a formula gets an apostrophe before it.
 */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
