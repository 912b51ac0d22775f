import { exportFile, type ExportKind, type ExportName, type SheetExportKind } from '@kamar/contracts/core'
import type { OnFraction } from './export-progress.js'
import { writeGlb } from './glb/write-glb.js'
import { writeObj } from './obj/write-obj.js'
import type { PackageReader } from '@kamar/view-package/package-reader'
import { writeArGlb } from './ar/write-ar-glb.js'
import { writeUsdz } from './ar/usdz.js'
import { writePropertiesCsv } from './properties/properties-csv.js'
import { writePropertiesJson } from './properties/properties-json.js'
import { writeDxf } from './sheets/dxf/write-dxf.js'
import { writeDrawingPdf, writeSheetPdf } from './sheets/pdf/write-pdf.js'
import { writePng } from './sheets/write-png.js'
import { writeSvg } from './sheets/write-svg.js'
import { writeStl } from './stl/write-stl.js'
import { writeTiles } from './tiles/write-tiles.js'

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
