import { campaignSize, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { expandRuns, packRuns2004, packRuns2007, type CopyRun, type PackedRuns } from '../testing/pack-runs.js'
import type { PackedRange } from './unpacking.js'
import { unpack2004 } from './unpack-2004.js'
import { unpack2007 } from './unpack-2007.js'

type Unpack = (range: PackedRange) => number

/** Returns whether packed runs become the bytes that they stand for. */
function isUnpacked(unpack: Unpack, packed: Uint8Array, runs: PackedRuns): boolean {
  const expected = expandRuns(runs)
  const target = new Uint8Array(expected.length)
  const range = { source: packed, from: 0, to: packed.length, target, start: 0, end: expected.length }
  return unpack(range) === expected.length && Buffer.compare(target, Uint8Array.from(expected)) === 0
}

/** Creates a copy behind more bytes than it reaches back. */
const createCopy = (distance: number, length: number, literalCount = 0): PackedRuns => ({
  first: { byte: 1, count: 8 },
  copies: [
    { distance: 1, length: distance + 3, literals: { byte: 2, count: 9 } },
    { distance, length, literals: { byte: 3, count: literalCount } },
  ],
})

const literalCounts = [0, 1, 2, 3, 4, 7, 8, 18, 19, 22, 23, 277, 278, 300]

describe('unpack2004', () => {
  it.each([
    ['of a short distance', [1, 4, 0x400], [3, 14]],
    ['of a near distance', [1, 64, 0x401, 0x4000], [3, 15, 33, 34, 288, 289, 700]],
    ['of a far distance', [0x4001, 0x7fff, 0x8000, 0xbfff], [4, 9, 10, 264, 265, 600]],
  ])('unpacks copies %s', (_name, distances, lengths) => {
    for (const distance of distances)
      for (const length of lengths) {
        const runs = createCopy(distance, length)
        expect(isUnpacked(unpack2004, packRuns2004(runs), runs)).toBe(true)
      }
  })

  it.each(literalCounts)('unpacks %i literals behind a copy', (count) => {
    for (const [distance, length] of [
      [3, 4],
      [3, 40],
      [0x4100, 6],
    ]) {
      const runs = createCopy(distance, length, count)
      expect(isUnpacked(unpack2004, packRuns2004(runs), runs)).toBe(true)
    }
  })

  it('rejects literals behind literals', () => {
    const target = new Uint8Array(20)
    const source = Uint8Array.of(1, 9, 9, 9, 9, 0x05, 9, 9)
    expect(() => unpack2004({ source, from: 0, to: 8, target, start: 0, end: 20 })).toThrow('literals after literals')
  })
})

describe('unpack2007', () => {
  it.each([
    ['of one byte and a distance up to 512', [1, 16, 17, 0x200], [3, 14]],
    ['of up to 18 bytes', [0x201, 0x1000, 0x2000], [3, 18]],
    ['of 19 to 50 bytes', [1, 256, 257, 0x1000], [19, 34, 35, 50]],
    ['of up to 255 bytes', [1, 0x2001, 0xffff], [3, 51, 255]],
    ['of 256 bytes and more', [1, 0x100, 0xffff], [256, 263, 264, 2303, 2304, 5000]],
  ])('unpacks copies %s', (_name, distances, lengths) => {
    for (const distance of distances)
      for (const length of lengths) {
        const runs = createCopy(distance, length)
        expect(isUnpacked(unpack2007, packRuns2007(runs), runs)).toBe(true)
      }
  })

  it.each([...literalCounts, 0x17 + 0xff + 0xffff])('unpacks %i literals behind a copy', (count) => {
    for (const [distance, length] of [
      [3, 4],
      [3, 40],
      [3, 60],
      [3, 400],
    ]) {
      const runs = createCopy(distance, length, count)
      expect(isUnpacked(unpack2007, packRuns2007(runs), runs)).toBe(true)
    }
  })

  it('unpacks literals before which their number is stated alone', () => {
    const target = new Uint8Array(5)
    const source = Uint8Array.of(0x20, 0, 0, 5, 7, 7, 7, 7, 7)
    expect(unpack2007({ source, from: 0, to: 9, target, start: 0, end: 5 })).toBe(5)
    expect([...target]).toEqual([7, 7, 7, 7, 7])
  })

  it('rejects a copy from no distance', () => {
    const target = new Uint8Array(20)
    const source = Uint8Array.of(0, 1, 1, 1, 1, 1, 1, 1, 1, 0x24, 0, 0, 0)
    expect(() => unpack2007({ source, from: 0, to: 13, target, start: 0, end: 20 })).toThrow('beyond the range')
  })
})

/** Creates runs of random distances and lengths. */
function createRuns(random: () => number): PackedRuns {
  const pick = (max: number): number => Math.floor(random() * max)
  const first = { byte: pick(256), count: 8 + pick(40) }
  const copies: CopyRun[] = []
  let size = first.count
  for (let left = 1 + pick(60); left > 0; left--) {
    const literals = { byte: pick(256), count: random() < 0.5 ? pick(4) : pick(600) }
    if (literals.count < 8) literals.count %= 4
    const distance = 1 + pick(Math.min(size, random() < 0.5 ? 600 : 0xbfff))
    const length = 4 + pick(random() < 0.7 ? 60 : 3000)
    copies.push({ distance, length, literals })
    size += length + literals.count
  }
  return { first, copies }
}

describe.each([
  ['unpack2004', unpack2004, packRuns2004],
  ['unpack2007', unpack2007, packRuns2007],
])('%s', (_name, unpack, pack) => {
  it('unpacks random runs', () => {
    for (let seed = 1; seed <= campaignSize(200, 5000); seed++) {
      const runs = createRuns(seededRandom(seed))
      expect(isUnpacked(unpack, pack(runs), runs), `seed ${seed}`).toBe(true)
    }
  })

  it('unpacks behind bytes that are there, and reads none before its range', () => {
    const runs = createCopy(5, 9, 2)
    const expected = expandRuns(runs)
    const packed = pack(runs)
    const source = Uint8Array.from([255, 255, ...packed, 255])
    const target = new Uint8Array(expected.length + 6).fill(170)
    const end = unpack({ source, from: 2, to: 2 + packed.length, target, start: 3, end: 3 + expected.length })
    expect(end).toBe(3 + expected.length)
    expect([...target]).toEqual([170, 170, 170, ...expected, 170, 170, 170])
  })
})
