import { describe, expect, it } from 'vitest'
import { presetDictionary } from './preset-dictionary.js'

/** Computes the checksum that identifies a zlib dictionary. */
function adler(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

describe('W2D preset dictionary', () => {
  it('has the Adler-32 checksum by which compressed streams refer to it', () => {
    expect(presetDictionary().length).toBe(11_476)
    expect(adler(presetDictionary()).toString(16)).toBe('5cbc15b9')
  })
})
