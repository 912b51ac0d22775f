export { bcfLimits } from './limits.js'
export * from './model.js'
export { readBcf, type ReadBcf } from './read-bcf.js'
export { writeBcf } from './write-bcf.js'
