export type { PackageSink } from './files/package-files.js'
export * from './package-writer.js'
