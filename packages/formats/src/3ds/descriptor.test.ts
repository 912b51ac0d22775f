import { describe, expect, it } from 'vitest'
import { descriptor } from './descriptor.js'
import { chunkIds } from './chunk-ids.js'
import { chunk, file, longs, meshObject } from './fixtures/chunk-writer.js'

const small = file([meshObject({ name: 'Slab', vertices: [0, 0, 0], faces: [] })])

/** Returns a copy with one 32-bit number replaced. */
function withNumber(at: number, value: number): Uint8Array {
  const copy = small.slice()
  new DataView(copy.buffer).setUint32(at, value, true)
  return copy
}

describe('3DS detection', () => {
  it.each([chunkIds.version, chunkIds.editor, chunkIds.keyframer])(
    'recognises a file that begins with chunk %d',
    (id) => {
      const bytes = chunk(chunkIds.main, chunk(id, longs(0)))
      expect(descriptor.detect(bytes, bytes.length)).toBe('yes')
    },
  )

  it('is unsure about a truncated file', () => {
    expect(descriptor.detect(small.subarray(0, 40), 40)).toBe('maybe')
  })

  it.each([
    ['a text that begins with its magic bytes', Uint8Array.from(Buffer.from('MM. and the others met on Monday'))],
    ['fewer bytes than two headers', small.subarray(0, 11)],
    ['a main chunk too short for a subchunk', withNumber(2, 8)],
    ['a first chunk longer than the file', withNumber(8, 0x7fff_ffff)],
    ['a first chunk shorter than its header', withNumber(8, 2)],
    ['a first chunk of another type', chunk(chunkIds.main, chunk(0x1234, longs(0)))],
  ])('rejects %s', (_, bytes) => {
    expect(descriptor.detect(bytes, 1000)).toBe('no')
  })
})
