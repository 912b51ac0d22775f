import { describe, expect, it } from 'vitest'
import { getViewAngles, computeFrame } from '../camera/pose.js'
import { dot, computeLength } from '../math/vector.js'
import { cubeRegions } from './cube-regions.js'

describe('view cube', () => {
  const regions = cubeRegions()

  it('has 6 sides, 12 edges and 8 corners, each of them once', () => {
    const byQuads = [1, 2, 3].map((count) => regions.filter(({ quads }) => quads.length === count).length)
    expect(byQuads).toEqual([6, 12, 8])
    expect(new Set(regions.map(({ view }) => view)).size).toBe(26)
  })

  it('leads to views that face the clicked region', () => {
    for (const { view, quads } of regions) {
      const center = quads
        .flatMap(({ vertices }) => vertices)
        .reduce((sum, vertex) => sum.map((value, axis) => value + vertex[axis]) as [number, number, number], [0, 0, 0])
      const { forward } = computeFrame(getViewAngles(view, 0))
      expect(dot(forward, center) / computeLength(center), view).toBeCloseTo(-1, 1)
    }
  })

  it('covers the whole surface of a cube', () => {
    const area = regions
      .flatMap(({ quads }) => quads)
      .reduce(
        (sum, { vertices: [a, b, , d] }) =>
          sum +
          computeLength([b[0] - a[0], b[1] - a[1], b[2] - a[2]]) *
            computeLength([d[0] - a[0], d[1] - a[1], d[2] - a[2]]),
        0,
      )
    expect(area).toBeCloseTo(24, 9)
  })
})
