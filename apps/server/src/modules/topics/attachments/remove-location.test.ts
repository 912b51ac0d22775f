import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { detectContent, type ImageType } from './detect-content.js'
import { removeLocation } from './remove-location.js'
import { photoWithLocation, latitude, pngChunk } from './testing/located-photo.js'

const pixel = (): Transformer => Transformer.fromRgbaPixels(Buffer.alloc(16, 200), 2, 2)

describe('removeLocation', () => {
  it.each(['II', 'MM'] as const)(
    'clears coordinates of an Exif block in %s byte order and keeps its date',
    async (order) => {
      const photo = await photoWithLocation(order)
      expect(photo.includes(latitude(order))).toBe(true)
      const cleared = removeLocation(photo, 'image/jpeg')
      expect(cleared.includes(latitude(order))).toBe(false)
      expect(cleared.includes('2026:11:20')).toBe(true)
      expect(cleared).toHaveLength(photo.length)
      expect((await new Transformer(cleared).metadata()).width).toBe(2)
    },
  )

  it('does not change the bytes that were passed', async () => {
    const photo = await photoWithLocation('II')
    const before = Buffer.from(photo)
    removeLocation(photo, 'image/jpeg')
    expect(photo.equals(before)).toBe(true)
  })

  it('clears coordinates of an XMP packet, as attributes and as elements', () => {
    const xmp = 'a exif:GPSLatitude="40,10.8N" <exif:GPSLongitude>44,30.6E</exif:GPSLongitude> exif:Flash="1"'
    const cleared = removeLocation(Buffer.from(xmp), 'image/heif').toString()
    expect(cleared).not.toMatch(/40,10|44,30/)
    expect(cleared).toContain('exif:Flash="1"')
  })

  it('removes the text chunks of a PNG, which stays readable', async () => {
    const png = await pixel().png()
    const located = Buffer.concat([png.subarray(0, 33), pngChunk('eXIf', 'location'), png.subarray(33)])
    const cleared = removeLocation(located, 'image/png')
    expect(cleared.equals(png)).toBe(true)
  })

  it.each<[string, ImageType, Buffer]>([
    ['a TIFF header at the end', 'image/tiff', Buffer.from('49492a00', 'hex')],
    ['a directory that refers to itself', 'image/tiff', Buffer.from('49492a0008000000000000000800', 'hex')],
    ['a PNG cut in its first chunk', 'image/png', Buffer.from('89504e470d0a1a0affffffff49484452', 'hex')],
  ])('ends with %s', (_, type, bytes) => {
    expect(removeLocation(bytes, type).length).toBeLessThanOrEqual(bytes.length)
  })
})

describe('detectContent', () => {
  it.each([
    ['image/jpeg', Buffer.from('ffd8ffe0', 'hex')],
    ['image/heif', Buffer.from('\0\0\0\x18ftypheic', 'latin1')],
    ['image/heif', Buffer.from('\0\0\0\x18ftypavif', 'latin1')],
    ['image/tiff', Buffer.from('MM\0*', 'latin1')],
    ['application/pdf', Buffer.from('%PDF-1.7')],
    ['application/octet-stream', Buffer.from('<svg onload="alert(1)">')],
    ['application/octet-stream', Buffer.alloc(0)],
  ])('returns %s', (type, content) => {
    expect(detectContent(content)).toBe(type)
  })
})
