import { crc32 } from 'node:zlib'

/** USDZ: the data of every file starts at a multiple of this. */
const alignment = 64
const localHeaderBytes = 30
const extraHeadBytes = 4
/** An extra field that readers skip; the number that Pixar's own writer pads with. */
const paddingField = 0x1986
/** 1 January 1980: the same model gives the same bytes. */
const earliestDate = 0x21

/**
 * A zip of one file, stored, its data aligned as the USDZ file format specification 1.3 asks. `RangeError` at 4 GiB: there
 * is no zip64 in USDZ that every reader knows.
 */
export function* alignedZip(name: string, pieces: readonly Uint8Array[]): Generator<Uint8Array> {
  const nameBytes = new TextEncoder().encode(name)
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (length + 4096 > 2 ** 32) throw new RangeError('a USDZ ends at 4 GiB')
  const checksum = pieces.reduce((sum, piece) => crc32(piece, sum), 0)
  const entry = { nameBytes, length, checksum }
  const local = localHeader(entry)
  const central = centralHeader(entry)
  yield local
  yield* pieces
  yield central
  yield endRecord({ centralStart: local.length + length, centralLength: central.length })
}

interface Entry {
  readonly nameBytes: Uint8Array
  readonly length: number
  readonly checksum: number
}

function localHeader(entry: Entry): Uint8Array {
  const beforePadding = localHeaderBytes + entry.nameBytes.length + extraHeadBytes
  const padding = (alignment - (beforePadding % alignment)) % alignment
  const out = new Uint8Array(beforePadding + padding)
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x04034b50, true)
  putFacts(view, 4, entry)
  view.setUint16(28, extraHeadBytes + padding, true)
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
  putFacts(view, 6, entry)
  out.set(entry.nameBytes, 46)
  return out
}

/** What both headers say alike: version, flags, method (0: stored), date, checksum, sizes, length of the name. */
function putFacts(view: DataView, at: number, { nameBytes, length, checksum }: Entry): void {
  view.setUint16(at, 20, true)
  view.setUint16(at + 8, earliestDate, true)
  view.setUint32(at + 10, checksum, true)
  view.setUint32(at + 14, length, true)
  view.setUint32(at + 18, length, true)
  view.setUint16(at + 22, nameBytes.length, true)
}

function endRecord({ centralStart, centralLength }: { centralStart: number; centralLength: number }): Uint8Array {
  const out = new Uint8Array(22)
  const view = new DataView(out.buffer)
  view.setUint32(0, 0x06054b50, true)
  view.setUint16(8, 1, true)
  view.setUint16(10, 1, true)
  view.setUint32(12, centralLength, true)
  view.setUint32(16, centralStart, true)
  return out
}
