import { decodeWebp } from '@kamar/packager/images'
import type { PackageReader } from '@kamar/package-format/package-reader'
import type { ExportJob } from '../kit/export-job.js'
import { SheetReader } from '../kit/pages/read-sheets.js'
import { writeDocument } from './pdf-document.js'

/** Writes one sheet, or the drawing: its layouts and pages, or the model space if there are none. */
export function write({ model, sheet, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const reader = new SheetReader(model)
  const pages = (sheet === null ? listPrintedSheets(model) : [sheet]).map((number) => async () => {
    await reader.read(number)
    return { drawings: reader.drawings, number }
  })
  return writeDocument({
    title: model.manifest.source.name ?? null,
    pages,
    readImage: async (path) => decodeWebp(await model.file(path)),
    onFraction,
  })
}

function listPrintedSheets({ manifest }: PackageReader): number[] {
  const sheets = (manifest.sheets ?? []).map((sheet, number) => ({ ...sheet, number }))
  const full = sheets.filter(({ thumbnail }) => thumbnail !== null)
  const papers = full.filter(({ kind }) => kind !== 'model')
  const printedSheets = papers.length > 0 ? papers : full.length > 0 ? full : sheets
  if (printedSheets.length === 0) throw new RangeError('the package has no sheets')
  return printedSheets.map(({ number }) => number)
}
