import { describe, expect, it } from 'vitest'
import {
  decodeExterior,
  decodeFingerprints,
  encodeExterior,
  encodeFingerprints,
  mixHash,
  type FingerprintsInput,
} from '../index.js'

const fingerprints: FingerprintsInput = {
  count: 3,
  shape: Uint32Array.of(0xdeadbeef, 0, 0xdeadbeef),
  orientation: Uint32Array.of(17, 0, 17),
  properties: Uint32Array.of(5, 0, 5),
  box: Int32Array.of(-1000, 0, 5, 200, 300, 6, 0, 0, 0, 0, 0, 0, -900, 0, 5, 300, 300, 6),
  area: Float32Array.of(12.3456, 0, 12.3456),
  volume: Float32Array.of(0.001234, NaN, 0.001234),
}

describe('fingerprint codec', () => {
  it('keeps hashes and boxes exactly and sizes to four digits', () => {
    const read = decodeFingerprints(encodeFingerprints(fingerprints))
    expect(read.count).toBe(3)
    expect(read.shape).toEqual(fingerprints.shape)
    expect(read.orientation).toEqual(fingerprints.orientation)
    expect(read.properties).toEqual(fingerprints.properties)
    expect(read.box).toEqual(fingerprints.box)
    expect(Math.abs(read.area[0] / 12.3456 - 1)).toBeLessThan(1e-4)
    expect(Math.abs(read.volume[2] / 0.001234 - 1)).toBeLessThan(1e-4)
    expect(read.volume[1]).toBeNaN()
  })

  it('derives the placement hash from position and orientation', () => {
    const read = decodeFingerprints(encodeFingerprints(fingerprints))
    expect(read.placement[1]).toBe(0)
    expect(read.placement[0]).not.toBe(read.placement[2])
    const rotated = decodeFingerprints(encodeFingerprints({ ...fingerprints, orientation: Uint32Array.of(18, 0, 17) }))
    expect(rotated.placement[0]).not.toBe(read.placement[0])
    expect(rotated.placement[2]).toBe(read.placement[2])
  })

  it('mixes hashes by order and value', () => {
    expect(mixHash(mixHash(0, 1), 2)).not.toBe(mixHash(mixHash(0, 2), 1))
    expect(mixHash(1, 0)).not.toBe(mixHash(0, 1))
  })
})

describe('exterior set', () => {
  it('keeps one bit per instance', () => {
    const visible = Uint8Array.from({ length: 19 }, (_, index) => (index % 3 === 0 ? 1 : 0))
    const set = decodeExterior(encodeExterior(visible))
    expect(set.instanceCount).toBe(19)
    for (let instance = 0; instance < 24; instance++) expect(set.has(instance)).toBe(visible[instance] === 1)
  })
})
