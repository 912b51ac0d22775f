import type { ExportKind } from '@kamar/contracts/core'
import type { OnFraction } from './export-progress.js'
import { writeGlb } from './glb/write-glb.js'
import type { PackageReader } from './package-reader.js'
import { writePhoneGlb } from './phone/phone-glb.js'
import { writeUsdz } from './phone/usdz.js'
import { writePropertiesCsv } from './properties/properties-csv.js'
import { writePropertiesJson } from './properties/properties-json.js'
import { writeTiles } from './tiles/write-tiles.js'

type ExportWriter = (model: PackageReader, onFraction: OnFraction) => AsyncGenerator<Uint8Array>

const writers = {
  glb: writeGlb,
  'glb-phone': writePhoneGlb,
  usdz: writeUsdz,
  '3d-tiles': writeTiles,
  'properties-json': writePropertiesJson,
  'properties-csv': writePropertiesCsv,
} as const satisfies Record<ExportKind, ExportWriter>

/** The bytes of an export in pieces; the same package gives the same bytes. `RangeError` when the package is damaged. */
export const writeExport = (
  kind: ExportKind,
  model: PackageReader,
  onFraction: OnFraction,
): AsyncGenerator<Uint8Array> => writers[kind](model, onFraction)
