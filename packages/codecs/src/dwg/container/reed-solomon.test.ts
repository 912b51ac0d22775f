import { describe, expect, it } from 'vitest'
import { computeCheckBytes } from '../testing/check-bytes.js'
import { hasCheckBytes, readInterleaved } from './reed-solomon.js'

describe('readInterleaved', () => {
  it('returns the data of code words, of which the bytes are stored by turns', () => {
    const bytes = new Uint8Array(2 + 2 * 255)
    for (let at = 0; at < 251; at++) {
      bytes[2 + 2 * at] = at
      bytes[2 + 2 * at + 1] = 255 - at
    }
    const data = readInterleaved({ bytes, at: 2, wordCount: 2, dataBytes: 251, length: 300 })
    expect([...data]).toEqual(Array.from({ length: 300 }, (_, at) => (at < 251 ? at : 255 - (at - 251))))
  })

  it('returns zeros for what the file does not contain', () => {
    expect([...readInterleaved({ bytes: Uint8Array.of(7), at: 0, wordCount: 1, dataBytes: 251, length: 3 })]).toEqual([
      7, 0, 0,
    ])
  })
})

describe('hasCheckBytes', () => {
  const data = Uint8Array.from({ length: 251 }, (_, at) => (at * 7) & 255)
  const word = Uint8Array.of(...data, ...computeCheckBytes(data))

  it('accepts the first of interleaved code words, and no other number of words', () => {
    const bytes = Uint8Array.from(
      { length: 9 + 3 * 255 },
      (_, at) => ((at - 9) % 3 === 0 ? word[(at - 9) / 3] : at) & 255,
    )
    expect(Array.from({ length: 3 }, (_, count) => hasCheckBytes(bytes, 9, count + 1))).toEqual([false, false, true])
  })

  it('rejects a flipped bit, zeros, and a word beyond the end', () => {
    const flipped = Uint8Array.from(word)
    flipped[100] ^= 4
    expect(hasCheckBytes(word, 0, 1)).toBe(true)
    expect(hasCheckBytes(flipped, 0, 1)).toBe(false)
    expect(hasCheckBytes(new Uint8Array(255), 0, 1)).toBe(false)
    expect(hasCheckBytes(word, 1, 1)).toBe(false)
  })
})
