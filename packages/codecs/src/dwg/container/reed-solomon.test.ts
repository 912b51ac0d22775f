import { describe, expect, it } from 'vitest'
import { readInterleaved } from './reed-solomon.js'

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
