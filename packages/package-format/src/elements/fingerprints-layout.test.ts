import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { decodeExterior } from './exterior.js'
import { encodeExterior } from './exterior-encode.js'
import { mixHash, type FingerprintsInput } from './fingerprints.js'
import { decodeFingerprints } from './fingerprints-decode.js'
import { encodeFingerprints } from './fingerprints-encode.js'
import { editContainer, getSection, readStored, type ContainerChanges } from '../testing/edit-container.js'

describe('exterior set', () => {
  it('stores eight instances in a byte, the first in the lowest bit', () => {
    const bytes = encodeExterior(Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 200, 0, 1))
    expect(getSection(bytes, 'bits')).toEqual([0x81, 0x02])
    expect(readStored(bytes).meta).toEqual({ instances: 10 })
    const set = decodeExterior(bytes)
    expect([0, 1, 7, 8, 9, 10, 100].map((instance) => set.has(instance))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      false,
    ])
  })

  it('has no instance beyond the last, even if its bit is set', () => {
    const set = decodeExterior(
      editContainer(encodeExterior(new Uint8Array(3)), { sections: { bits: Uint8Array.of(255) } }),
    )
    expect([2, 3].map((instance) => set.has(instance))).toEqual([true, false])
  })

  it('is refused with another number of bytes', () => {
    for (const length of [1, 3]) {
      const bytes = editContainer(encodeExterior(new Uint8Array(9)), { sections: { bits: new Uint8Array(length) } })
      expect(() => decodeExterior(bytes)).toThrow('column bits')
    }
    expect(() => decodeExterior(editContainer(encodeExterior(new Uint8Array(1)), { meta: { instances: -1 } }))).toThrow(
      'no count instances',
    )
  })
})

const fingerprints: FingerprintsInput = {
  count: 3,
  shape: Uint32Array.of(0xdeadbeef, 0, 0xdeadbeef),
  orientation: Uint32Array.of(17, 0, 17),
  properties: Uint32Array.of(5, 0, 5),
  box: Int32Array.of(-3, 0, 5, 200, 300, 6, 0, 0, 0, 0, 0, 0, -2, 0, 6, 201, 300, 7),
  area: Float32Array.of(1, 0, 1),
  volume: Float32Array.of(-2.5, NaN, -2.5),
}

describe('encodeFingerprints', () => {
  const bytes = encodeFingerprints(fingerprints)

  it('writes equal shapes once, with their size, and the minimum corner of each element', () => {
    expect(getSection(bytes, 'e.row')).toEqual([0, 0, 2])
    expect(getSection(bytes, 'r.shape')).toEqual([0xef, 0xbe, 0xad, 0xde, 0, 0, 0, 0])
    expect(getSection(bytes, 'orientation')).toEqual([17, 0, 0, 0, 0, 0, 0, 0])
    expect(getSection(bytes, 'r.orientation')).toEqual([0, 0])
    expect([0, 1, 2].map((axis) => getSection(bytes, `r.size${axis}`))).toEqual([
      [203, 1, 0],
      [172, 2, 0],
      [1, 0],
    ])
    expect([0, 1, 2].map((axis) => getSection(bytes, `e.corner${axis}`))).toEqual([
      [5, 6, 3],
      [0, 0, 0],
      [10, 9, 12],
    ])
    expect(getSection(bytes, 'properties')).toEqual([5, 0, 0, 0, 0, 0, 0, 0])
    expect(getSection(bytes, 'e.properties')).toEqual([0, 0, 2])
    expect(readStored(bytes).meta).toEqual({ elements: 3, rows: 2 })
  })

  it('writes the upper 24 bits of areas and volumes in planes', () => {
    // 1 is 3f800000; -2.5 is c0200000; NaN is 7fc00000.
    expect(getSection(bytes, 'r.area')).toEqual([0x3f, 0, 0x80, 0, 0, 0])
    expect(getSection(bytes, 'r.volume')).toEqual([0xc0, 0x7f, 0x20, 0xc0, 0, 0])
  })

  it.each([
    [1 + 2 ** -15, 1 + 2 ** -15],
    [1 + 2 ** -16, 1 + 2 ** -15],
    [1 + 2 ** -17, 1],
    [1 + 2 ** -16 - 2 ** -23, 1],
    [2 - 2 ** -17, 2],
    [Infinity, Infinity],
  ])('rounds an area of %f to 15 bits: %f', (area, expected) => {
    const read = decodeFingerprints(encodeFingerprints({ ...fingerprints, area: new Float32Array(3).fill(area) }))
    expect([...read.area]).toEqual([expected, expected, expected])
  })

  it.each<[string, Partial<FingerprintsInput>]>([
    ['shape', { shape: Uint32Array.of(1, 0, 2) }],
    ['orientation', { orientation: Uint32Array.of(1, 0, 2) }],
    ['area', { area: Float32Array.of(1, 0, 2) }],
    ['volume', { volume: Float32Array.of(1, 0, 2) }],
    ['size along x', { box: fingerprints.box.map((value, at) => (at === 15 ? value + 1 : value)) }],
    ['size along y', { box: fingerprints.box.map((value, at) => (at === 16 ? value + 1 : value)) }],
    ['size along z', { box: fingerprints.box.map((value, at) => (at === 17 ? value + 1 : value)) }],
  ])('does not merge elements of another %s', (_, over) => {
    const input = { ...fingerprints, ...over }
    const read = decodeFingerprints(encodeFingerprints(input))
    expect(readStored(encodeFingerprints(input)).meta).toEqual({ elements: 3, rows: 3 })
    for (const name of ['shape', 'orientation', 'box', 'area', 'volume'] as const)
      expect(read[name]).toEqual(input[name])
  })
})

