import { decodeSheetEntities } from '@kamar/package-format/sheets'
import type { ExportJob } from '../kit/export-job.js'
import { SheetReader } from '../kit/pages/read-sheets.js'
import { type DxfSource, writeDrawing } from './dxf-drawing.js'

/** Writes the model space and all layouts and pages of a package. */
export async function* write({ model, onFraction }: ExportJob): AsyncGenerator<Uint8Array> {
  const reader = new SheetReader(model)
  const sheets = (model.manifest.sheets ?? []).map((sheet, number) => ({ ...sheet, number }))
  const ordered = sheets.toSorted((a, b) => Number(b.kind === 'model') - Number(a.kind === 'model'))
  const sources: DxfSource[] = []
  for (const { name, number } of ordered) {
    const drawing = await reader.read(number)
    const { entityFile, layers } = drawing.info
    sources.push({ name, drawing, entities: decodeSheetEntities(await model.file(entityFile), layers.length) })
  }
  const listLayers = (sheet: number): string[] => reader.drawings[sheet]?.info.layers.map(({ name }) => name) ?? []
  yield* writeDrawing({ sheets: sources, listLayers, onFraction })
}
