import writeExcelFile, { type Cell } from 'write-excel-file/node'
import { type ReportColumn, reportColumns, type ReportHeading, type ReportTopic } from './report-topic.js'

const widths: Readonly<Partial<Record<ReportColumn, number>>> = {
  number: 6,
  title: 40,
  description: 60,
  comments: 60,
  file: 28,
}
const defaultWidth = 16
/** Maximum length of a cell in a workbook. */
const maxCharacters = 32_767

/** Writes topics as a workbook. All cells but the number are texts, which programs never run as formulas. */
export async function writeXlsx(topics: readonly ReportTopic[], { messages }: ReportHeading): Promise<Uint8Array> {
  const heading = reportColumns.map((column): Cell => ({
    type: String,
    value: messages.column[column],
    fontWeight: 'bold',
  }))
  const rows = topics.map(({ number, values }) =>
    reportColumns.map((column): Cell => {
      if (column === 'number') return { type: Number, value: number }
      const value = values[column].slice(0, maxCharacters)
      return value === '' ? null : { type: String, value, alignVertical: 'top', wrap: true }
    }),
  )
  return writeExcelFile([heading, ...rows], {
    sheet: messages.title,
    columns: reportColumns.map((column) => ({ width: widths[column] ?? defaultWidth })),
    stickyRowsCount: 1,
  }).toBuffer()
}
