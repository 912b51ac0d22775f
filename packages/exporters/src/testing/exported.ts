import type { ExportName } from '@kamar/core'
import { plainReport, type WrittenPackage } from '@kamar/packager/test-support'
import { PackageReader } from '@kamar/package-format/package-reader'
import { writeExport } from '../write-export.js'

/** Opens a package; finishes it first unless it is finished. */
export async function openPackage(
  viewPackage: WrittenPackage,
  objectIds: readonly number[] | null = null,
): Promise<PackageReader> {
  if (!viewPackage.files.has('manifest.json')) await viewPackage.writer.finish(plainReport)
  return PackageReader.open(viewPackage.manifest(), async (path) => viewPackage.stored(path), objectIds)
}

/** Writes an export of a package, or of selected objects of it. */
export async function exported(
  viewPackage: WrittenPackage,
  name: ExportName,
  objectIds: readonly number[] | null = null,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  const model = await openPackage(viewPackage, objectIds)
  for await (const chunk of writeExport(name, model, () => undefined)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
