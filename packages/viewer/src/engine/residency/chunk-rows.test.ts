import { describe, expect, it } from 'vitest'
import { placedInstances } from '../../testing/test-instances.js'
import { testRandom } from '../../testing/shapes.js'
import type { GeometryStore } from '../store/geometry-store.js'
import { rangeStride } from '../store/gpu-chunk.js'
import { InstanceStore } from '../store/instance-store.js'
import { BufferAllocator, type ChunkSize } from './buffer-allocator.js'
import { ChunkRows } from './chunk-rows.js'

/** Ranges relative to their chunk: start and count of five slots, different for each instance. */
const relative = (instance: number): number[] =>
  Array.from({ length: rangeStride }, (_, slot) => (slot % 2 === 0 ? instance * 100 + slot : instance + slot))

function createRows() {
  const instances = new InstanceStore()
  // The geometry of an instance is the number of its home chunk.
  const geometries = { chunkOf: (geometry: number) => geometry } as unknown as GeometryStore
  const rows = new ChunkRows(instances, geometries)
  const offsets = new Map<number, number>()
  const append = (homes: readonly number[]): void => {
    const start = instances.count
    const added = homes.map((geometry, at) => ({ geometry, ranges: relative(start + at) }))
    instances.append(placedInstances(added))
    rows.append(start, instances.count, (chunk) => offsets.get(chunk) ?? null)
  }
  const readRanges = (instance: number): number[] => [
    ...instances.ranges.subarray(instance * rangeStride, (instance + 1) * rangeStride),
  ]
  return { rows, offsets, append, readRanges, instances }
}

const shiftRanges = (instance: number, offset: number | null): number[] =>
  relative(instance).map((value, slot) => (offset === null ? 0 : slot % 2 === 0 ? value + offset : value))

describe('ChunkRows', () => {
  it('empties the ranges of evicted chunks and shifts those of resident ones', () => {
    const { rows, offsets, append, readRanges } = createRows()
    offsets.set(0, 5000)
    append([0, 0])
    append([1, 0])
    expect([0, 1, 2, 3].map(readRanges)).toEqual([
      shiftRanges(0, 5000),
      shiftRanges(1, 5000),
      shiftRanges(2, null),
      shiftRanges(3, 5000),
    ])
    expect([...rows.home.subarray(0, 4)]).toEqual([0, 0, 1, 0])
  })

  it('moves all instances of a chunk, also those of later chunks, and no others', () => {
    const { rows, append, readRanges } = createRows()
    append([0, 0])
    append([1, 0, 1])
    rows.move(0, 70)
    expect([0, 1, 2, 3, 4].map(readRanges)).toEqual([
      shiftRanges(0, 70),
      shiftRanges(1, 70),
      shiftRanges(2, null),
      shiftRanges(3, 70),
      shiftRanges(4, null),
    ])
    rows.move(1, 900)
    rows.move(0, null)
    expect([0, 1, 2, 3, 4].map(readRanges)).toEqual([
      shiftRanges(0, null),
      shiftRanges(1, null),
      shiftRanges(2, 900),
      shiftRanges(3, null),
      shiftRanges(4, 900),
    ])
  })

  it('keeps the ranges of many instances', () => {
    const { rows, append, readRanges } = createRows()
    append(Array.from({ length: 900 }, () => 0))
    rows.move(0, 5)
    expect([0, 409, 410, 899].map(readRanges)).toEqual([0, 409, 410, 899].map((instance) => shiftRanges(instance, 5)))
  })

  it('accepts a chunk without instances', () => {
    const { rows, append, readRanges } = createRows()
    append([])
    append([1])
    rows.move(0, 10)
    rows.move(1, 20)
    expect(readRanges(0)).toEqual(shiftRanges(0, 20))
  })

  it('returns to the original ranges however often chunks move (seed 3)', () => {
    const random = testRandom(3)
    const { rows, append, readRanges, instances } = createRows()
    const locations = new Map<number, number | null>()
    const homes: number[] = []
    for (let chunk = 0; chunk < 12; chunk++) {
      const added = Array.from({ length: Math.floor(random() * 5) }, () => Math.floor(random() * (chunk + 1)))
      homes.push(...added)
      append(added)
      for (let step = 0; step < 6; step++) {
        const moving = Math.floor(random() * (chunk + 1))
        const offset = random() < 0.3 ? null : Math.floor(random() * 1e6)
        rows.move(moving, offset)
        locations.set(moving, offset)
      }
      // The map of `createRows` stays empty: instances are appended as evicted, and so are later ones of moved chunks.
      for (const home of added) {
        rows.move(home, 17)
        locations.set(home, 17)
      }
      for (let instance = 0; instance < instances.count; instance++)
        expect(readRanges(instance)).toEqual(shiftRanges(instance, locations.get(homes[instance]) ?? null))
    }
  })
})

