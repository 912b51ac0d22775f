import type { Manifest } from '@kamar/package-format/read'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testRandom } from '../../testing/shapes.js'
import { normalize } from '../math/vector.js'
import { drawMode } from '../store/instance-colors.js'
import { scoreChunks } from './chunk-scores.js'
import { bytesFor, bytesNeeded, MemoryBudget, rowBytes } from './memory-budget.js'

const megabyte = 1024 * 1024

describe('scoreChunks', () => {
  it.each([1, 2, 3, 4])('agrees with the definition for every chunk (seed %d)', (seed) => {
    const random = testRandom(seed)
    const count = 300
    const chunkCount = 20
    const sphere = Float32Array.from({ length: count * 4 }, (_, at) =>
      at % 4 === 3 ? 10 ** (random() * 3 - 2) : random() * 100 - 50,
    )
    const mode = Uint8Array.from({ length: count }, () => Math.floor(random() * 4))
    const home = Uint16Array.from({ length: count }, () => Math.floor(random() * chunkCount))
    const bits = Uint8Array.from({ length: count / 8 + 1 }, () => Math.floor(random() * 256))
    const planes = Float64Array.from(
      [0, 1, 2].flatMap(() => [...normalize([random() - 0.5, random() - 0.5, random() - 0.5]), random() * 40]),
    )
    for (const orthographic of [false, true])
      for (const exterior of [null, bits]) {
        const view = { eye: [3, -2, 1] as const, planes, pixelScale: orthographic ? 6 : 700, orthographic }
        const scores = scoreChunks({
          instances: { count, sphere },
          mode,
          home,
          chunkCount,
          view,
          exterior,
          isSelected: () => false,
        })
        for (let chunk = 0; chunk < chunkCount; chunk++) {
          const members = Array.from({ length: count }, (_, instance) => instance).filter(
            (instance) => home[instance] === chunk && mode[instance] !== drawMode.none,
          )
          const rated = members.map((instance) => {
            const [x, y, z, radius] = sphere.subarray(instance * 4, instance * 4 + 4)
            const distance = Math.hypot(x - 3, y + 2, z - 1) - radius
            const size = orthographic ? radius * 12 : (radius * 1400) / Math.max(distance, radius * 0.01, 1e-6)
            const pixels = Math.min(1024, size)
            const isOutside = exterior === null || (exterior[instance >> 3] & (1 << (instance & 7))) !== 0
            const isInView = [0, 4, 8].every(
              (at) => planes[at] * x + planes[at + 1] * y + planes[at + 2] * z + planes[at + 3] >= -radius,
            )
            if (!isOutside) return { visible: 0, priority: pixels * 0.01 }
            return isInView ? { visible: pixels, priority: pixels } : { visible: 0, priority: pixels * 0.02 }
          })
          const visible = Math.max(0, ...rated.map((one) => one.visible))
          expect(scores.visiblePixels[chunk]).toBeCloseTo(visible, 2)
          // Once something visible is larger, the rest can no longer raise the priority.
          expect(scores.priority[chunk]).toBeCloseTo(Math.max(0, ...rated.map((one) => one.priority)), 2)
        }
      }
  })

  it('limits the size of what surrounds the eye', () => {
    const view = { eye: [0, 0, 0] as const, planes: new Float64Array(0), pixelScale: 1000, orthographic: false }
    const request = { mode: [1], home: [0], chunkCount: 1, view, exterior: null, isSelected: () => false }
    const computeSize = (sphere: readonly number[]): number =>
      scoreChunks({ ...request, instances: { count: 1, sphere: Float32Array.from(sphere) } }).visiblePixels[0]
    expect(computeSize([0, 0, 0, 5])).toBe(1024)
    expect(computeSize([0, 101, 0, 1])).toBeCloseTo(20, 5)
    expect(computeSize([0, 0, 0, 0])).toBe(0)
  })
})

describe('memory budget of a device', () => {
  it.each([
    [{ isHandheld: true, memoryGigabytes: 1 }, 96],
    [{ isHandheld: true, memoryGigabytes: 2 }, 160],
    [{ isHandheld: true, memoryGigabytes: undefined }, 240],
    [{ isHandheld: true, memoryGigabytes: 8 }, 384],
    [{ isHandheld: false, memoryGigabytes: 0.5 }, 192],
    [{ isHandheld: false, memoryGigabytes: 4 }, 768],
    [{ isHandheld: false, memoryGigabytes: undefined }, 1152],
    [{ isHandheld: false, memoryGigabytes: 8 }, 1536],
  ])('has for %o so many megabytes: %d', (device, expected) => {
    expect(bytesFor(device)).toBe(expected * megabyte)
  })

  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it('follows what the browser reports', () => {
    vi.stubGlobal('navigator', { deviceMemory: 2 })
    vi.stubGlobal('window', { matchMedia: (query: string) => ({ matches: query === '(pointer: coarse)' }) })
    expect(new MemoryBudget().bytes).toBe(160 * megabyte)
    vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
    expect(new MemoryBudget().bytes).toBe(384 * megabyte)
  })
})

describe('bytesNeeded', () => {
  const manifest = (counts: object, state = 'complete'): Manifest => ({ state, counts }) as unknown as Manifest

  it('counts triangles, instances, segments and points', () => {
    expect(bytesNeeded(manifest({ triangles: 10, instances: 0, lines: 0 }))).toBe(600)
    expect(bytesNeeded(manifest({ triangles: 0, instances: 10, lines: 0 }))).toBe(2800)
    expect(bytesNeeded(manifest({ triangles: 0, instances: 0, lines: 10, points: 5 }))).toBe(600)
    expect(rowBytes(manifest({ triangles: 9, instances: 10, lines: 9 }))).toBe(2800)
  })

  it('fits a model of exactly the budget', () => {
    const budget = new MemoryBudget(600)
    expect(budget.isShortFor(manifest({ triangles: 10, instances: 0, lines: 0 }))).toBe(false)
    expect(budget.isShortFor(manifest({ triangles: 11, instances: 0, lines: 0 }))).toBe(true)
    expect(budget.isShortFor(manifest({ triangles: 11, instances: 0, lines: 0 }, 'inprogress'))).toBe(false)
  })

  it('is never halved from more than the budget', () => {
    const budget = new MemoryBudget(1000)
    budget.halve(5000)
    expect(budget.bytes).toBe(500)
  })
})
