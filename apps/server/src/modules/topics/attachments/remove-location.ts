import type { ImageType } from './detect-content.js'

const gpsPointerTag = 0x8825
const entryBytes = 12
const maxHeaders = 64
const maxDirectories = 8
const maxEntries = 512
/** Bytes of one value by its TIFF type. */
const typeBytes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8]

/**
 * Removes the place where a photo was taken, in all its Exif blocks and XMP packets; date, orientation and pixels stay
 * as they are. Overwrites instead of cutting: the same works for JPEG, WebP, HEIF and TIFF, whose offsets stay valid.
 */
export function removeLocation(content: Buffer, type: ImageType): Buffer {
  if (type === 'image/png') return withoutTextChunks(content)
  const bytes = Buffer.from(content)
  for (const signature of ['II*\0', 'MM\0*']) {
    for (const at of findAll(bytes, Buffer.from(signature, 'latin1'))) clearGpsDirectories(bytes, at)
  }
  for (const at of findAll(bytes, Buffer.from('exif:GPS'))) clearXmpValue(bytes, at)
  return bytes
}

function* findAll(bytes: Buffer, signature: Buffer): Iterable<number> {
  let at = bytes.indexOf(signature)
  for (let count = 0; at >= 0 && count < maxHeaders; count++) {
    yield at
    at = bytes.indexOf(signature, at + signature.length)
  }
}

interface Tiff {
  readonly bytes: Buffer
  /** Position of the header, from which offsets count. */
  readonly start: number
  readonly u16: (at: number) => number
  readonly u32: (at: number) => number
}

function clearGpsDirectories(bytes: Buffer, start: number): void {
  const isIntelOrder = bytes[start] === 0x49
  const isInside = (at: number, length: number): boolean => at >= 0 && at + length <= bytes.length
  const tiff: Tiff = {
    bytes,
    start,
    u16: (at) => (isInside(at, 2) ? (isIntelOrder ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)) : 0),
    u32: (at) => (isInside(at, 4) ? (isIntelOrder ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)) : 0),
  }
  let offset = tiff.u32(start + 4)
  for (let directory = 0; offset > 0 && directory < maxDirectories; directory++) {
    const at = start + offset
    const entries = Math.min(maxEntries, tiff.u16(at))
    for (let index = 0; index < entries; index++) {
      const entry = at + 2 + index * entryBytes
      if (tiff.u16(entry) === gpsPointerTag) clearDirectory(tiff, start + tiff.u32(entry + 8))
    }
    offset = tiff.u32(at + 2 + entries * entryBytes)
  }
}

/** Clears the values of a directory, then its entries. */
function clearDirectory({ bytes, start, u16, u32 }: Tiff, at: number): void {
  const entries = u16(at)
  // A header that is part of the pixels leads to nonsense.
  if (entries === 0 || entries > maxEntries || at + 2 + entries * entryBytes > bytes.length) return
  for (let index = 0; index < entries; index++) {
    const entry = at + 2 + index * entryBytes
    const length = (typeBytes[u16(entry + 2)] ?? 0) * u32(entry + 4)
    const value = start + u32(entry + 8)
    if (length > 4 && value + length <= bytes.length) bytes.fill(0, value, value + length)
  }
  bytes.fill(0, at, at + 2 + entries * entryBytes)
}

const maxValueBytes = 512

/** Clears the value of an XMP property, written as an attribute or as an element. */
function clearXmpValue(bytes: Buffer, at: number): void {
  const text = bytes.toString('latin1', at, at + maxValueBytes)
  const match = /^exif:GPS\w*(?:\s*=\s*("[^"]*"|'[^']*')|[^<>]*>([^<]*)<)/.exec(text)
  const value = match?.[1]?.slice(1, -1) ?? match?.[2] ?? ''
  const start = match ? match[0].lastIndexOf(value) : 0
  if (match && value !== '') bytes.fill(' ', at + start, at + start + value.length)
}

const pngTextChunks = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt'])

/** Removes the chunks of a PNG that may have a location: its texts can be compressed. */
function withoutTextChunks(bytes: Buffer): Buffer {
  const chunks = [bytes.subarray(0, 8)]
  let at = 8
  while (at + entryBytes <= bytes.length) {
    const end = at + entryBytes + bytes.readUInt32BE(at)
    if (end > bytes.length) break
    if (!pngTextChunks.has(bytes.toString('latin1', at + 4, at + 8))) chunks.push(bytes.subarray(at, end))
    at = end
  }
  return Buffer.concat(chunks)
}
