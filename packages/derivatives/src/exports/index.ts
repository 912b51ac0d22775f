export type { OnFraction } from './export-progress.js'
export { writeExport } from './write-export.js'
