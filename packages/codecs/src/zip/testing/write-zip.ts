import { crc32 } from 'node:zlib'
import { ByteWriter } from './byte-writer.js'

const utf8 = new TextEncoder()

/** Parts of a package by name. */
export type Parts = Readonly<Record<string, Uint8Array | string>>

/**
 * Writes an archive of uncompressed parts, optionally after a signature. `flags` goes into every entry: 1 is encrypted.
 */
export function writeZip(parts: Parts, { mark = '', flags = 0 } = {}): Uint8Array {
  const writer = new ByteWriter().text(mark)
  const directory = new ByteWriter()
  const names = Object.keys(parts)
  for (const name of names) {
    const part = parts[name]
    const bytes = typeof part === 'string' ? utf8.encode(part) : part
    const nameBytes = utf8.encode(name)
    const common = new ByteWriter().short(flags, 0, 0, 0x21).long(crc32(bytes), bytes.length, bytes.length).bytes
    directory
      .long(0x02014b50)
      .short(20, 20)
      .raw(common)
      .short(nameBytes.length, 0, 0, 0, 0)
      .long(0, writer.length)
      .raw(nameBytes)
    writer.long(0x04034b50).short(20).raw(common).short(nameBytes.length, 0).raw(nameBytes).raw(bytes)
  }
  const start = writer.length
  return writer
    .raw(directory.bytes)
    .long(0x06054b50)
    .short(0, 0, names.length, names.length)
    .long(directory.length, start)
    .short(0).bytes
}