describe('BufferAllocator', () => {
  it('never overlaps, stays within its size, and finds everything free again (seed 11)', () => {
    const random = testRandom(11)
    for (let round = 0; round < 10; round++) {
      const size = { vertices: 1000, indices: 3000 }
      const allocator = new BufferAllocator(size)
      const used: { location: ChunkSize; size: ChunkSize }[] = []
      let refusals = 0
      for (let step = 0; step < 200; step++) {
        if (used.length > 0 && random() < 0.45) {
          const [freed] = used.splice(Math.floor(random() * used.length), 1)
          allocator.free(freed.location, freed.size)
          continue
        }
        const request = { vertices: Math.floor(random() * 200), indices: Math.floor(random() * 700) }
        const location = allocator.take(request)
        const isFull = (unit: 'vertices' | 'indices'): boolean =>
          gaps(used, size, unit).every((gap) => gap < request[unit])
        expect(location === null).toBe(isFull('vertices') || isFull('indices'))
        refusals += location === null ? 1 : 0
        if (location === null) continue
        for (const unit of ['vertices', 'indices'] as const) {
          expect(location[unit] + request[unit]).toBeLessThanOrEqual(size[unit])
          const overlaps = used.filter((other) => {
            const isBefore = other.location[unit] + other.size[unit] <= location[unit]
            const isAfter = location[unit] + request[unit] <= other.location[unit]
            return !isBefore && !isAfter && other.size[unit] > 0 && request[unit] > 0
          })
          expect(overlaps).toEqual([])
        }
        used.push({ location, size: request })
      }
      expect(refusals).toBeGreaterThan(0)
      for (const { location, size: freed } of used) allocator.free(location, freed)
      expect(allocator.take(size)).toEqual({ vertices: 0, indices: 0 })
    }
  })

  it('takes the first gap that is large enough', () => {
    const allocator = new BufferAllocator({ vertices: 100, indices: 100 })
    const take = (count: number): number | undefined => allocator.take({ vertices: count, indices: 0 })?.vertices
    expect([take(20), take(10), take(20), take(10)]).toEqual([0, 20, 30, 50])
    allocator.free({ vertices: 20, indices: 0 }, { vertices: 10, indices: 0 })
    allocator.free({ vertices: 50, indices: 0 }, { vertices: 10, indices: 0 })
    // 20 to 30 is free, and 50 to 100.
    expect([take(11), take(10), take(39), take(1)]).toEqual([50, 20, 61, undefined])
  })

  it('takes nothing of either buffer where one is full', () => {
    const allocator = new BufferAllocator({ vertices: 10, indices: 10 })
    expect(allocator.take({ vertices: 5, indices: 11 })).toBeNull()
    expect(allocator.take({ vertices: 11, indices: 5 })).toBeNull()
    expect(allocator.take({ vertices: 10, indices: 10 })).toEqual({ vertices: 0, indices: 0 })
  })
})

/** Returns the lengths of the gaps between used ranges. */
function gaps(
  used: readonly { location: ChunkSize; size: ChunkSize }[],
  size: ChunkSize,
  unit: 'vertices' | 'indices',
): number[] {
  const result: number[] = []
  let end = 0
  for (const one of used.filter((each) => each.size[unit] > 0).sort((a, b) => a.location[unit] - b.location[unit])) {
    result.push(one.location[unit] - end)
    end = one.location[unit] + one.size[unit]
  }
  return [...result, size[unit] - end]
}
