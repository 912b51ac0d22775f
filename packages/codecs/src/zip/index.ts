export { PartArchive, partKey } from './part-archive.js'
