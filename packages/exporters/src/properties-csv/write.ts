import type { Property } from '@kamar/core'
import type { ExportJob } from '../kit/export-job.js'
import { type ElementProperties, elementProperties } from '../kit/element-properties.js'
import { encodeTextChunks } from '../kit/encode-text-chunks.js'

/** Without it, spreadsheets decode the file in their local code page. */
const byteOrderMark = '\uFEFF'
const columns = ['Id', 'Name', 'Class', 'Property set', 'Property', 'Value', 'Unit']

/**
 * Writes one row per property by RFC 4180, UTF-8 with a byte order mark; an element without properties has one row. A
 * text that a spreadsheet would run as a formula is prefixed with an apostrophe.
 */
export function write(job: ExportJob): AsyncGenerator<Uint8Array> {
  return encodeTextChunks(csvTexts(job))
}

async function* csvTexts({ model, onFraction }: ExportJob): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(columns)
  for await (const element of elementProperties(model, onFraction)) yield elementRows(element)
}

function elementRows({ element, tree, sets }: ElementProperties): string {
  const own = [tree.sourceId(element), tree.name(element), tree.classNames[tree.classIndex[element]]]
  const rows = sets.flatMap(({ name, properties }) =>
    properties.map((property) => csvRow([...own, name, property.name, valueOf(property), property.unit ?? ''])),
  )
  return rows.length === 0 ? csvRow([...own, '', '', '', '']) : rows.join('')
}

/** Numbers and booleans are never escaped, whatever sign they begin with. */
type Cell = string | number | boolean

const valueOf = ({ value }: Property): Cell => value

const csvRow = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return String(cell)
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
