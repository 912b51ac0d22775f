import { deflateSync } from 'node:zlib'
import type { RasterImage } from '../textures/raster-image.js'

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 255] ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, data.length)
  for (let at = 0; at < 4; at++) chunk[4 + at] = type.charCodeAt(at)
  chunk.set(data, 8)
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)))
  return chunk
}

/** Image of at most 256 colours. */
export interface IndexedImage {
  readonly width: number
  readonly height: number
  /** Palette index per pixel, from the top left. */
  readonly pixels: Uint8Array
  /** r g b a per palette entry. */
  readonly palette: Uint8Array
}

/**
 * Encodes an indexed image as PNG. pngjs writes true colour only, which made thumbnails 44 to 124 KB; with a palette
 * they are a third of that.
 */
export function encodeIndexedPng({ width, height, pixels, palette }: IndexedImage): Uint8Array {
  const rows = new Uint8Array((width + 1) * height)
  for (let y = 0; y < height; y++) rows.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  const count = palette.length / 4
  const colors = Uint8Array.from({ length: count * 3 }, (_, at) => palette[Math.floor(at / 3) * 4 + (at % 3)])
  const alphas = Uint8Array.from({ length: count }, (_, row) => palette[row * 4 + 3])
  return joinChunks([
    headerChunk(width, height, colorType.palette),
    pngChunk('PLTE', colors),
    pngChunk('tRNS', alphas),
    pngChunk('IDAT', deflateSync(rows, { level: 6 })),
  ])
}

const colorType = { palette: 3, trueColorWithAlpha: 6 } as const

function headerChunk(width: number, height: number, type: number): Uint8Array {
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  header[8] = 8
  header[9] = type
  return pngChunk('IHDR', header)
}

const joinChunks = (chunks: readonly Uint8Array[]): Uint8Array =>
  new Uint8Array(
    Buffer.concat([
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      ...chunks,
      pngChunk('IEND', new Uint8Array(0)),
    ]),
  )

/** Encodes a true-colour image as PNG: r g b a per pixel. */
export function encodeTruePng({ width, height, pixels }: RasterImage): Uint8Array {
  const rowBytes = width * 4
  const rows = new Uint8Array((rowBytes + 1) * height)
  for (let y = 0; y < height; y++) {
    const from = y * rowBytes
    const to = y * (rowBytes + 1)
    // Filter 1: each byte is the difference to the pixel on its left.
    rows[to] = 1
    for (let at = 0; at < rowBytes; at++) rows[to + 1 + at] = pixels[from + at] - (at < 4 ? 0 : pixels[from + at - 4])
  }
  const data = pngChunk('IDAT', deflateSync(rows, { level: 6 }))
  return joinChunks([headerChunk(width, height, colorType.trueColorWithAlpha), data])
}
