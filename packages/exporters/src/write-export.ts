import { exportFile, type ExportName } from '@kamar/core'
import type { PackageReader } from '@kamar/package-format/package-reader'
import { exportWriters } from './generated/writers.js'
import type { OnFraction } from './kit/export-job.js'

/**
 * Writes an export in chunks; the same package gives the same bytes. Throws `RangeError` when the package is damaged.
 */
export async function* writeExport(
  name: ExportName,
  model: PackageReader,
  onFraction: OnFraction,
): AsyncGenerator<Uint8Array> {
  const { exporter, sheet } = exportFile(name)
  const writer = await exportWriters[exporter.id]()
  yield* writer.write({ model, sheet, onFraction })
}
