import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { readImageHeader } from './image-header.js'
import { claimingPng, sidewaysPhoto } from '../testing/test-images.js'

const createImage = () => Transformer.fromRgbaPixels(Buffer.alloc(37 * 21 * 4, 0x80), 37, 21)

describe('readImageHeader', () => {
  it('reads PNG, JPEG and WebP', async () => {
    const size = { width: 37, height: 21 }
    expect(readImageHeader(await createImage().png())).toEqual({ type: 'png', ...size })
    expect(readImageHeader(await createImage().jpeg(80))).toEqual({ type: 'jpeg', ...size })
    expect(readImageHeader(await createImage().webp(80))).toEqual({ type: 'webp', ...size })
    expect(readImageHeader(await createImage().webpLossless())).toEqual({ type: 'webp', ...size })
  })

  it('finds the frame of a JPEG behind its metadata', async () => {
    expect(readImageHeader(await sidewaysPhoto(80, 40))).toEqual({ type: 'jpeg', width: 80, height: 40 })
  })

  it('reads the size without the pixel data', () => {
    expect(readImageHeader(claimingPng(65_535, 65_535))).toEqual({ type: 'png', width: 65_535, height: 65_535 })
  })

  it('reads an extended WebP', () => {
    const bytes = Buffer.alloc(40)
    bytes.write('RIFF', 0, 'latin1')
    bytes.write('WEBPVP8X', 8, 'latin1')
    bytes.writeUIntLE(639, 24, 3)
    bytes.writeUIntLE(479, 27, 3)
    expect(readImageHeader(bytes)).toEqual({ type: 'webp', width: 640, height: 480 })
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
    ['a GIF', Buffer.from('GIF89a\x10\x00\x10\x00\x00\x00\x00'.padEnd(64, '\0'), 'latin1')],
    ['a PNG without a size', claimingPng(0, 10)],
    ['a PNG whose first chunk is not IHDR', Buffer.from('89504e470d0a1a0a0000000d49444154'.padEnd(128, '0'), 'hex')],
    ['a JPEG without a frame header', Buffer.from('ffd8ffe00010'.padEnd(128, '0'), 'hex')],
    ['a JPEG segment of length zero', Buffer.from('ffd8ffe00000'.padEnd(128, '0'), 'hex')],
    ['a RIFF file of another type', Buffer.from('RIFF....WAVEfmt '.padEnd(64, '\0'), 'latin1')],
    ['a WebP of an unknown type', Buffer.from('RIFF....WEBPVP9X'.padEnd(64, '\0'), 'latin1')],
  ])('returns null for %s', (_, bytes) => {
    expect(readImageHeader(bytes)).toBeNull()
  })

  it('does not read beyond the end of the bytes', async () => {
    const photo = await sidewaysPhoto(16, 8)
    for (let length = 0; length < 200; length++) {
      expect(() => readImageHeader(photo.subarray(0, length))).not.toThrow()
    }
  })
})
