/** A cell: quoted where it must be; what a spreadsheet would take for a formula begins with an apostrophe. */
function cell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+(e[-+]?\d+)?$/i.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines as CSV: RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function formatCsv(lines: readonly (readonly (string | number | boolean | null | undefined)[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
