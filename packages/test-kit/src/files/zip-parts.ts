import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib'

/** A part of an archive, uncompressed. */
interface ZipPart {
  readonly name: Buffer
  readonly bytes: Buffer
  readonly isPacked: boolean
}

/** The parts of a test archive, and the bytes before them. */
interface ZipParts {
  readonly mark: Buffer
  /** Whether offsets count from the first part instead of the beginning of the file. */
  readonly countsFromMark: boolean
  readonly parts: readonly ZipPart[]
}

const localHeaderSignature = Buffer.from('PK\u0003\u0004', 'latin1')
const centralHeaderSignature = Buffer.from('PK\u0001\u0002', 'latin1')
const endRecordSignature = Buffer.from('PK\u0005\u0006', 'latin1')

function partAt(bytes: Buffer, row: number, base: number): ZipPart {
  const local = base + bytes.readUInt32LE(row + 42)
  const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28)
  const data = bytes.subarray(start, start + bytes.readUInt32LE(row + 20))
  const isPacked = bytes.readUInt16LE(row + 10) === 8
  const name = bytes.subarray(row + 46, row + 46 + bytes.readUInt16LE(row + 28))
  return { name, isPacked, bytes: isPacked ? inflateRawSync(data) : data }
}

/** Parses a well-formed archive; null if the bytes are not one. */
export function readParts(bytes: Buffer): ZipParts | null {
  const [first, end] = [bytes.indexOf(localHeaderSignature), bytes.lastIndexOf(endRecordSignature)]
  if (first < 0 || first > 4096 || end < 0) return null
  let row = bytes.indexOf(centralHeaderSignature)
  if (row < 0) return null
  const countsFromMark =
    first > 0 &&
    !bytes
      .subarray(bytes.readUInt32LE(row + 42))
      .subarray(0, 4)
      .equals(localHeaderSignature)
  const parts: ZipPart[] = []
  while (bytes.subarray(row, row + 4).equals(centralHeaderSignature)) {
    parts.push(partAt(bytes, row, countsFromMark ? first : 0))
    row += 46 + bytes.readUInt16LE(row + 28) + bytes.readUInt16LE(row + 30) + bytes.readUInt16LE(row + 32)
  }
  return { mark: bytes.subarray(0, first), countsFromMark, parts }
}

/** Writes a valid archive of these parts. */
export function writeParts({ countsFromMark, mark, parts }: ZipParts): Buffer {
  const [chunks, rows]: [Buffer[], Buffer[]] = [[mark], []]
  let offset = countsFromMark ? 0 : mark.length
  for (const { bytes, isPacked, name } of parts) {
    const data = isPacked ? deflateRawSync(bytes) : bytes
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    chunks.push(localHeaderSignature, common, name, data)
    rows.push(centralHeaderSignature, Buffer.from([20, 0]), common, rest, name)
    offset += 4 + 26 + name.length + data.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  const directory = Buffer.concat(rows)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...chunks, directory, endRecordSignature, end])
}
