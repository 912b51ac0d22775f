import { reportColumns, type ReportHeading, type ReportTopic } from './report-topic.js'

/** Tells spreadsheet programs that the file is UTF-8. */
const byteOrderMark = '\uFEFF'

/** Writes topics as a table of comma-separated values (RFC 4180). */
export function writeCsv(topics: readonly ReportTopic[], { messages }: ReportHeading): Uint8Array {
  const heading = reportColumns.map((column) => messages.column[column])
  const rows = topics.map(({ values }) => reportColumns.map((column) => values[column]))
  const lines = [heading, ...rows].map((cells) => cells.map(toCell).join(','))
  return Buffer.from(byteOrderMark + lines.map((line) => `${line}\r\n`).join(''))
}

/** Quotes a cell. Spreadsheet programs run a cell that begins like a formula, unless an apostrophe is before it. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
