import { describe, expect, it } from 'vitest'
import { findExteriorSet } from './exterior-set.js'
import type { RasterGeometry } from './raster/raster-scene.js'
import { type Box, boxScene, hollowBox, unitCube } from './test-support/box-scene.js'
import { runToEnd } from './test-support/run-to-end.js'

const findVisible = (boxes: readonly Box[]): number[] => {
  const { scene, bounds } = boxScene(boxes)
  return [...runToEnd(findExteriorSet(scene, bounds))]
}
const furniture: Box = { min: [4, 4, 1], max: [5, 5, 2] }

describe('findExteriorSet', () => {
  it('omits objects in a closed room', () => {
    expect(findVisible([...hollowBox(10, 0.2), furniture])).toEqual([1, 1, 1, 1, 1, 1, 0])
  })

  it('includes glass and the objects behind it', () => {
    const walls = hollowBox(10, 0.2)
    const glazed = walls.map((wall, index) => (index === 5 ? { ...wall, color: [150, 200, 220, 110] as const } : wall))
    expect(findVisible([...glazed, furniture])).toEqual([1, 1, 1, 1, 1, 1, 1])
  })

  it('includes objects behind an opening', () => {
    expect(findVisible([...hollowBox(10, 0.2).slice(0, 5), furniture]).at(-1)).toBe(1)
  })

  it('keeps objects smaller than a sample on the outside, and omits them inside', () => {
    const tiny = (x: number): Box => ({ min: [x, 5, 5], max: [x + 0.002, 5.002, 5.002] })
    const visible = findVisible([...hollowBox(10, 0.2), tiny(10.01), tiny(5)])
    expect(visible.slice(-2)).toEqual([1, 0])
  })

  it('omits small objects just below a flat roof, and keeps those on it', () => {
    const lamps = Array.from({ length: 50 }, (_, lamp): Box => {
      const [x, y] = [10 + (lamp % 10) * 8, 10 + Math.floor(lamp / 10) * 16]
      return { min: [x, y, 99.75], max: [x + 0.3, y + 0.3, 99.8] }
    })
    expect(findVisible([...hollowBox(100, 0.2), ...lamps]).slice(6)).toEqual(lamps.map(() => 0))
    const above = lamps.map(({ min, max }): Box => ({
      min: [min[0], min[1], 100],
      max: [max[0], max[1], 100.05],
    }))
    expect(findVisible([...hollowBox(100, 0.2), ...above]).slice(6)).toEqual(above.map(() => 1))
  })

  it('omits hidden instances', () => {
    expect(
      findVisible([
        { min: [0, 0, 0], max: [1, 1, 1] },
        { min: [2, 0, 0], max: [3, 1, 1], hidden: true },
      ]),
    ).toEqual([1, 0])
  })

  it('accepts a scene without instances and one without extent', () => {
    expect(runToEnd(findExteriorSet(boxScene([]).scene, [0, 0, 0, 0, 0, 0]))).toEqual(new Uint8Array(0))
    expect(findVisible([{ min: [1, 1, 1], max: [1, 1, 1] }])).toEqual([1])
  })
})

