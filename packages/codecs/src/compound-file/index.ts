export { CompoundFile } from './compound-file.js'
export { summaryProperties, type SummaryValue } from './summary-properties.js'
