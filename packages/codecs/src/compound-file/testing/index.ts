export { writeCompound } from './compound-writer.js'
export { writeSummary } from './summary-writer.js'
