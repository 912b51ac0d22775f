export { PackageReader, type StoredFiles } from './package-reader.js'
export { RecentBlocks } from './recent-blocks.js'
