import { describe, expect, it } from 'vitest'
import { orderedParts, type PartRow, totalBytes } from './upload-parts.js'

const mebibyte = 1024 ** 2
const part = (number: number, sizeBytes: number): PartRow => ({
  number,
  blob_sha256: String(number).repeat(64).slice(0, 64),
  size_bytes: sizeBytes,
  sha1: '',
})
const maxBytes = 100 * mebibyte
const uploadKey = 'key'
const listTags = (parts: readonly PartRow[]): string[] => parts.map((row) => row.blob_sha256)

describe('orderedParts', () => {
  it('accepts parts 1 to n with matching size and ETags', () => {
    const parts = [part(1, 5 * mebibyte), part(2, 6 * mebibyte), part(3, 1)]
    expect(orderedParts(parts, { uploadKey }, maxBytes)).toEqual(parts)
    const size = 11 * mebibyte + 1
    expect(totalBytes(parts)).toBe(size)
    expect(orderedParts(parts, { uploadKey, size, eTags: listTags(parts) }, maxBytes)).toEqual(parts)
    expect(orderedParts(parts, { uploadKey, eTags: listTags(parts).map((tag) => `"${tag}"`) }, maxBytes)).toEqual(parts)
  })

  it('accepts a single part of any size, including zero', () => {
    for (const bytes of [0, 1, 6 * mebibyte])
      expect(orderedParts([part(1, bytes)], { uploadKey }, maxBytes)).toHaveLength(1)
  })

  it.each([
    ['an empty list', [], {}, 'No part was uploaded'],
    ['the first part missing', [part(2, 1)], {}, 'Part 1 was not uploaded'],
    ['one part missing', [part(1, 5 * mebibyte), part(3, 1)], {}, 'Part 2 was not uploaded'],
    [
      'an undersized part before the last',
      [part(1, 5 * mebibyte - 1), part(2, 1)],
      {},
      'Part 1 is smaller than 5242880 bytes',
    ],
    ['a different total size', [part(1, 10)], { size: 11 }, 'The size of the parts is 10, not 11'],
    [
      'too few tags',
      [part(1, 5 * mebibyte), part(2, 1)],
      { eTags: ['1'.repeat(64)] },
      'The ETags are not those of the parts',
    ],
    ['different tags', [part(1, 10)], { eTags: ['2'.repeat(64)] }, 'The ETags are not those of the parts'],
  ])('rejects parts with %s', (_, parts, declaredParts, reason) => {
    expect(() => orderedParts(parts, { uploadKey, ...declaredParts }, maxBytes)).toThrow(reason)
  })

  it('rejects parts that exceed the upload limit in total', () => {
    const maxSizeParts = [part(1, maxBytes - 1), part(2, 1)]
    expect(orderedParts(maxSizeParts, { uploadKey }, maxBytes)).toHaveLength(2)
    expect(() => orderedParts([part(1, maxBytes), part(2, 1)], { uploadKey }, maxBytes)).toThrow('file-too-large')
  })
})
