import { deflateSync } from 'node:zlib'
import { createRecordedContext, runReader, stopwatch } from '@kamar/test-kit'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { reader as obj } from '../obj/reader.js'
import { decodeImage } from '@kamar/codecs/image'
import { Textures } from './textures.js'

// Untrusted images: too large, invalid, animated or truncated ones become a colour, with a finding.

const maxMilliseconds = 5000
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Creates a PNG chunk without checksum, as a reader of hostile files must not depend on it. */
function createChunk(type: string, content: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(type, 'latin1'), content, Buffer.alloc(4)])
}

/** Creates a PNG with a stated size; its compressed data are zeros. */
function createPng(width: number, height: number, packed: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const mark = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  return Uint8Array.from(
    Buffer.concat([
      mark,
      createChunk('IHDR', header),
      createChunk('IDAT', packed),
      createChunk('IEND', new Uint8Array()),
    ]),
  )
}

/** Creates a JPEG that consists of only its header. */
const createJpeg = (width: number, height: number): Uint8Array =>
  Uint8Array.of(
    0xff,
    0xd8,
    0xff,
    0xc0,
    0,
    17,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    3,
    1,
    0x11,
    0,
    2,
    0x11,
    1,
    3,
    0x11,
    1,
    0xff,
    0xd9,
  )

/** A GIF of two animation frames. */
const movingGif = Uint8Array.from(
  Buffer.from(
    '47494638396101000100800000ff0000ffffff21ff0b4e45545343415045322e30030100000021f90400000000002c00000000010001000002024401002c000000000100010000020244010 03b'.replaceAll(
      ' ',
      '',
    ),
    'hex',
  ),
)

const soundPng = Uint8Array.from(PNG.sync.write(new PNG({ width: 64, height: 64 })))

const svg = encode(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>fetch("http://127.0.0.1:9")</script><image href="file:///etc/passwd"/></svg>',
)

const hostile: readonly (readonly [name: string, bytes: Uint8Array])[] = [
  ['a PNG of 65,535 by 65,535', createPng(65_535, 65_535, deflateSync(new Uint8Array(1_000_000)))],
  ['a PNG of 2³¹ by 2³¹', createPng(0x7fffffff, 0x7fffffff, deflateSync(new Uint8Array(1000)))],
  ['a PNG without pixels', createPng(0, 0, deflateSync(new Uint8Array(1000)))],
  ['a PNG that inflates to 100 MB', createPng(8, 8, deflateSync(new Uint8Array(100_000_000)))],
  ['a JPEG of 65,535 by 65,535', createJpeg(65_535, 65_535)],
  ['an SVG with a script', svg],
  ['a PNG without an end chunk', soundPng.subarray(0, Math.floor(soundPng.length / 2))],
  ['a PNG that consists of its signature only', soundPng.subarray(0, 8)],
]

describe('texture loading', () => {
  it.each(hostile)('E14 falls back to the colour for %s and reports texture-not-readable', async (_, bytes) => {
    const { context, scene } = createRecordedContext({ companions: { 'a.png': bytes } })
    const textures = new Textures(context)
    const processorMilliseconds = stopwatch()
    const surface = await textures.bind([0.1, 0.2, 0.3], 'a.png', { hasCoordinates: true })
    expect(processorMilliseconds()).toBeLessThan(maxMilliseconds)
    expect(surface).toEqual({ color: [0.1, 0.2, 0.3] })
    expect(scene.textures).toEqual([])
    expect(textures.findings.map(({ code }) => code)).toEqual(['texture-not-readable'])
  })

  it('E14 decodes an animated GIF as one still image or not at all', () => {
    const image = decodeImage(movingGif)
    expect(image === null || (image.width === 1 && image.height === 1)).toBe(true)
  })

  it('E14 keeps the triangles of a model with a hostile texture', async () => {
    const model = 'mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3\n'
    for (const [, bytes] of hostile) {
      const companions = { 'm.mtl': encode('newmtl a\nKd 1 0 0\nmap_Kd a.png\n'), 'a.png': bytes }
      const { failure, scene } = await runReader(obj, encode(model), { companions })
      expect(failure).toBeNull()
      expect(scene.numbers.triangles).toBe(1)
    }
  })
})
