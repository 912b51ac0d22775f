export type { OnFraction } from './kit/export-job.js'
export { writeExport } from './write-export.js'
