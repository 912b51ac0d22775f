import { describe, expect, it } from 'vitest'
import { decodeImage, maxPixels } from './raster-image.js'

/** Builds a Targa file; `kind` 2 uncompressed colour, 3 uncompressed grey, 10 and 11 run-length encoded. */
function targa(
  header: { kind: number; width: number; height: number; bits: number; descriptor?: number },
  pixels: readonly number[],
): Uint8Array {
  const { kind, width, height, bits, descriptor = 0 } = header
  const size = [width & 255, width >> 8, height & 255, height >> 8]
  return Uint8Array.of(2, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...size, bits, descriptor, 7, 7, ...pixels)
}
const decodePixels = (bytes: Uint8Array): number[] | null => {
  const image = decodeImage(bytes)
  return image && [image.width, image.height, ...image.data]
}

describe('Targa image', () => {
  it('is read from the bottom row up in BGR order', () => {
    const bytes = targa({ kind: 2, width: 1, height: 2, bits: 24 }, [1, 2, 3, 4, 5, 6])
    expect(decodePixels(bytes)).toEqual([1, 2, 6, 5, 4, 255, 3, 2, 1, 255])
  })

  it('is read from the top row down with alpha when its descriptor says so', () => {
    const bytes = targa({ kind: 2, width: 1, height: 2, bits: 32, descriptor: 0x28 }, [1, 2, 3, 4, 5, 6, 7, 8])
    expect(decodePixels(bytes)).toEqual([1, 2, 3, 2, 1, 4, 7, 6, 5, 8])
    const opaque = targa({ kind: 2, width: 1, height: 1, bits: 32 }, [1, 2, 3, 0])
    expect(decodePixels(opaque)).toEqual([1, 1, 3, 2, 1, 255])
  })

  it('expands gray to all color channels', () => {
    expect(decodePixels(targa({ kind: 3, width: 2, height: 1, bits: 8 }, [9, 200]))).toEqual([
      2, 1, 9, 9, 9, 255, 200, 200, 200, 255,
    ])
  })

  it('is decompressed from run-length packets', () => {
    const bytes = targa({ kind: 10, width: 3, height: 1, bits: 24 }, [0x81, 1, 2, 3, 0x00, 4, 5, 6])
    expect(decodePixels(bytes)).toEqual([3, 1, 3, 2, 1, 255, 3, 2, 1, 255, 6, 5, 4, 255])
    const grey = targa({ kind: 11, width: 2, height: 1, bits: 8 }, [0xff, 5])
    expect(decodePixels(grey)).toEqual([2, 1, 5, 5, 5, 255, 5, 5, 5, 255])
  })

  it.each([
    ['truncated', targa({ kind: 2, width: 2, height: 2, bits: 24 }, [1, 2, 3])],
    ['truncated within a packet', targa({ kind: 10, width: 2, height: 1, bits: 24 }, [0x01, 1, 2, 3, 4])],
    ['of zero size', targa({ kind: 2, width: 0, height: 5, bits: 24 }, [1, 2, 3])],
    ['that states more pixels than it has', targa({ kind: 10, width: 4000, height: 4000, bits: 24 }, [0xff, 1, 2, 3])],
    ['too large', targa({ kind: 2, width: 65_535, height: 65_535, bits: 24 }, [1, 2, 3])],
    ['of another type', targa({ kind: 9, width: 1, height: 1, bits: 8 }, [1, 2, 3])],
    ['of an unsupported bit depth', targa({ kind: 2, width: 1, height: 1, bits: 15 }, [1, 2, 3])],
    ['consisting of a header only', new Uint8Array(18)],
  ])('is rejected: %s', (_, bytes) => {
    expect(maxPixels).toBeLessThan(65_535 ** 2)
    expect(decodeImage(bytes)).toBeNull()
  })
})

/** Builds a 24-bit Windows bitmap, two pixels wide, bottom-up. */
function bitmap(
  height: number,
  pixels: readonly number[],
  change: (view: DataView) => void = () => undefined,
): Uint8Array {
  const bytes = new Uint8Array(54 + pixels.length)
  const view = new DataView(bytes.buffer)
  bytes.set([0x42, 0x4d])
  view.setUint32(10, 54, true)
  view.setUint32(14, 40, true)
  view.setInt32(18, 2, true)
  view.setInt32(22, height, true)
  view.setUint16(26, 1, true)
  view.setUint16(28, 24, true)
  bytes.set(pixels, 54)
  change(view)
  return bytes
}
const rows = [1, 2, 3, 4, 5, 6, 0, 0, 7, 8, 9, 10, 11, 12, 0, 0]

describe('Windows bitmap', () => {
  it('has padded rows from the bottom up unless its height is negative', () => {
    const [lower, upper] = [
      [3, 2, 1, 255, 6, 5, 4, 255],
      [9, 8, 7, 255, 12, 11, 10, 255],
    ]
    expect(decodePixels(bitmap(2, rows))).toEqual([2, 2, ...upper, ...lower])
    expect(decodePixels(bitmap(-2, rows))).toEqual([2, 2, ...lower, ...upper])
  })

  it.each([
    [1, [0b0100_0000, 0, 0, 0]],
    [4, [0x01, 0, 0, 0]],
    [8, [0, 1, 0, 0]],
  ])('has a palette at %i bits', (bits, row) => {
    const indexed = bitmap(2, [3, 2, 1, 0, 6, 5, 4, 0, ...row, ...row], (view) => {
      view.setUint16(28, bits, true)
      view.setUint32(10, 62, true)
    })
    const pixels = [1, 2, 3, 255, 4, 5, 6, 255]
    expect(decodePixels(indexed)).toEqual([2, 2, ...pixels, ...pixels])
  })

  it.each([
    ['truncated', bitmap(2, rows.slice(0, 12))],
    ['compressed', bitmap(2, rows, (view) => view.setUint32(30, 1, true))],
    ['of 16 bits', bitmap(2, rows, (view) => view.setUint16(28, 16, true))],
    ['truncated after its palette', bitmap(9, rows, (view) => view.setUint16(28, 8, true))],
    ['of negative width', bitmap(2, rows, (view) => view.setInt32(18, -2, true))],
    ['too large', bitmap(2, rows, (view) => view.setInt32(18, 2 ** 30, true))],
  ])('is rejected: %s', (_, bytes) => {
    expect(decodeImage(bytes)).toBeNull()
  })
})
