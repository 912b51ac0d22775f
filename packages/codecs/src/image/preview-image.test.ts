import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { decodePng, encodePreview, findPng, isBlank } from './preview-image.js'
import { gable, gablePng } from './testing/preview.js'

const decode = (bytes: Uint8Array): PNG => PNG.sync.read(Buffer.from(bytes))

describe('stored preview', () => {
  it('is found between other bytes, and only when complete', () => {
    const png = gablePng()
    const around = Uint8Array.from([1, 2, 0x89, 0x50, ...png, 9, 9])
    expect(findPng(around)).toEqual(png)
    expect(findPng(around.slice(0, around.length - 6))).toBeNull()
    expect(findPng(new Uint8Array(100))).toBeNull()
    expect(findPng(png.slice(0, 8))).toBeNull()
  })

  it('keeps its pixels when it is decoded', () => {
    expect(decodePng(gablePng())).toMatchObject({ width: 48, height: 32 })
    expect(Uint8Array.from(decodePng(gablePng())?.data ?? [])).toEqual(gable().data)
  })

  it('loses its metadata when it is encoded', () => {
    const text = Buffer.from('Author\0Ani Petrosyan')
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from('tEXt'), text, Buffer.alloc(4)])
    const png = Buffer.from(gablePng())
    const withAuthor = Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
    const image = decodePng(withAuthor)
    expect(image === null ? '' : Buffer.from(encodePreview(image)).toString('latin1')).not.toContain('Petrosyan')
  })

  it('is scaled to fit and keeps its colours', () => {
    const image = encodePreview(gable(1536, 1024))
    const { width, height, data } = decode(image)
    expect([width, height]).toEqual([512, 341])
    expect([...data.subarray(0, 4)]).toEqual([235, 240, 245, 255])
  })

  it('keeps at least one row when it is long and thin', () => {
    expect(decode(encodePreview(gable(5000, 2)))).toMatchObject({ width: 500, height: 1 })
  })

  it.each([
    ['no data', new Uint8Array()],
    ['data that is not an image', new Uint8Array(64)],
    ['a truncated image', gablePng().slice(0, 60)],
    ['an oversized image', withSize(60_000, 60_000)],
    ['an image without pixels', withSize(0, 4)],
  ])('is null for %s', (_, bytes) => {
    expect(decodePng(bytes)).toBeNull()
  })

  it('is blank when it has one colour', () => {
    expect(isBlank({ width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 4, 1, 2, 3, 4) })).toBe(true)
    expect(isBlank(gable())).toBe(false)
  })
})

/** Returns the gable with another size in its header. */
function withSize(width: number, height: number): Uint8Array {
  const png = gablePng()
  const view = new DataView(png.buffer)
  view.setUint32(16, width)
  view.setUint32(20, height)
  return png
}
