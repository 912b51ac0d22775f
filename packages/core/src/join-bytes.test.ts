import { describe, expect, it } from 'vitest'
import { joinBytes } from './join-bytes.js'

describe('joinBytes', () => {
  it('joins parts in their order, in a buffer that has no other bytes', () => {
    const parts = [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(9, 3, 9).subarray(1, 2)]
    const joined = joinBytes(parts)
    expect([...joined]).toEqual([1, 2, 3])
    expect(joined.buffer.byteLength).toBe(3)
    expect(joinBytes([]).length).toBe(0)
  })
})
