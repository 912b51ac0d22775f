import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of a test archive; omitted members get valid values. */
export interface ZipEntryText {
  readonly name: string
  readonly bytes: Uint8Array
  /** 0 stored, 8 deflated (default), others only claimed. */
  readonly method?: number
  /** Bit 0: encrypted. */
  readonly flags?: number
  /** Name in the local header. */
  readonly localName?: string
  readonly checksum?: number
  /** Size stated in the directory. */
  readonly promisedBytes?: number
  /** `bytes` in packed form, where they must not be packed here. */
  readonly packed?: Uint8Array
}

interface WrittenEntry {
  readonly local: Buffer
  readonly directory: Buffer
}

function writeEntry(entry: ZipEntryText, offset: number): WrittenEntry {
  const { method = 8, flags = 0, localName = entry.name, checksum = crc32(entry.bytes) } = entry
  const data = entry.packed ?? (method === 8 ? deflateRawSync(entry.bytes) : Buffer.from(entry.bytes))
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(flags, 2)
  common.writeUInt16LE(method, 4)
  common.writeUInt32LE(checksum, 10)
  common.writeUInt32LE(data.length, 14)
  common.writeUInt32LE(entry.promisedBytes ?? entry.bytes.length, 18)
  const withName = (name: string): Buffer => {
    const copy = Buffer.from(common)
    copy.writeUInt16LE(Buffer.byteLength(name), 22)
    return copy
  }
  const local = Buffer.concat([
    Buffer.from('PK\u0003\u0004', 'latin1'),
    withName(localName),
    Buffer.from(localName),
    data,
  ])
  const rest = Buffer.alloc(14)
  rest.writeUInt32LE(offset, 10)
  const start = Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1')
  return { local, directory: Buffer.concat([start, withName(entry.name), rest, Buffer.from(entry.name)]) }
}

/** Creates a ZIP archive byte by byte, so that it may be malformed. */
export const createZip = (...entries: readonly ZipEntryText[]): Uint8Array => createZipFrom(entries)

/** Works like `createZip`, for more entries than a call accepts as arguments. */
export function createZipFrom(entries: readonly ZipEntryText[]): Uint8Array {
  const records: WrittenEntry[] = []
  let offset = 0
  for (const entry of entries) {
    const each = writeEntry(entry, offset)
    offset += each.local.length
    records.push(each)
  }
  const directory = Buffer.concat(records.map((each) => each.directory))
  const directoryInfo = { count: entries.length, length: directory.length, start: offset }
  return Uint8Array.from(
    Buffer.concat([...records.map((each) => each.local), directory, createEndRecord(directoryInfo)]),
  )
}

const maxCount = 0xffff

/** Creates the end record; the ZIP64 record precedes it where the count does not fit into two bytes. */
function createEndRecord({ count, length, start }: { count: number; length: number; start: number }): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(Math.min(count, maxCount), 8)
  end.writeUInt16LE(Math.min(count, maxCount), 10)
  end.writeUInt32LE(length, 12)
  end.writeUInt32LE(start, 16)
  if (count < maxCount) return end
  const large = Buffer.alloc(56)
  large.write('PK\u0006\u0006', 'latin1')
  const numbers = [
    [4, 44],
    [24, count],
    [32, count],
    [40, length],
    [48, start],
  ] as const
  for (const [at, value] of numbers) large.writeBigUInt64LE(BigInt(value), at)
  const pointer = Buffer.alloc(20)
  pointer.write('PK\u0006\u0007', 'latin1')
  pointer.writeBigUInt64LE(BigInt(start + length), 8)
  pointer.writeUInt32LE(1, 16)
  return Buffer.concat([large, pointer, end])
}
