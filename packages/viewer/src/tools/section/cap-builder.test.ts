import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import { cutThrough } from '../../engine/store/cut.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { testShape } from '../../testing/test-shape.js'
import { CapBuilder } from './cap-builder.js'
import type { PlaneCaps } from './cap-parts.js'

/** Columns of one square metre, one every two metres along x, 3 m high. */
const columns: readonly InstanceShape[] = Array.from({ length: 6 }, (_, at) =>
  testShape(boxMesh([0, 0, 0], [1, 1, 3]), placedAt(at * 2, 0, 0)),
)

interface TestModel {
  readonly geometry: ModelGeometry
  /** Instances whose shapes were read, in order. */
  readonly cut: number[]
  readonly evicted: Set<number>
  readonly hidden: Set<number>
  /** Instances whose shapes were fetched, one list per fetch. */
  readonly fetched: number[][]
  fails: boolean
}

function createModel(): TestModel {
  const cut: number[] = []
  const model: TestModel = {
    geometry: null as never,
    cut,
    evicted: new Set(),
    hidden: new Set(),
    fetched: [],
    fails: false,
  }
  const geometry: Partial<ModelGeometry> = {
    count: columns.length,
    spheres: Float32Array.from(columns.flatMap((_, at) => [at * 2 + 0.5, 0.5, 1.5, 2])),
    elementOf: (instance) => instance,
    isShown: (instance) => !model.hidden.has(instance),
    isResident: (instance) => !model.evicted.has(instance),
    getShape: (instance) => {
      cut.push(instance)
      return columns[instance]
    },
    visit: async (instances, visit) => {
      const list = [...instances]
      model.fetched.push(list)
      if (model.fails) throw new Error('no network')
      for (const instance of list) visit(instance)
    },
  }
  return Object.assign(model, { geometry: geometry as ModelGeometry })
}

const ascending = (numbers: readonly number[]): number[] => numbers.toSorted((a, b) => a - b)
const level = (height: number) => cutThrough([0, 0, height], [0, 0, -1])
const keepsUpTo = (x: number) => cutThrough([x, 0, 0], [-1, 0, 0])

let model: TestModel
let shown: (readonly PlaneCaps[])[]
let builder: CapBuilder
const lastAreas = (): number[] =>
  (shown.at(-1) ?? []).map(({ parts }) => Math.round(parts.reduce((sum, { area }) => sum + area, 0) * 100) / 100)

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  model = createModel()
  shown = []
  builder = new CapBuilder((caps) => shown.push(caps))
})
afterEach(() => {
  builder.clear()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('CapBuilder', () => {
  it('cuts a small model at once and reports the caps once', () => {
    builder.cut(model.geometry, [level(1)])
    expect([shown.length, builder.busy, lastAreas()]).toEqual([1, false, [6]])
    expect(ascending(model.cut)).toEqual([0, 1, 2, 3, 4, 5])
    vi.runAllTimers()
    expect(shown).toHaveLength(1)
  })

  it('cuts nothing again for a plane that did not move', () => {
    builder.cut(model.geometry, [level(1)])
    model.cut.length = 0
    builder.cut(model.geometry, [level(1)])
    expect([model.cut, lastAreas()]).toEqual([[], [6]])
    builder.cut(model.geometry, [level(1), level(2)])
    expect(model.cut).toHaveLength(6)
    expect(lastAreas()).toEqual([6, 6])
  })

  it('starts over for a plane that moved', () => {
    builder.cut(model.geometry, [level(1)])
    model.cut.length = 0
    builder.cut(model.geometry, [level(1.5)])
    expect(model.cut).toHaveLength(6)
    builder.cut(model.geometry, [level(9)])
    expect(lastAreas()).toEqual([0])
  })

  it('cuts what another plane had cut away as soon as that plane moves', () => {
    builder.cut(model.geometry, [level(1), keepsUpTo(3)])
    const before = new Set(model.cut)
    expect([before.has(4), before.has(5)]).toEqual([false, false])
    model.cut.length = 0
    builder.cut(model.geometry, [level(1), keepsUpTo(99)])
    // Those of the first plane that were left out, and none of the others again.
    expect(ascending(model.cut)).toEqual([3, 4, 5].filter((one) => !before.has(one)))
    expect(lastAreas()).toEqual([6, 0])
  })

  it('discards the caps after the visibility changed', () => {
    builder.cut(model.geometry, [level(1)])
    model.hidden.add(2)
    builder.clear()
    builder.cut(model.geometry, [level(1)])
    expect(lastAreas()).toEqual([5])
  })

  it('spreads a heavy model over slices, and shows caps at intervals until all are complete', () => {
    // Each look at the clock takes three milliseconds: three instances fit a slice.
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 3))
    builder.cut(model.geometry, [level(1)])
    expect(builder.busy).toBe(true)
    expect(shown).toHaveLength(1)
    expect(lastAreas()[0]).toBeLessThan(6)
    vi.runAllTimers()
    expect([builder.busy, lastAreas()]).toEqual([false, [6]])
    expect(model.cut).toHaveLength(6)
    // At the start and at the end: the slices between are shorter than the interval.
    expect(shown).toHaveLength(2)
  })

  it('stops between slices when it is cleared', () => {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (now += 5))
    builder.cut(model.geometry, [level(1)])
    builder.clear()
    const count = model.cut.length
    vi.runAllTimers()
    expect([model.cut.length, builder.busy]).toEqual([count, false])
  })
})

