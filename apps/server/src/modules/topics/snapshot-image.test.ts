import { collaborationLimits as limits } from '@kamar/contracts'
import { Transformer } from '@napi-rs/image'
import { describe, expect, it } from 'vitest'
import { claimingPng, sidewaysPhoto } from '../../testing/test-images.js'
import { readImageHeader } from '../../platform/image-header.js'
import { makeSnapshot, toPng } from './snapshot-image.js'

const createImage = (width: number, height: number): Transformer =>
  Transformer.fromRgbaPixels(Buffer.alloc(width * height * 4, 120), width, height)
const readSize = (bytes: Buffer): [number, number] | null => {
  const header = readImageHeader(bytes)
  return header && [header.width, header.height]
}

describe('makeSnapshot', () => {
  it.each([
    ['PNG', () => createImage(300, 200).png()],
    ['JPEG', () => createImage(300, 200).jpeg(80)],
    ['WebP', () => createImage(300, 200).webp(80)],
  ])('converts %s to WebP of the same size', async (_, make) => {
    const { full, small } = await makeSnapshot(await make())
    expect(readImageHeader(full)?.type).toBe('webp')
    expect([readSize(full), readSize(small)]).toEqual([
      [300, 200],
      [300, 200],
    ])
  })

  it.each([
    [3200, 800, [1600, 400], [640, 160]],
    [500, 2000, [400, 1600], [160, 640]],
  ])('scales %i × %i down with the aspect ratio', async (width, height, fullSize, smallSize) => {
    const { full, small } = await makeSnapshot(await createImage(width, height).png())
    expect([readSize(full), readSize(small)]).toEqual([fullSize, smallSize])
  })

  it('rotates an image by its Exif orientation', async () => {
    const { full } = await makeSnapshot(await sidewaysPhoto(800, 400))
    expect(readSize(full)).toEqual([400, 800])
  })

  it('creates an image that toPng converts to PNG', async () => {
    const { full } = await makeSnapshot(await createImage(30, 20).png())
    expect(readImageHeader(await toPng(full))).toMatchObject({ type: 'png', width: 30, height: 20 })
  })

  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('GIF89a is none of ours')],
    ['a header that states a billion pixels', claimingPng(40_000, 40_000)],
    ['a file that consists of a header only', claimingPng(10, 10)],
    ['an oversized file', Buffer.concat([claimingPng(10, 10), Buffer.alloc(limits.snapshotBytes)])],
  ])('rejects %s', async (_, bytes) => {
    await expect(makeSnapshot(bytes)).rejects.toMatchObject({ code: 'image-unreadable' })
  })
})