describe('decodeFingerprints', () => {
  it('hashes orientation and minimum corner to the placement', () => {
    const { placement } = decodeFingerprints(encodeFingerprints(fingerprints))
    const expected = [-3, 0, 5].reduce((hash, value) => mixHash(hash, value), 17)
    expect([...placement]).toEqual([expected, 0, [-2, 0, 6].reduce((hash, value) => mixHash(hash, value), 17)])
  })

  it('restores random fingerprints', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const random = seededRandom(seed)
      const count = 50
      const hashes = (): Uint32Array => Uint32Array.from({ length: count }, () => Math.floor(random() ** 3 * 2 ** 32))
      const minimums = Int32Array.from({ length: count * 3 }, () => (random() - 0.5) * 1e9)
      const box = Int32Array.from({ length: count * 6 }, (_, at) => {
        const low = minimums[Math.floor(at / 6) * 3 + (at % 3)]
        return at % 6 < 3 ? low : low + Math.floor(random() * 1e6)
      })
      // Fifteen bits of mantissa are stored exactly.
      const sizes = (): Float32Array => Float32Array.from({ length: count }, () => Math.floor(random() * 2 ** 15) / 64)
      const input = { count, shape: hashes(), orientation: hashes(), properties: hashes(), box }
      const read = decodeFingerprints(encodeFingerprints({ ...input, area: sizes(), volume: sizes() }))
      expect(read, `seed ${seed}`).toMatchObject(input)
    }
  })

  it.each<[string, ContainerChanges, string]>([
    ['a row that does not exist', { sections: { 'e.row': Uint8Array.of(0, 0, 0) } }, 'text number out of range'],
    ['fewer shapes than rows', { sections: { 'r.shape': Uint32Array.of(1) } }, 'column r.shape'],
    ['an orientation that does not exist', { sections: { orientation: Uint32Array.of(17) } }, 'text number out of'],
    ['orientations of another type', { sections: { orientation: new Uint8Array(8) } }, 'no u32 column orientation'],
    ['properties that do not exist', { sections: { properties: Uint32Array.of(17) } }, 'text number out of range'],
    ['fewer areas than rows', { sections: { 'r.area': new Uint8Array(5) } }, 'column r.area'],
    ['fewer volumes than rows', { sections: { 'r.volume': new Uint8Array(5) } }, 'column r.volume'],
    ['fewer corners than elements', { sections: { 'e.corner1': new Uint8Array(2) } }, 'fewer numbers'],
    ['fewer sizes than rows', { sections: { 'r.size2': new Uint8Array(1) } }, 'fewer numbers'],
    ['no elements', { meta: { elements: null } }, 'no count elements'],
    ['no rows', { meta: { rows: null } }, 'no count rows'],
  ])('refuses %s', (_, changes, message) => {
    const bytes = editContainer(encodeFingerprints(fingerprints), changes)
    expect(() => decodeFingerprints(bytes)).toThrow(RangeError)
    expect(() => decodeFingerprints(bytes)).toThrow(message)
  })
})

describe('mixHash', () => {
  it('is a round of MurmurHash3 with its final mix', () => {
    // In integers of any size, without the length that MurmurHash3 mixes in before the final mix.
    const reference = (hash: number, value: number): number => {
      const multiply = (one: number, other: number): bigint => (BigInt(one) * BigInt(other)) & 0xffffffffn
      const rotate = (bits: bigint, by: bigint): number => Number(((bits << by) | (bits >> (32n - by))) & 0xffffffffn)
      const block = multiply(rotate(multiply(value >>> 0, 0xcc9e2d51), 15n), 0x1b873593)
      const mixed = rotate(block ^ BigInt(hash >>> 0), 13n)
      let final = (BigInt(mixed) * 5n + 0xe6546b64n) & 0xffffffffn
      final = multiply(Number(final ^ (final >> 16n)), 0x85ebca6b)
      final = multiply(Number(final ^ (final >> 13n)), 0xc2b2ae35)
      return Number(final ^ (final >> 16n))
    }
    const random = seededRandom(6)
    for (let round = 0; round < 200; round++) {
      const [hash, value] = [random(), random()].map((number) => Math.floor(number * 2 ** 32))
      expect(mixHash(hash, value)).toBe(reference(hash, value))
      expect(mixHash(hash, -value)).toBe(reference(hash, -value))
    }
  })
})
