import { matchesAt } from './head.js'

const compoundFileMark = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'

/** Whether a file is a compound file (OLE: Revit, 3ds Max, old Office). */
export const isCompoundFile = (head: Uint8Array): boolean => matchesAt(head, 0, compoundFileMark)

/** Whether a file is a zip archive, an empty one included. */
export const isZip = (head: Uint8Array): boolean =>
  matchesAt(head, 0, 'PK\u0003\u0004') || matchesAt(head, 0, 'PK\u0005\u0006')

const latin1 = new TextDecoder('latin1')

/** Names of zip entries whose local headers lie in the head; without reading the directory these are only the first. */
export function zipEntryNames(head: Uint8Array): readonly string[] {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const names: string[] = []
  for (let offset = 0; offset + 30 <= head.length; offset++) {
    if (!matchesAt(head, offset, 'PK\u0003\u0004')) continue
    const length = view.getUint16(offset + 26, true)
    names.push(latin1.decode(head.subarray(offset + 30, offset + 30 + length)))
  }
  return names
}

const directoryEntryBytes = 128

/**
 * Names of a compound file's streams as far as its first directory sector lies in the head. An empty answer means that
 * the head does not reach it.
 */
export function compoundStreamNames(head: Uint8Array): readonly string[] {
  if (head.length < 512) return []
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  const sectorBytes = 2 ** Math.min(view.getUint16(30, true), 16)
  const start = (view.getUint32(48, true) + 1) * sectorBytes
  const names: string[] = []
  for (let entry = start; entry + directoryEntryBytes <= Math.min(head.length, start + sectorBytes); entry += 128) {
    const nameBytes = Math.min(64, Math.max(0, view.getUint16(entry + 64, true) - 2))
    if (nameBytes > 0) names.push(new TextDecoder('utf-16le').decode(head.subarray(entry, entry + nameBytes)))
  }
  return names
}
