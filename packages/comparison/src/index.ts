export * from './compare-models.js'
export * from './compare-properties.js'
export { matchElements, type ElementMatch, type ModelVersion } from './match-elements.js'
export * from './sheets/index.js'
