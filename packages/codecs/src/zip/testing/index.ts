export { ByteWriter } from './byte-writer.js'
export { writeZip, type Parts } from './write-zip.js'
