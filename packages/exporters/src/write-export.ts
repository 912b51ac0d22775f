import { exportFile, type ExportKind, type ExportName, type SheetExportKind } from '@kamar/contracts/core'
import type { OnFraction } from './kit/export-job.js'
import { writeGlb } from './glb/write.js'
import { writeObj } from './obj/write.js'
import type { PackageReader } from '@kamar/view-package/package-reader'
import { writeArGlb } from './glb-phone/write.js'
import { writeUsdz } from './usdz/write.js'
import { writePropertiesCsv } from './properties-csv/write.js'
import { writePropertiesJson } from './properties-json/write.js'
import { writeDxf } from './dxf/write.js'
import { writeDrawingPdf, writeSheetPdf } from './pdf/write.js'
import { writePng } from './png/write.js'
import { writeSvg } from './kit/pages/create-svg.js'
import { writeStl } from './stl/write.js'
import { writeTiles } from './3d-tiles/write.js'

type ExportWriter = (model: PackageReader, onFraction: OnFraction) => AsyncGenerator<Uint8Array>
type SheetWriter = (model: PackageReader, sheet: number, onFraction: OnFraction) => AsyncGenerator<Uint8Array>

const writers = {
  glb: writeGlb,
  'glb-phone': writeArGlb,
  usdz: writeUsdz,
  '3d-tiles': writeTiles,
  obj: writeObj,
  stl: writeStl,
  'properties-json': writePropertiesJson,
  'properties-csv': writePropertiesCsv,
  pdf: writeDrawingPdf,
  dxf: writeDxf,
} as const satisfies Record<Exclude<ExportKind, SheetExportKind>, ExportWriter>

const sheetWriters = {
  'sheet-pdf': writeSheetPdf,
  'sheet-svg': writeSvg,
  'sheet-png': writePng,
} as const satisfies Record<SheetExportKind, SheetWriter>

const isOfSheet = (kind: ExportKind): kind is SheetExportKind => kind in sheetWriters

/**
 * Writes an export in chunks; the same package gives the same bytes. Throws `RangeError` when the package is damaged.
 */
export function writeExport(
  name: ExportName,
  model: PackageReader,
  onFraction: OnFraction,
): AsyncGenerator<Uint8Array> {
  const { kind, sheet } = exportFile(name)
  return isOfSheet(kind) ? sheetWriters[kind](model, sheet ?? 0, onFraction) : writers[kind](model, onFraction)
}