describe('CapBuilder with evicted shapes', () => {
  it('shows the other caps first and fetches the evicted ones after the plane has come to rest', async () => {
    model.evicted.add(1).add(4)
    builder.cut(model.geometry, [level(1)])
    expect([builder.busy, lastAreas(), model.fetched]).toEqual([true, [4], []])
    await vi.advanceTimersByTimeAsync(150)
    builder.cut(model.geometry, [level(1.2)])
    await vi.advanceTimersByTimeAsync(150)
    expect(model.fetched).toEqual([])
    await vi.advanceTimersByTimeAsync(60)
    expect(model.fetched.map(ascending)).toEqual([[1, 4]])
    expect([builder.busy, lastAreas()]).toEqual([false, [6]])
  })

  it('fetches a shape once for all planes', async () => {
    model.evicted.add(1)
    builder.cut(model.geometry, [level(1), level(2)])
    await vi.advanceTimersByTimeAsync(250)
    expect(model.fetched).toEqual([[1]])
    expect(lastAreas()).toEqual([6, 6])
  })

  it('adds a fetched shape to the planes that reach it alone', async () => {
    model.evicted.add(1)
    // The column from x = 2 to 3 is cut by the first plane only.
    builder.cut(model.geometry, [level(1), cutThrough([8.5, 0, 0], [-1, 0, 0])])
    await vi.advanceTimersByTimeAsync(250)
    expect(lastAreas()).toEqual([6, 3])
    expect(shown.at(-1)?.map(({ parts }) => parts.filter(({ instance }) => instance === 1).length)).toEqual([1, 0])
  })

  it('ends without the caps of shapes that cannot be fetched', async () => {
    model.evicted.add(1)
    model.fails = true
    builder.cut(model.geometry, [level(1)])
    const before = shown.length
    await vi.advanceTimersByTimeAsync(250)
    // Notified, so that the tool knows that it is no longer busy.
    expect([builder.busy, lastAreas(), shown.length]).toEqual([false, [5], before + 1])
    model.fails = false
    builder.clear()
    builder.cut(model.geometry, [level(1)])
    await vi.advanceTimersByTimeAsync(250)
    expect(lastAreas()).toEqual([6])
  })

  it('drops fetched shapes if the planes changed meanwhile', async () => {
    model.evicted.add(1)
    builder.cut(model.geometry, [level(1)])
    const visit = vi.spyOn(model.geometry, 'visit').mockImplementation(async (_, cut) => {
      builder.clear()
      cut(1)
    })
    const before = shown.length
    await vi.advanceTimersByTimeAsync(250)
    expect(visit).toHaveBeenCalledTimes(1)
    expect([shown.length, builder.busy]).toEqual([before, false])
  })
})
