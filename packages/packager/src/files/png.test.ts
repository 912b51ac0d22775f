import { crc32, inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { toIndexed } from './palette.js'
import { encodeIndexedPng, encodeTruePng } from './png.js'

const read = (rgba: readonly number[], width: number): number[] => [
  ...PNG.sync.read(Buffer.from(encodeIndexedPng(toIndexed(Uint8Array.from(rgba), width, rgba.length / 4 / width))))
    .data,
]

describe('indexed PNG', () => {
  it('keeps a few colours and transparencies exactly', () => {
    const pixels = [255, 0, 0, 255, 12, 200, 7, 128, 0, 0, 0, 0, 255, 0, 0, 255, 90, 90, 90, 255, 0, 0, 0, 0]
    expect(read(pixels, 3)).toEqual(pixels)
  })

  it('encodes a fully transparent image', () => {
    expect(
      read(
        Array.from({ length: 16 }, () => 0),
        2,
      ),
    ).toEqual(Array.from({ length: 16 }, () => 0))
  })

  it('reduces thousands of colours to at most 256 similar ones', () => {
    const pixels = Array.from({ length: 64 * 64 }, (_, at) => [(at % 64) * 4, (at >> 6) * 4, 80, 255]).flat()
    const { palette } = toIndexed(Uint8Array.from(pixels), 64, 64)
    expect(palette.length / 4).toBeLessThanOrEqual(256)
    const misses = read(pixels, 64).map((value, at) => Math.abs(value - (pixels[at] ?? 0)))
    expect(Math.max(...misses)).toBeLessThan(20)
  })
})

describe('true colour PNG', () => {
  it('keeps every pixel, including transparent ones', () => {
    const pixels = Uint8Array.from({ length: 5 * 3 * 4 }, (_, at) => (at * 37) & 255)
    const { width, height, data } = PNG.sync.read(Buffer.from(encodeTruePng({ width: 5, height: 3, pixels })))
    expect([width, height, ...data]).toEqual([5, 3, ...pixels])
  })
})

describe('PNG file', () => {
  /** Reads the chunks of a file: type and data. */
  const readChunks = (bytes: Uint8Array): { readonly type: string; readonly data: Uint8Array }[] => {
    const view = new DataView(bytes.buffer, bytes.byteOffset)
    const chunks: { type: string; data: Uint8Array }[] = []
    for (let at = 8; at < bytes.length;) {
      const length = view.getUint32(at)
      const body = bytes.subarray(at + 4, at + 8 + length)
      expect(view.getUint32(at + 8 + length)).toBe(crc32(body))
      chunks.push({ type: new TextDecoder().decode(body.subarray(0, 4)), data: body.subarray(4) })
      at += 12 + length
    }
    return chunks
  }

  it('has a signature, a header, palette with opacities, and correct checksums', () => {
    const bytes = encodeIndexedPng({
      width: 3,
      height: 2,
      pixels: Uint8Array.of(1, 0, 1, 0, 1, 0),
      palette: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
    })
    expect([...bytes.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    const chunks = readChunks(bytes)
    expect(chunks.map(({ type }) => type)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'])
    expect([...chunks[0].data]).toEqual([0, 0, 0, 3, 0, 0, 0, 2, 8, 3, 0, 0, 0])
    expect([...chunks[1].data]).toEqual([1, 2, 3, 5, 6, 7])
    expect([...chunks[2].data]).toEqual([4, 8])
    expect([...inflateSync(chunks[3].data)]).toEqual([0, 1, 0, 1, 0, 0, 1, 0])
  })

  it('stores true colours as differences to the pixel on the left', () => {
    const pixels = Uint8Array.of(10, 20, 30, 255, 15, 10, 30, 250, 1, 2, 3, 4, 0, 0, 0, 0)
    const [header, data] = readChunks(encodeTruePng({ width: 2, height: 2, pixels }))
    expect([...header.data]).toEqual([0, 0, 0, 2, 0, 0, 0, 2, 8, 6, 0, 0, 0])
    expect([...inflateSync(data.data)]).toEqual([1, 10, 20, 30, 255, 5, 246, 0, 251, 1, 1, 2, 3, 4, 255, 254, 253, 252])
  })
})
