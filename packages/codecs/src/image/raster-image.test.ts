import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { averageColor, decodeImage } from './raster-image.js'
import { type RasterImage } from './pixels.js'

const createImage = (...pixels: readonly (readonly [number, number, number, number])[]): RasterImage => ({
  width: pixels.length,
  height: 1,
  data: Uint8Array.from(pixels.flat()),
})
const encodePng = ({ width, height, data }: RasterImage): Uint8Array => {
  const png = new PNG({ width, height })
  png.data.set(data)
  return Uint8Array.from(PNG.sync.write(png))
}

describe('image decoder', () => {
  const two = createImage([255, 0, 0, 255], [0, 128, 255, 64])

  it('decodes the pixels of a PNG', () => {
    const decoded = decodeImage(encodePng(two))
    expect([decoded?.width, decoded?.height, Array.from(decoded?.data ?? [])]).toEqual([2, 1, Array.from(two.data)])
  })

  it.each([
    ['no data', new Uint8Array(0)],
    ['a header only', encodePng(two).slice(0, 20)],
    ['a truncated image', encodePng(two).slice(0, 45)],
    ['a JPEG without content', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
    ['text', new TextEncoder().encode('no picture at all')],
  ])('returns null for %s', (_, bytes) => {
    expect(decodeImage(bytes)).toBeNull()
  })

  it.each([
    ['wider than the limit', 100_000, 100_000],
    ['of zero width', 0, 5],
  ])('returns null for a PNG that is %s', (_, width, height) => {
    const bytes = encodePng(two)
    const view = new DataView(bytes.buffer)
    view.setUint32(16, width)
    view.setUint32(20, height)
    expect(decodeImage(bytes)).toBeNull()
  })
})

describe('average color of an image', () => {
  it('is the mean of its pixels in linear light', () => {
    const [red, green, blue] = averageColor(createImage([255, 0, 0, 255], [0, 0, 0, 255])) ?? []
    expect([red, green, blue]).toEqual([expect.closeTo(Math.SQRT1_2, 5), 0, 0])
  })

  it('weighs pixels by their alpha', () => {
    expect(averageColor(createImage([255, 0, 0, 255], [0, 255, 0, 0]))).toEqual([1, 0, 0])
    expect(averageColor(createImage([255, 0, 0, 0]))).toBeNull()
  })
})
