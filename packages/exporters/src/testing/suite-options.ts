import { isExportName } from '@kamar/core'
import { at, boxMesh, plainReport, WrittenPackage } from '@kamar/packager/test-support'
import { type ExporterSuiteOptions, pushDrawing } from '@kamar/test-kit'
import { PackageReader } from '@kamar/package-format/package-reader'
import { writeExport } from '../write-export.js'
import { papered } from './ar-packages.js'

/** Packages and writer for `describeExporter`. */
export const suiteOptions: ExporterSuiteOptions = {
  async createFull() {
    const viewPackage = papered()
    viewPackage.addPart(boxMesh(4, 2, 3), at(5, 0, 0))
    const set = viewPackage.writer.addPropertySet({ name: 'Pset', properties: [{ name: 'Height', value: 3 }] })
    viewPackage.writer.assignPropertySets(0, [set])
    pushDrawing(viewPackage.writer)
    await viewPackage.writer.finish(plainReport)
    return viewPackage.files
  },
  async createEmpty() {
    const viewPackage = new WrittenPackage()
    viewPackage.addRoot()
    await viewPackage.writer.finish(plainReport)
    return viewPackage.files
  },
  async *write({ name, read, onFraction }) {
    if (!isExportName(name)) throw new RangeError(`there is no export ${name}`)
    const manifest: unknown = JSON.parse(new TextDecoder().decode(await read('manifest.json')))
    yield* writeExport(name, await PackageReader.open(manifest, read), onFraction)
  },
}
