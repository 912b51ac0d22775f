import { crc32 } from 'node:zlib'

/** USDZ: the data of every file starts at a multiple of this. */
const alignment = 64
const localHeaderBytes = 30
const extraFieldHeaderBytes = 4
/** Extra field that readers skip; the id that Pixar's own writer uses for padding. */
const paddingField = 0x1986
/** 1 January 1980, so that the same model gives the same bytes. */
const earliestDate = 0x21

/** File of a zip. */
export interface ZipFile {
  readonly name: string
  readonly chunks: readonly Uint8Array[]
}

/**
 * Writes a zip of stored files, their data aligned as the USDZ file format specification 1.3 requires. `lastOf` creates
 * one more file from the header offsets of the others. Throws `RangeError` at 4 GiB, because not every reader of these
 * formats supports zip64.
 */
export function* alignedZip(
  files: Iterable<ZipFile>,
  lastOf?: (offsets: ReadonlyMap<string, number>) => ZipFile,
): Generator<Uint8Array> {
  const centrals: Uint8Array[] = []
  const offsets = new Map<string, number>()
  let offset = 0
  const write = function* ({ name, chunks }: ZipFile): Generator<Uint8Array> {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    if (offset + length + 65_536 > 2 ** 32) throw new RangeError('a zip of this kind ends at 4 GiB')
    const checksum = chunks.reduce((sum, chunk) => crc32(chunk, sum), 0)
    const entry = { nameBytes: new TextEncoder().encode(name), length, checksum, offset }
    const local = localHeader(entry)
    offsets.set(name, offset)
    centrals.push(centralHeader(entry))
    offset += local.length + length
    yield local
    yield* chunks
  }
  for (const file of files) yield* write(file)
  if (lastOf) yield* write(lastOf(offsets))
  yield* centrals
  const centralLength = centrals.reduce((sum, { length }) => sum + length, 0)
  yield endRecord({ count: centrals.length, centralStart: offset, centralLength })
}

interface Entry {
  readonly nameBytes: Uint8Array
  readonly length: number
  readonly checksum: number
  /** Offset of its local header. */
  readonly offset: number
}

function localHeader(entry: Entry): Uint8Array {
  const beforePadding = localHeaderBytes + entry.nameBytes.length + extraFieldHeaderBytes
  const padding = (alignment - ((entry.offset + beforePadding) % alignment)) % alignment
  const out = new Uint8Array(beforePadding + padding)
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x04034b50, true)
  writeCommonFields(view, 4, entry)
  view.setUint16(28, extraFieldHeaderBytes + padding, true)
  out.set(entry.nameBytes, localHeaderBytes)
  view.setUint16(beforePadding - 4, paddingField, true)
  view.setUint16(beforePadding - 2, padding, true)
  return out
}

function centralHeader(entry: Entry): Uint8Array {
  const out = new Uint8Array(46 + entry.nameBytes.length)
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x02014b50, true)
  view.setUint16(4, 20, true)
  writeCommonFields(view, 6, entry)
  view.setUint32(42, entry.offset, true)
  out.set(entry.nameBytes, 46)
  return out
}

/** Writes the fields common to both headers: version, flags, method (0: stored), date, checksum, sizes, name length. */
function writeCommonFields(view: DataView, at: number, { nameBytes, length, checksum }: Entry): void {
  view.setUint16(at, 20, true)
  view.setUint16(at + 8, earliestDate, true)
  view.setUint32(at + 10, checksum, true)
  view.setUint32(at + 14, length, true)
  view.setUint32(at + 18, length, true)
  view.setUint16(at + 22, nameBytes.length, true)
}

interface CentralDirectory {
  readonly count: number
  readonly centralStart: number
  readonly centralLength: number
}

function endRecord({ count, centralStart, centralLength }: CentralDirectory): Uint8Array {
  if (count > 65_535) throw new RangeError('a zip of this kind ends at 65,535 files')
  const out = new Uint8Array(22)
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, centralLength, true)
  view.setUint32(16, centralStart, true)
  return out
}
