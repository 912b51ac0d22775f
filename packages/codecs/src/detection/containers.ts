import { matchesAt } from './file-header.js'

const compoundFileSignature = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'

/** Returns whether a file is a compound file (OLE: Revit, 3ds Max, old Office). */
export const isCompoundFile = (header: Uint8Array): boolean => matchesAt(header, 0, compoundFileSignature)

/** Returns whether a file is a zip archive, including an empty one. */
export const isZip = (header: Uint8Array): boolean =>
  matchesAt(header, 0, 'PK\u0003\u0004') || matchesAt(header, 0, 'PK\u0005\u0006')

const latin1 = new TextDecoder('latin1')

/**
 * Returns the names of zip entries whose local headers lie in the file header; without the directory these are only the
 * first.
 */
export function zipEntryNames(header: Uint8Array): readonly string[] {
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const names: string[] = []
  for (let offset = 0; offset + 30 <= header.length; offset++) {
    if (!matchesAt(header, offset, 'PK\u0003\u0004')) continue
    const length = view.getUint16(offset + 26, true)
    names.push(latin1.decode(header.subarray(offset + 30, offset + 30 + length)))
  }
  return names
}

const directoryEntryBytes = 128

/**
 * Returns the names of a compound file's streams as far as its first directory sector lies in the header; empty when it
 * lies beyond.
 */
export function compoundStreamNames(header: Uint8Array): readonly string[] {
  if (header.length < 512) return []
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength)
  const sectorBytes = 2 ** Math.min(view.getUint16(30, true), 16)
  const start = (view.getUint32(48, true) + 1) * sectorBytes
  const names: string[] = []
  for (let entry = start; entry + directoryEntryBytes <= Math.min(header.length, start + sectorBytes); entry += 128) {
    const nameBytes = Math.min(64, Math.max(0, view.getUint16(entry + 64, true) - 2))
    if (nameBytes > 0) names.push(new TextDecoder('utf-16le').decode(header.subarray(entry, entry + nameBytes)))
  }
  return names
}
