import type { RasterImage } from '@kamar/codecs/image'

/** Max offset of a bitmap's header from the record that draws it. */
const maxHeaderOffset = 96
const headerBytes = 40
const maxPixels = 2048 * 2048
/** `StretchDIBits` with "copy" as its operation, as in a Windows metafile. */
const drawRecord = Uint8Array.of(0x43, 0x0f, 0x20, 0, 0xcc, 0)

/** Decodes the image in a stored metafile: the bitmap that it draws, 8, 24 or 32 bits per pixel; null without one. */
export function decodeStoredBitmap(metafile: Uint8Array): RasterImage | null {
  const bytes = Buffer.from(metafile.buffer, metafile.byteOffset, metafile.byteLength)
  const record = bytes.indexOf(drawRecord)
  if (record < 0) return null
  for (let at = record + drawRecord.length; at <= record + maxHeaderOffset; at += 2) {
    if (at + headerBytes <= bytes.length && bytes.readUInt32LE(at) === headerBytes)
      return decodeBitmap(bytes.subarray(at))
  }
  return null
}

function decodeBitmap(bytes: Buffer): RasterImage | null {
  const [width, height] = [bytes.readInt32LE(4), bytes.readInt32LE(8)]
  const [bits, compression] = [bytes.readUInt16LE(14), bytes.readUInt32LE(16)]
  if (width <= 0 || height <= 0 || width * height > maxPixels || compression !== 0) return null
  if (bits !== 8 && bits !== 24 && bits !== 32) return null
  const colors = bits === 8 ? bytes.readUInt32LE(32) || 256 : 0
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const pixels = headerBytes + 4 * colors
  if (colors > 256 || pixels + rowBytes * height > bytes.length) return null
  const data = new Uint8Array(4 * width * height)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    // Rows run from the bottom up, channels from blue to red.
    const at = pixels + (height - 1 - y) * rowBytes + (x * bits) / 8
    const color = bits === 8 ? headerBytes + 4 * Math.min(bytes[at], colors - 1) : at
    data.set([bytes[color + 2], bytes[color + 1], bytes[color], 255], 4 * pixel)
  }
  return { width, height, data }
}
