import { describe, expect, it } from 'vitest'
import { splitPointCloud } from './split-point-cloud.js'

describe('point cloud splitting', () => {
  it('keeps few points in one chunk with a local origin in metres', () => {
    const positions = Float64Array.of(1e9, 2, 3, 1e9 + 500, 2, 3)
    const colors = Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255)
    const [chunk, ...others] = splitPointCloud({ positions, colors }, 0.001)
    expect(others).toEqual([])
    expect(chunk.origin).toEqual([1e6, 0.002, 0.003])
    expect([...chunk.points.positions]).toEqual([0, 0, 0, 0.5, 0, 0])
    expect(chunk.points.colors).toEqual(colors)
  })

  it('splits many points into compact chunks that keep each point and color once', () => {
    const count = 150_000
    const positions = Float32Array.from({ length: count * 3 }, (_, at) => (at % 3 === 0 ? ((at / 3) * 7919) % 1000 : 1))
    const colors = Uint8Array.from({ length: count * 4 }, (_, at) => Math.floor(at / 4) % 251)
    const chunks = splitPointCloud({ positions, colors }, 1)
    expect(chunks.map(({ points }) => points.positions.length / 3).reduce((sum, own) => sum + own)).toBe(count)
    expect(chunks.length).toBe(4)
    const spans = chunks.map(({ points, origin }) => {
      const x = points.positions.filter((_, at) => at % 3 === 0).map((value) => value + origin[0])
      return [x.reduce((a, b) => Math.min(a, b)), x.reduce((a, b) => Math.max(a, b))]
    })
    for (const [low, high] of spans) expect(high - low).toBeLessThan(300)
    const sumBytes = (all: readonly Uint8Array[]): number =>
      all.flatMap((own) => [...own]).reduce((sum, own) => sum + own)
    expect(sumBytes(chunks.map(({ points }) => points.colors ?? new Uint8Array(0)))).toBe(sumBytes([colors]))
  })

  it('splits coincident points and omits points with invalid coordinates', () => {
    expect(splitPointCloud({ positions: new Float64Array(3 * 70_000).fill(5) }, 1).length).toBe(2)
    expect(splitPointCloud({ positions: Float64Array.of(NaN, 0, 0, 1, Infinity, 0) }, 1)).toEqual([])
  })
})
