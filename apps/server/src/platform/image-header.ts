/** Metadata of an image, read before it is decoded. */
export interface ImageHeader {
  readonly type: 'jpeg' | 'png' | 'webp'
  readonly width: number
  readonly height: number
}

/**
 * Reads the size of a JPEG, PNG or WebP image; returns null for everything else. Our own parser, so that an image which
 * claims a billion pixels never reaches a decoder that would allocate them.
 */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  return pngHeader(bytes) ?? webpHeader(bytes) ?? jpegHeader(bytes)
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

function pngHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 24 || !bytes.subarray(0, 8).equals(pngSignature)) return null
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return null
  return sized('png', bytes.readUInt32BE(16), bytes.readUInt32BE(20))
}

/** Reads a RIFF container; its first chunk is lossy (`VP8 `), lossless (`VP8L`) or extended (`VP8X`). */
function webpHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF') return null
  if (bytes.toString('latin1', 8, 12) !== 'WEBP') return null
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return sized('webp', bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return sized('webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return sized('webp', bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return null
  }
}

const firstFrameMarker = 0xc0
const lastFrameMarker = 0xcf
/** DHT, JPG and DAC are in the range of the frame markers, but are not frames. */
const notFrames = new Set([0xc4, 0xc8, 0xcc])

/** Walks the segments to the frame header, which has the size. */
function jpegHeader(bytes: Buffer): ImageHeader | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    const isFrame = marker >= firstFrameMarker && marker <= lastFrameMarker && !notFrames.has(marker)
    if (isFrame) return sized('jpeg', bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2) return null
    at += 2 + length
  }
  return null
}

function sized(type: ImageHeader['type'], width: number, height: number): ImageHeader | null {
  return width > 0 && height > 0 ? { type, width, height } : null
}
