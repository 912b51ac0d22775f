export type { PackageSink } from './files/package-files.js'
export * from './model-queries/index.js'
export * from './package-writer.js'
