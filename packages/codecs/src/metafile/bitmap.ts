import { decodeImage, maxPixels } from '../image/raster-image.js'
import { type RasterImage } from '../image/pixels.js'

const fileHeaderBytes = 14
const headerBytes = 40
const [plain, byMasks] = [0, 3]

/** Decodes a bitmap of a record, after adding the missing file header; returns null when it cannot be shown. */
export function decodeDib(bitmap: Uint8Array): RasterImage | null {
  if (bitmap.length < headerBytes) return null
  const view = new DataView(bitmap.buffer, bitmap.byteOffset, bitmap.byteLength)
  const [size, bits, packing] = [view.getUint32(0, true), view.getUint16(14, true), view.getUint32(16, true)]
  if (size < headerBytes || size > bitmap.length) return null
  if (packing === byMasks || (bits === 16 && packing === plain)) return decodeMaskedDib(view, { size, bits, packing })
  const colors = bits <= 8 ? view.getUint32(32, true) || 2 ** bits : 0
  const file = new Uint8Array(fileHeaderBytes + bitmap.length)
  file.set([0x42, 0x4d])
  new DataView(file.buffer).setUint32(10, fileHeaderBytes + size + Math.min(colors, 256) * 4, true)
  file.set(bitmap, fileHeaderBytes)
  return decodeImage(file)
}

/** Default masks of five bits per channel. */
const defaultMasks = [0x7c00, 0x03e0, 0x001f]

interface Layout {
  readonly size: number
  readonly bits: number
  readonly packing: number
}

/**
 * Decodes pixels of two or four bytes with red, green and blue masks; the masks follow the header or are part of it.
 */
function decodeMaskedDib(view: DataView, { size, bits, packing }: Layout): RasterImage | null {
  const [width, signedHeight] = [view.getInt32(4, true), view.getInt32(8, true)]
  const height = Math.abs(signedHeight)
  const hasMasks = packing === byMasks
  const from = size + (hasMasks && size === headerBytes ? 12 : 0)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const isKnown = (bits === 16 || bits === 32) && width > 0 && height > 0 && width * height <= maxPixels
  if (!isKnown || from + rowBytes * height > view.byteLength) return null
  const masks = hasMasks ? [0, 4, 8].map((at) => view.getUint32(headerBytes + at, true)) : defaultMasks
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const row = Math.floor(pixel / width)
    const at = from + (signedHeight < 0 ? row : height - 1 - row) * rowBytes + ((pixel % width) * bits) / 8
    const value = bits === 16 ? view.getUint16(at, true) : view.getUint32(at, true)
    for (const [channel, mask] of masks.entries()) data[4 * pixel + channel] = extractChannel(value, mask)
  }
  return { width, height, data }
}

/** Scales the bits under a mask to 0 to 255. */
function extractChannel(value: number, mask: number): number {
  if (mask === 0) return 0
  return Math.round((((value & mask) >>> 0) / mask) * 255)
}
