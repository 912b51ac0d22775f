const headerBytes = 256 * 1024
const signature = [0x45, 0x78, 0x69, 0x66, 0, 0]
const orientationTag = 0x0112

/**
 * Copies the Exif data of a JPEG, with time and place, to another one whose pixels are upright. Returns null when the
 * original has none that can be read.
 */
export async function copyExif(original: Blob, upright: Blob): Promise<Blob | null> {
  const segment = findExifSegment(new Uint8Array(await original.slice(0, headerBytes).arrayBuffer()))
  if (segment === null) return null
  const start = upright.slice(0, 2)
  return new Blob([start, setUpright(segment), upright.slice(2)], { type: upright.type })
}

/** Finds the segment APP1 with Exif data, with its marker. */
function findExifSegment(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null
  const view = new DataView(bytes.buffer)
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const end = at + 2 + view.getUint16(at + 2)
    const isExif = bytes[at + 1] === 0xe1 && signature.every((byte, index) => bytes[at + 4 + index] === byte)
    if (isExif) return end <= bytes.length ? bytes.slice(at, end) : null
    // Pixels begin: no header follows.
    if (bytes[at + 1] === 0xda) return null
    at = end
  }
  return null
}

/** Sets the orientation in a segment to upright. */
function setUpright(segment: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const tiffStart = 4 + signature.length
  const view = new DataView(segment.buffer)
  if (segment.length < tiffStart + 8) return segment
  const isLittleEndian = view.getUint16(tiffStart) === 0x4949
  const directory = tiffStart + view.getUint32(tiffStart + 4, isLittleEndian)
  if (directory + 2 > segment.length) return segment
  const count = view.getUint16(directory, isLittleEndian)
  for (let entry = directory + 2; entry < directory + 2 + count * 12; entry += 12) {
    if (entry + 12 > segment.length) break
    if (view.getUint16(entry, isLittleEndian) === orientationTag) view.setUint16(entry + 8, 1, isLittleEndian)
  }
  return segment
}
