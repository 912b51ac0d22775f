import { sheetGridSteps, type SheetInfo } from '@kamar/package-format'
import { describe, expect, it } from 'vitest'
import { clampToGrid, computeGrid, computeLongSide, ExtentCollector } from './sheet-extents.js'
import { pageOfSheet } from './sheet-page.js'

/** Creates points on a line from 0 to 1000 with `outliers` of 1000 far away. */
function collect(outliers: readonly (readonly [number, number])[]): ExtentCollector {
  const collector = new ExtentCollector()
  const points = Array.from({ length: 1000 - outliers.length }, (_, at) => [at, at / 2]).flat()
  collector.add([...points, ...outliers.flat()])
  return collector
}

describe('ExtentCollector', () => {
  it('has no extents without points', () => {
    const collector = new ExtentCollector()
    expect([collector.extents, collector.core]).toEqual([null, null])
    collector.add([])
    collector.add([7])
    expect(collector.extents).toBeNull()
  })

  it('contains all points of all calls', () => {
    const collector = new ExtentCollector()
    collector.add([3, 4, -1, 9])
    collector.add([5, -2])
    expect(collector.extents).toEqual({ min: [-1, -2], max: [5, 9] })
    expect(collector.core).toEqual({ min: [-1, -2], max: [5, 9] })
  })

  it('leaves two of a thousand points on each side out of the core when they are far away', () => {
    const collector = collect([
      [9000, 0],
      [9000, 9000],
      [-9000, 0],
      [0, -9000],
    ])
    expect(collector.extents).toEqual({ min: [-9000, -9000], max: [9000, 9000] })
    const core = collector.core ?? { min: [], max: [] }
    expect([...core.min, ...core.max].every((value) => value >= 0 && value < 1000)).toBe(true)
  })

  it('includes a third far point on one side', () => {
    const { core } = collect([
      [9000, 0],
      [9000, 0],
      [9000, 0],
    ])
    expect(core?.max[0]).toBe(9000)
  })

  it('includes everything that extends at most four times as far as the rest', () => {
    expect(collect([[3900, 0]]).core).toEqual({ min: [0, 0], max: [3900, 499] })
    expect(collect([[4100, 0]]).core?.max[0]).toBeLessThan(1000)
    expect(collect([[0, -3000]]).core?.min[1]).toBe(-3000)
    expect(collect([[0, -4100]]).core?.min[1]).toBeGreaterThanOrEqual(0)
  })

  it('is the box of all points when most are in one point', () => {
    const collector = new ExtentCollector()
    collector.add(Array.from({ length: 2000 }, () => 5))
    collector.add([90, 5])
    expect(collector.core).toEqual({ min: [5, 5], max: [90, 5] })
  })

  it('samples long lists, but has extents of all their points', () => {
    const collector = new ExtentCollector()
    const points = Float64Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? at / 2 : 1))
    points[3] = -5
    points[199_998] = 777_777
    const half = points.length / 2
    collector.addPart(points.subarray(0, half), { first: 0, count: half })
    collector.addPart(points.subarray(half), { first: half / 2, count: half })
    expect(collector.extents).toEqual({ min: [0, -5], max: [777_777, 1] })
    // Every fifth of 100,000 points; the two far ones are not among them, but 0.2 % on each side are left out.
    expect(collector.core?.max[0]).toBeLessThan(100_000)
    expect(collector.core?.min[1]).toBe(1)
  })
})

describe('computeGrid', () => {
  it('spans the extents when they are at most 64 times the core', () => {
    const [extents, core] = [
      { min: [-5, 2], max: [59, 10] },
      { min: [0, 4], max: [1, 4.5] },
    ] as const
    expect(computeGrid(extents, core)).toEqual({ origin: [-5, 2], step: 64 / sheetGridSteps })
  })

  it('spans the core when the extents are larger', () => {
    const [extents, core] = [
      { min: [-5, 2], max: [59.1, 10] },
      { min: [0, 4], max: [1, 4.5] },
    ] as const
    expect(computeGrid(extents, core)).toEqual({ origin: [0, 4], step: 1 / sheetGridSteps })
  })

  it('is finite for a sheet of one point', () => {
    const point = { min: [3, 4], max: [3, 4] } as const
    expect(computeGrid(point, point)).toEqual({ origin: [3, 4], step: 1 / sheetGridSteps })
    expect(computeGrid({ min: [3, 4], max: [5, 4] }, point)).toEqual({ origin: [3, 4], step: 2 / sheetGridSteps })
  })
})

describe('clampToGrid', () => {
  it('keeps a value within 64 cores of the origin', () => {
    const step = 2 / sheetGridSteps
    expect([100, 227, 229, -27, -29].map((value) => clampToGrid(value, 100, step))).toEqual([100, 227, 228, -27, -28])
  })
})

describe('computeLongSide', () => {
  it('is the longer of width and height', () => {
    expect(computeLongSide({ min: [1, 1], max: [4, 2] })).toBe(3)
    expect(computeLongSide({ min: [1, 1], max: [4, 9] })).toBe(8)
  })
})

describe('pageOfSheet', () => {
  const info = (over: Partial<SheetInfo>): SheetInfo =>
    ({
      kind: 'layout',
      millimetresPerUnit: 25.4,
      paper: null,
      core: { min: [10, 20], max: [110, 70] },
      ...over,
    }) as SheetInfo

  it('is the paper at its own scale', () => {
    const paper = { min: [10, 20], max: [110, 70] } as const
    expect(pageOfSheet(info({ paper }))).toEqual({ ...paper, millimetresPerUnit: 25.4 })
  })

  it('has a margin of three percent around content without paper', () => {
    const { min, max } = pageOfSheet(info({}))
    expect([...min, ...max]).toEqual([7, 18.5, 113, 71.5].map((value): unknown => expect.closeTo(value, 9)))
  })

  it('fits a model on an A3 sheet, by its tighter side', () => {
    const scale = (width: number, height: number): number =>
      pageOfSheet(
        info({ kind: 'model', paper: { min: [0, 0], max: [1, 1] }, core: { min: [0, 0], max: [width, height] } }),
      ).millimetresPerUnit
    expect(scale(42, 10)).toBeCloseTo(10)
    expect(scale(42, 29.7)).toBeCloseTo(10)
    expect(scale(42, 40)).toBeCloseTo(297 / 40)
    expect(scale(10, 84)).toBeCloseTo(5)
  })

  it('has at least a hundredth of the other side for a line, and a size for a point', () => {
    const size = (max: readonly [number, number]): number[] => {
      const { min, max: end } = pageOfSheet(info({ paper: { min: [0, 0], max: [1, 1] }, core: { min: [0, 0], max } }))
      return [end[0] - min[0], end[1] - min[1]]
    }
    expect(size([200, 0])).toEqual([200, 2])
    expect(size([0, 300])).toEqual([3, 300])
    expect(size([0, 0])).toEqual([1e-9, 1e-9])
  })
})
