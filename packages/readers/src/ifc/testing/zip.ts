import { crc32, deflateRawSync } from 'node:zlib'

/** One entry of an archive of the tests; what is not stated is as it should be. */
export interface ZipEntryText {
  readonly name: string
  readonly bytes: Uint8Array
  /** 0 stored, 8 deflated (default), others only claimed. */
  readonly method?: number
  /** Bit 0: encrypted. */
  readonly flags?: number
  /** The name in the local header. */
  readonly localName?: string
  readonly checksum?: number
  /** Size that the directory promises. */
  readonly promisedBytes?: number
}

interface WrittenEntry {
  readonly local: Buffer
  readonly directory: Buffer
}

function writeEntry(entry: ZipEntryText, offset: number): WrittenEntry {
  const { method = 8, flags = 0, localName = entry.name, checksum = crc32(entry.bytes) } = entry
  const data = method === 8 ? deflateRawSync(entry.bytes) : Buffer.from(entry.bytes)
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

/** A zip archive, written by hand so that it may lie. */
export function zipOf(...entries: readonly ZipEntryText[]): Uint8Array {
  const written: WrittenEntry[] = []
  let offset = 0
  for (const entry of entries) {
    const each = writeEntry(entry, offset)
    offset += each.local.length
    written.push(each)
  }
  const directory = Buffer.concat(written.map((each) => each.directory))
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Uint8Array.from(Buffer.concat([...written.map((each) => each.local), directory, end]))
}
