export { writeExport } from './write-export.js'