describe('exterior set by surfaces', () => {
  /** Creates a scene of one box of 10 m in a given geometry, with furniture inside; returns what is visible. */
  function findInside(geometry: Partial<RasterGeometry>, isMirrored = false): number[] {
    const { scene, bounds } = boxScene([{ min: [0, 0, 0], max: [10, 10, 10] }, furniture])
    if (isMirrored) {
      scene.linear[0] = -10
      scene.translation[0] = 10
    }
    const geometries = [{ ...unitCube, ...geometry }, unitCube]
    return [...runToEnd(findExteriorSet({ ...scene, geometries, geometry: Uint32Array.of(0, 1) }, bounds))]
  }
  /** Indices of the cube with its faces to the inside. */
  const inwards = unitCube.indices.map((_, at) => unitCube.indices[at - (at % 3) + [0, 2, 1][at % 3]])

  it('is the same for closed, mirrored and open boxes: they hide their inside', () => {
    expect(findInside({ closed: false })).toEqual([1, 0])
    expect(findInside({ closed: true })).toEqual([1, 0])
    expect(findInside({ closed: true }, true)).toEqual([1, 0])
    expect(findInside({ closed: false }, true)).toEqual([1, 0])
    expect(findInside({ closed: false, indices: inwards })).toEqual([1, 0])
  })

  it('has the inside of a single-sided box whose faces look inwards', () => {
    expect(findInside({ closed: true, indices: inwards })).toEqual([1, 1])
  })

  it('finds both of two coplanar surfaces, whichever comes first', () => {
    const floor: Box = { min: [0, 0, 0], max: [10, 10, 1] }
    const tile: Box = { min: [4, 4, 0.9], max: [6, 6, 1] }
    expect(findVisible([floor, tile])).toEqual([1, 1])
    expect(findVisible([tile, floor])).toEqual([1, 1])
    expect(findVisible([floor, { min: [4, 4, 0.4], max: [6, 6, 0.9] }])).toEqual([1, 0])
  })

  it('draws the coarsest level within a pixel that has triangles', () => {
    const indices = Uint32Array.from([...unitCube.indices, ...unitCube.indices.subarray(0, 6)])
    const withLevel = (errorMetres: number, count = 6): number[] =>
      findInside({
        indices,
        levels: [
          { start: 0, count: 36, errorMetres: 0 },
          { start: 36, count, errorMetres },
        ],
      })
    // A box of 10 m is at most 348 pixels wide, its diagonal view less: a pixel is 0.03 to 0.05 m. The level errs in
    // the frame of the unit cube, which is scaled by 10.
    expect(withLevel(0.001)).toEqual([1, 1])
    expect(withLevel(0.1)).toEqual([1, 0])
    expect(withLevel(0.001, 0)).toEqual([1, 0])
  })

  it('counts lines and points as visible, even in a closed room', () => {
    const lines = { indices: new Uint32Array(0), levels: [{ start: 0, count: 0, errorMetres: 0 }] }
    const { scene, bounds } = boxScene([{ min: [0, 0, 0], max: [10, 10, 10] }, furniture])
    const geometries = [unitCube, { ...unitCube, ...lines }]
    expect([...runToEnd(findExteriorSet({ ...scene, geometries, geometry: Uint32Array.of(0, 1) }, bounds))]).toEqual([
      1, 1,
    ])
  })

  it('loads geometries again that together exceed what is kept', () => {
    const indices = new Uint32Array(9_000_000)
    indices.set(unitCube.indices)
    const large = { ...unitCube, indices }
    const row = [0, 2, 4, 6].map((x): Box => ({ min: [x, 0, 0], max: [x + 1, 1, 1] }))
    const { scene, bounds } = boxScene(row)
    const geometry = Uint32Array.of(0, 1, 0, 1)
    expect([...runToEnd(findExteriorSet({ ...scene, geometries: [large, large], geometry }, bounds))]).toEqual([
      1, 1, 1, 1,
    ])
  })

  it('does not let glass, small or hidden objects hide what is behind them', () => {
    const inner: Box = { min: [4, 4, 4], max: [6, 6, 6] }
    const around: Box = { min: [3, 3, 3], max: [7, 7, 7] }
    expect(findVisible([around, inner])).toEqual([1, 0])
    expect(findVisible([{ ...around, color: [9, 9, 9, 229] }, inner])).toEqual([1, 1])
    expect(findVisible([{ ...around, hidden: true }, inner])).toEqual([0, 1])
  })
})

describe('search for the exterior set', () => {
  const countDirections = (boxes: readonly Box[]): number => {
    const { scene, bounds } = boxScene(boxes)
    return [...findExteriorSet(scene, bounds)].length
  }

  it('looks from 43 directions, and from 16 more as long as they find objects', () => {
    expect(countDirections([furniture])).toBe(43)
    expect(countDirections([...hollowBox(10, 0.2), furniture])).toBe(43)
  })

  it('finds what is visible through a narrow gap from few directions', () => {
    // A shaft of 1 m in a block of 10 m: its floor is visible from the top alone.
    const block: Box[] = [
      { min: [0, 0, 0], max: [4.5, 10, 10] },
      { min: [5.5, 0, 0], max: [10, 10, 10] },
      { min: [4.5, 0, 0], max: [5.5, 4.5, 10] },
      { min: [4.5, 5.5, 0], max: [5.5, 10, 10] },
    ]
    const floor: Box = { min: [4.6, 4.6, 0.5], max: [5.4, 5.4, 1] }
    const lid: Box = { min: [4.4, 4.4, 9.9], max: [5.6, 5.6, 10] }
    const bottom: Box = { min: [4.4, 4.4, 0], max: [5.6, 5.6, 0.1] }
    expect(findVisible([...block, bottom, floor]).at(-1)).toBe(1)
    expect(findVisible([...block, bottom, lid, floor]).at(-1)).toBe(0)
  })
})
