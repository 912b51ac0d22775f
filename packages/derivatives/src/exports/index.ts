export type { OnFraction } from './export-progress.js'
export { PackageReader, type StoredFiles } from './package-reader.js'
export { writeExport } from './write-export.js'
