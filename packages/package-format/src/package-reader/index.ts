export { folderFiles } from './folder-files.js'
export { PackageReader, type StoredFiles } from './package-reader.js'
export { RecentBlocks } from './recent-blocks.js'
