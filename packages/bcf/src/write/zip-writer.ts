import { promisify } from 'node:util'
import { crc32, deflateRaw } from 'node:zlib'
import { BcfError } from '../model.js'

/** A file of an archive to be written. */
export interface ZipFile {
  readonly name: string
  readonly content: Uint8Array
  /** True for images, which are already compressed. */
  readonly isPacked?: boolean
}

const deflate = promisify(deflateRaw)
const stored = 0
/** Maximum number of entries without zip64. */
const maxEntries = 65_535
const deflated = 8
const utf8Names = 0x0800
const version = 20
/** 1980-01-01, so that the same content yields the same archive at any time. */
const date = 0x0021

interface ZipEntry {
  readonly name: Buffer
  readonly method: number
  readonly crc: number
  readonly packed: Uint8Array
  readonly size: number
  readonly offset: number
}

/** Writes a zip archive (APPNOTE 6.3, without zip64: BCF archives are far below 4 GB). */
export async function writeZip(files: readonly ZipFile[]): Promise<Buffer> {
  if (files.length > maxEntries) throw new BcfError('too-large')
  const parts: Uint8Array[] = []
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { content, isPacked, name } of files) {
    const packed = isPacked === true ? content : await deflate(content)
    const file: ZipEntry = {
      name: Buffer.from(name),
      method: isPacked === true ? stored : deflated,
      crc: crc32(content),
      packed,
      size: content.byteLength,
      offset,
    }
    const localHeader = Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), commonHeader(file), file.name])
    parts.push(localHeader, packed)
    offset += localHeader.byteLength + packed.byteLength
    entries.push(file)
  }
  const directory = Buffer.concat(entries.map(directoryEntry))
  return Buffer.concat([...parts, directory, endOfDirectory(entries.length, directory.byteLength, offset)])
}

/** Returns the fields shared by local headers and the directory: 26 bytes from "version needed" on. */
function commonHeader({ crc, method, name, packed, size }: ZipEntry): Buffer {
  const header = Buffer.alloc(26)
  header.writeUInt16LE(version, 0)
  header.writeUInt16LE(utf8Names, 2)
  header.writeUInt16LE(method, 4)
  header.writeUInt16LE(date, 8)
  header.writeUInt32LE(crc, 10)
  header.writeUInt32LE(packed.byteLength, 14)
  header.writeUInt32LE(size, 18)
  header.writeUInt16LE(name.byteLength, 22)
  return header
}

function directoryEntry(file: ZipEntry): Buffer {
  const start = Buffer.from([0x50, 0x4b, 1, 2, version, 0])
  const end = Buffer.alloc(14)
  end.writeUInt32LE(file.offset, 10)
  return Buffer.concat([start, commonHeader(file), end, file.name])
}

function endOfDirectory(count: number, sizeBytes: number, offset: number): Buffer {
  const end = Buffer.alloc(22)
  end.set([0x50, 0x4b, 5, 6])
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(sizeBytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}
