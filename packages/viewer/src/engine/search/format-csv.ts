/** Formats a cell: quoted if necessary; an apostrophe precedes text that a spreadsheet would treat as a formula. */
function cell(value: string | number | boolean | null | undefined): string {
  const text = value === null || value === undefined ? '' : String(value)
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+(e[-+]?\d+)?$/i.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Formats lines as CSV: RFC 4180, with the byte order mark by which spreadsheets detect UTF-8. */
export function formatCsv(lines: readonly (readonly (string | number | boolean | null | undefined)[])[]): string {
  return `\uFEFF${lines.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
