import type { Manifest } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { asViewerError, isOutOfMemory, ViewerError } from '../errors.js'
import { bytesFor, bytesNeeded, MemoryBudget } from './memory-budget.js'
import { BufferAllocator } from './buffer-allocator.js'
import { scoreChunks } from './chunk-scores.js'

const megabyte = 1024 * 1024

/** Creates the manifest of a complete package with this many triangles. */
const createManifest = (triangles: number, state = 'complete'): Manifest =>
  ({ state, counts: { triangles, instances: 1000, lines: 0 } }) as unknown as Manifest

describe('memory budget', () => {
  it('is larger on a desktop than on a handheld device and follows the reported memory', () => {
    const [small, handheld, unknownPhone] = [1, 4, undefined].map((memoryGigabytes) =>
      bytesFor({ memoryGigabytes, isHandheld: true }),
    )
    const [office, station, unknownDesktop] = [4, 8, undefined].map((memoryGigabytes) =>
      bytesFor({ memoryGigabytes, isHandheld: false }),
    )
    expect(small).toBeLessThan(handheld)
    expect(unknownPhone).toBeLessThan(office)
    expect(office).toBeLessThan(station)
    expect(unknownDesktop).toBeGreaterThan(handheld)
    expect(small).toBeGreaterThanOrEqual(96 * megabyte)
  })

  it('is insufficient only for complete packages that need more', () => {
    const budget = new MemoryBudget(100 * megabyte)
    expect(bytesNeeded(createManifest(1e6))).toBeLessThan(100 * megabyte)
    expect([1e6, 3e6].map((triangles) => budget.isShortFor(createManifest(triangles)))).toEqual([false, true])
    expect(budget.isShortFor(createManifest(3e6, 'inprogress'))).toBe(false)
  })

  it('is halved from the needed or the previous size after an allocation failure', () => {
    const budget = new MemoryBudget(1000)
    budget.halve(600)
    expect(budget.bytes).toBe(300)
    budget.halve()
    expect(budget.bytes).toBe(150)
  })
})

describe('out-of-memory detection', () => {
  it.each([
    new RangeError('Array buffer allocation failed'),
    new RangeError('WebAssembly.Memory(): could not allocate memory'),
    new Error('allocation size overflow'),
    new RangeError('Out of memory'),
    new ViewerError('out-of-memory'),
  ])('recognises %s', (error) => {
    expect(isOutOfMemory(error)).toBe(true)
    expect(asViewerError(error, 'fetch-failed').code).toBe('out-of-memory')
  })

  it('excludes package damage and other errors', () => {
    const damaged = new RangeError('view package: allocation table out of order')
    expect([damaged, new TypeError('Failed to fetch'), 'out of memory', null].map(isOutOfMemory)).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(asViewerError(damaged, 'package-damaged').code).toBe('package-damaged')
  })
})

describe('residency buffer allocator', () => {
  it('allocates contiguous ranges and merges freed ones', () => {
    const allocator = new BufferAllocator({ vertices: 100, indices: 100 })
    const size = { vertices: 30, indices: 40 }
    const first = allocator.take(size)
    const second = allocator.take(size)
    expect([first, second]).toEqual([
      { vertices: 0, indices: 0 },
      { vertices: 30, indices: 40 },
    ])
    // There are enough vertices, but no indices.
    expect(allocator.take(size)).toBeNull()
    allocator.free({ vertices: 0, indices: 0 }, size)
    expect(allocator.take({ vertices: 35, indices: 10 })).toEqual({ vertices: 60, indices: 0 })
    allocator.free({ vertices: 60, indices: 0 }, { vertices: 35, indices: 10 })
    allocator.free({ vertices: 30, indices: 40 }, size)
    expect(allocator.take({ vertices: 100, indices: 100 })).toEqual({ vertices: 0, indices: 0 })
  })

  it('reserves nothing for an empty chunk', () => {
    const allocator = new BufferAllocator({ vertices: 10, indices: 10 })
    const emptySize = { vertices: 0, indices: 0 }
    allocator.free(allocator.take(emptySize) ?? emptySize, emptySize)
    expect(allocator.take({ vertices: 10, indices: 10 })).toEqual(emptySize)
  })
})

describe('chunk priority', () => {
  /** Balls of one metre, the last one behind the camera, each a chunk; the camera looks along x. */
  const positions = [10, 100, 1000, -10]
  const request = {
    instances: { count: 4, sphere: Float32Array.from(positions.flatMap((x) => [x, 0, 0, 1])) },
    mode: [1, 1, 1, 1],
    home: [0, 1, 2, 3],
    chunkCount: 4,
    view: { eye: [0, 0, 0], planes: Float64Array.of(1, 0, 0, 0), pixelScale: 500, orthographic: false },
    exterior: null,
    isSelected: () => false,
  } as const

  it('follows the size on screen and is low behind the camera', () => {
    const { visiblePixels, priority } = scoreChunks(request)
    expect(visiblePixels[0]).toBeGreaterThan(visiblePixels[1] * 9)
    expect(visiblePixels[1]).toBeGreaterThan(visiblePixels[2] * 9)
    expect(visiblePixels[3]).toBe(0)
    expect(priority[3]).toBeGreaterThan(0)
    expect(priority[3]).toBeLessThan(priority[1])
  })

  it('is zero for hidden chunks, and low for interior ones while only the exterior is drawn', () => {
    const { visiblePixels, priority } = scoreChunks({ ...request, mode: [0, 1, 1, 1], exterior: Uint8Array.of(0b1101) })
    expect([visiblePixels[0], priority[0], visiblePixels[1]]).toEqual([0, 0, 0])
    expect(priority[1]).toBeGreaterThan(0)
    expect(priority[1]).toBeLessThan(scoreChunks(request).priority[1])
  })

  it('is that of a visible chunk where an interior instance is selected', () => {
    const interior = { ...request, exterior: Uint8Array.of(0b1101) }
    const selected = scoreChunks({ ...interior, isSelected: (instance) => instance === 1 })
    expect(selected.visiblePixels[1]).toBe(scoreChunks(request).visiblePixels[1])
  })

  it('is independent of the distance in an orthographic view', () => {
    const { visiblePixels } = scoreChunks({ ...request, view: { ...request.view, orthographic: true } })
    expect(visiblePixels[0]).toBe(visiblePixels[2])
  })

  it('is the highest priority of its instances', () => {
    const { visiblePixels } = scoreChunks({ ...request, home: [0, 0, 0, 1], chunkCount: 2 })
    expect(visiblePixels[0]).toBe(scoreChunks(request).visiblePixels[0])
  })
})
