import { describe, expect, it } from 'vitest'
import { ObjectReader } from '../bits/object-reader.js'
import { createLine } from '../testing/entities.js'
import { ObjectWriter } from '../testing/object-writer.js'
import { releases } from '../testing/write-drawing.js'
import type { DwgRelease } from '../release.js'
import { computeChecksum } from './checksum.js'
import { walkObjects } from './walk-objects.js'

function createObject(release: DwgRelease, handle: number, kind = 19): Uint8Array {
  const writer = new ObjectWriter(release, kind, handle)
  writer.writeEntityHeader()
  createLine([handle, 1], [3, 4]).write(writer)
  return writer.toBytes()
}

function walk(
  release: DwgRelease,
  parts: readonly Uint8Array[],
  classNumbers: readonly number[] = [],
): readonly number[] {
  const bytes = new Uint8Array(parts.flatMap((part) => [...part]).concat(Array.from({ length: 32 }, () => 0)))
  const section = bytes.subarray(0, bytes.length - 32)
  const reader = new ObjectReader(section, release, 30)
  const classes = new Map(classNumbers.map((number) => [number, { number, name: 'AEC_WALL', isEntity: true }]))
  return [...walkObjects(reader, section, { start: 0, classes }).handles]
}

describe.each(releases)('walkObjects with objects of release %i', (release) => {
  const objects = [1, 2, 3, 4].map((handle) => createObject(release, handle))

  it('finds objects one behind another', () => {
    expect(walk(release, objects)).toEqual([1, 2, 3, 4])
  })

  it('goes on behind missing bytes', () => {
    const [first, second, third, fourth] = objects
    expect(walk(release, [first, second.subarray(0, 9), new Uint8Array(100), third, fourth])).toEqual([1, 3, 4])
  })

  it('goes on behind objects of programs that are not there', () => {
    const proxies = [498, 499].map((kind) => createObject(release, kind, kind))
    expect(walk(release, [objects[0], ...proxies, objects[1]], [500])).toEqual([1, 2, 498, 499])
  })

  it('keeps an object whose checksum is wrong if the next one follows it', () => {
    const damaged = Uint8Array.from(objects[1])
    damaged[damaged.length - 1] ^= 1
    expect(walk(release, [objects[0], damaged, objects[2]])).toEqual([1, 2, 3])
  })

  it('finds nothing in other bytes', () => {
    expect(walk(release, [Uint8Array.from({ length: 5000 }, (_, at) => (at * at * 31) >> 3)])).toEqual([])
  })
})

describe('computeChecksum', () => {
  it('is the CRC-16 with the start value of objects', () => {
    const bytes = new TextEncoder().encode('123456789')
    expect(computeChecksum(bytes, 0, 0)).toBe(0xc0c1)
    expect(computeChecksum(bytes, 0, bytes.length)).toBe(0x7e6c)
  })
})
