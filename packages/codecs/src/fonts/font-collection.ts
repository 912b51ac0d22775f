import { MalformedRecordError } from '../records/malformed-record-error.js'
import { checkOutlineFont } from './outline-font.js'

const collectionMark = 'ttcf'
const maxTables = 64
const directoryRowBytes = 16
const headerBytes = 12

/**
 * Returns a single outline font file: the bytes themselves, or the first font of a collection (`.ttc`), the usual form
 * of Chinese, Japanese and Korean fonts in distributions. Throws `MalformedRecordError` for inconsistent data.
 */
export function singleOutlineFont(bytes: Uint8Array): Uint8Array {
  const isCollection = bytes.length > 16 && String.fromCharCode(...bytes.subarray(0, 4)) === collectionMark
  const font = isCollection ? extractFirstFont(bytes) : bytes
  checkOutlineFont(font)
  return font
}

/**
 * Extracts one font. Tables of a collection are shared, with offsets in the whole file: those of one font are copied to
 * new offsets.
 */
function extractFirstFont(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const start = view.getUint32(12)
  if (start + headerBytes > bytes.length) throw new MalformedRecordError('first font of a collection')
  const count = view.getUint16(start + 4)
  const directoryBytes = headerBytes + directoryRowBytes * count
  if (count === 0 || count > maxTables || start + directoryBytes > bytes.length)
    throw new MalformedRecordError('tables of a font', start)
  const rows = Array.from({ length: count }, (_, row) => tableAt(view, start + headerBytes + directoryRowBytes * row))
  const size = rows.reduce((sum, { length }) => sum + paddedLength(length), directoryBytes)
  const font = new Uint8Array(size)
  font.set(bytes.subarray(start, start + directoryBytes))
  const directory = new DataView(font.buffer)
  let position = directoryBytes
  rows.forEach(({ offset, length }, row) => {
    font.set(bytes.subarray(offset, offset + length), position)
    directory.setUint32(headerBytes + directoryRowBytes * row + 8, position)
    position += paddedLength(length)
  })
  return font
}

function tableAt(view: DataView, at: number): { readonly offset: number; readonly length: number } {
  const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)]
  if (offset + length > view.byteLength) throw new MalformedRecordError('table of a font', at)
  return { offset, length }
}

/** Returns a length padded to a multiple of four bytes, where tables begin. */
const paddedLength = (length: number): number => Math.ceil(length / 4) * 4
