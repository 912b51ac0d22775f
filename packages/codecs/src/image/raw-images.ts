import { matchesAt } from '../detection/file-header.js'
import type { RasterImage } from './pixels.js'

/** Pixel layout of an uncompressed image: blue first, with a fixed number of bytes. */
interface Layout {
  readonly width: number
  readonly height: number
  /** 1 grey, 3 colour, 4 colour and alpha. */
  readonly bytesPerPixel: 1 | 3 | 4
  readonly isTopDown: boolean
  readonly hasAlpha: boolean
}

/** An image that is filled pixel by pixel. */
class Canvas implements RasterImage {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
  readonly #layout: Layout
  readonly #source: Uint8Array

  constructor(layout: Layout, source: Uint8Array) {
    this.width = layout.width
    this.height = layout.height
    this.data = new Uint8Array(layout.width * layout.height * 4)
    this.#layout = layout
    this.#source = source
  }

  /** Copies the pixel at offset `from` to the position of pixel number `at` of the file. */
  put(at: number, from: number): void {
    const { width, height, bytesPerPixel, isTopDown, hasAlpha } = this.#layout
    const source = this.#source
    const row = Math.floor(at / width)
    const to = ((isTopDown ? row : height - 1 - row) * width + (at % width)) * 4
    this.data[to] = source[from + (bytesPerPixel === 1 ? 0 : 2)]
    this.data[to + 1] = source[from + (bytesPerPixel === 1 ? 0 : 1)]
    this.data[to + 2] = source[from]
    this.data[to + 3] = hasAlpha ? source[from + 3] : 255
  }
}

const toBytesPerPixel = (bits: number): Layout['bytesPerPixel'] | null =>
  bits === 8 ? 1 : bits === 24 ? 3 : bits === 32 ? 4 : null

const targaHeader = 18
/** Bits of a Targa's image descriptor. */
const targaBit = { alphaBits: 0x0f, rightToLeft: 0x10, topDown: 0x20 } as const
const targaKinds: Readonly<Record<number, 'plain' | 'packed'>> = { 2: 'plain', 3: 'plain', 10: 'packed', 11: 'packed' }

/**
 * Decodes a Truevision Targa: true colour or grey, uncompressed or run-length encoded. The format has no signature:
 * null for bytes with an implausible header, and for images of more than `maxPixels`.
 */
export function decodeTarga(bytes: Uint8Array, maxPixels: number): RasterImage | null {
  if (bytes.length <= targaHeader) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, height] = [view.getUint16(12, true), view.getUint16(14, true)]
  const kind = targaKinds[bytes[2]]
  const bytesPerPixel = toBytesPerPixel(bytes[16])
  const descriptor = bytes[17]
  const isSupported = bytes[1] === 0 && kind !== undefined && bytesPerPixel !== null && (descriptor & 0xd0) === 0
  if (!isSupported || width * height === 0 || width * height > maxPixels) return null
  const hasAlpha = bytesPerPixel === 4 && (descriptor & targaBit.alphaBits) > 0
  const layout = { width, height, bytesPerPixel, isTopDown: (descriptor & targaBit.topDown) !== 0, hasAlpha }
  const pixels = bytes.subarray(targaHeader + bytes[0])
  return kind === 'plain' ? decodePlain(pixels, layout) : decodePacked(pixels, layout)
}

function decodePlain(
  pixels: Uint8Array,
  layout: Layout,
  rowBytes = layout.width * layout.bytesPerPixel,
): RasterImage | null {
  const { width, height, bytesPerPixel } = layout
  if (pixels.length < rowBytes * (height - 1) + width * bytesPerPixel) return null
  const canvas = new Canvas(layout, pixels)
  for (let at = 0; at < width * height; at++)
    canvas.put(at, Math.floor(at / width) * rowBytes + (at % width) * bytesPerPixel)
  return canvas
}

/** Decodes packets: a count, then one pixel to repeat or that many pixels. */
function decodePacked(pixels: Uint8Array, layout: Layout): RasterImage | null {
  const { width, height, bytesPerPixel } = layout
  // A packet of a count and a pixel expands to at most 128 pixels.
  if (width * height > (pixels.length / (1 + bytesPerPixel)) * 128) return null
  const canvas = new Canvas(layout, pixels)
  let from = 0
  for (let at = 0; at < width * height;) {
    const packet = pixels[from++]
    const isRun = (packet & 0x80) !== 0
    const count = Math.min((packet & 0x7f) + 1, width * height - at)
    if (from + bytesPerPixel * (isRun ? 1 : count) > pixels.length) return null
    for (let pixel = 0; pixel < count; pixel++) canvas.put(at + pixel, from + (isRun ? 0 : pixel * bytesPerPixel))
    from += bytesPerPixel * (isRun ? 1 : count)
    at += count
  }
  return canvas
}

/**
 * Decodes an uncompressed Windows bitmap: 24 or 32 bits per pixel, or 1, 4 or 8 with a palette; returns null for all
 * others.
 */
export function decodeBitmap(bytes: Uint8Array, maxPixels: number): RasterImage | null {
  if (!matchesAt(bytes, 0, 'BM') || bytes.length < 54) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [width, signedHeight] = [view.getInt32(18, true), view.getInt32(22, true)]
  const height = Math.abs(signedHeight)
  const bytesPerPixel = toBytesPerPixel(view.getUint16(28, true))
  const isPlain = view.getUint32(14, true) >= 40 && view.getUint32(30, true) === 0
  if (!isPlain || width <= 0 || height === 0 || width * height > maxPixels) return null
  const bits = view.getUint16(28, true)
  if (bits === 1 || bits === 4 || bits === 8)
    return decodeIndexed(bytes, { width, height, bits, isTopDown: signedHeight < 0 })
  if (bytesPerPixel === null || bytesPerPixel === 1) return null
  const layout = { width, height, bytesPerPixel, isTopDown: signedHeight < 0, hasAlpha: false }
  return decodePlain(bytes.subarray(view.getUint32(10, true)), layout, Math.ceil((width * bytesPerPixel) / 4) * 4)
}

interface IndexedLayout {
  readonly width: number
  readonly height: number
  readonly bits: 1 | 4 | 8
  readonly isTopDown: boolean
}

/**
 * Decodes palette indices (palette of blue, green, red, unused), packed most significant bit first, rows padded to four
 * bytes.
 */
function decodeIndexed(bytes: Uint8Array, { width, height, bits, isTopDown }: IndexedLayout): RasterImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const palette = 14 + view.getUint32(14, true)
  const from = view.getUint32(10, true)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  if (from + rowBytes * height > bytes.length) return null
  const data = new Uint8Array(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    const bit = x * bits
    const packed = bytes[from + (isTopDown ? y : height - 1 - y) * rowBytes + (bit >> 3)]
    const color = palette + ((packed >> (8 - bits - (bit & 7))) & (2 ** bits - 1)) * 4
    data.set([bytes[color + 2], bytes[color + 1], bytes[color], 255], pixel * 4)
  }
  return { width, height, data }
}
