import { paddedLength } from './glb-layout.js'

/** "glTF", "JSON" and "BIN\0" as little-endian numbers (glTF 2.0, section 4.4). */
const magic = 0x46546c67
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
const maxBytes = 2 ** 32 - 1

/** Encodes the file header, the JSON chunk and the header of the binary chunk; throws `RangeError` past 4 GiB. */
export function encodeGlbHeader(document: object, binaryLength: number): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(document))
  const jsonLength = paddedLength(json.length)
  const hasBinary = binaryLength > 0
  const length = 12 + 8 + jsonLength + (hasBinary ? 8 + binaryLength : 0)
  if (length > maxBytes) throw new RangeError('a binary glTF ends at 4 GiB')
  const out = new Uint8Array(20 + jsonLength + (hasBinary ? 8 : 0)).fill(0x20)
  const view = new DataView(out.buffer)
  const numbers = [magic, 2, length, jsonLength, jsonChunk]
  numbers.forEach((number, at) => view.setUint32(at * 4, number, true))
  out.set(json, 20)
  if (hasBinary) {
    view.setUint32(20 + jsonLength, binaryLength, true)
    view.setUint32(24 + jsonLength, binaryChunk, true)
  }
  return out
}
