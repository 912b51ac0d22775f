import { describe, expect, it } from 'vitest'
import { ElementStates } from '../store/element-states.js'
import { InstanceColors } from '../store/instance-colors.js'
import { InstanceStore } from '../store/instance-store.js'
import { instanceFlag } from '../store/gpu-chunk.js'
import { placedInstances, type TestInstance } from '../../testing/test-instances.js'
import { Culler, type CullRequest, type CullView } from './culler.js'
import { DrawLists, RangeList } from './draw-lists.js'
import { chooseLevel } from './level-choice.js'
import { movingQuality, stillQuality } from './quality.js'

const colors = { ghost: [0, 0, 0], ghostOpacity: 0.1 } as const

/** A view along +Y from the origin, 90° wide and high, 1,000 pixels high, up to 10 km. */
const view: CullView = {
  eye: [0, 0, 0],
  planes: Float64Array.from([
    ...[Math.SQRT1_2, Math.SQRT1_2, 0, 0],
    ...[-Math.SQRT1_2, Math.SQRT1_2, 0, 0],
    ...[0, Math.SQRT1_2, Math.SQRT1_2, 0],
    ...[0, Math.SQRT1_2, -Math.SQRT1_2, 0],
    ...[0, 1, 0, -0.1],
    ...[0, -1, 0, 10_000],
  ]),
  pixelScale: 500,
  orthographic: false,
}

function createCuller(instances: readonly TestInstance[], states = new ElementStates()) {
  const store = new InstanceStore()
  store.append(placedInstances(instances))
  const instanceColors = new InstanceColors({ instances: store, states, colors })
  instanceColors.updateRange(0, store.count)
  const culler = new Culler(store, instanceColors)
  const lists = new DrawLists()
  return (request: Partial<CullRequest> = {}): DrawLists => {
    const defaults = { view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }
    culler.cull({ ...defaults, ...request }, lists)
    return lists
  }
}

const toRanges = (list: RangeList): [number, number][] =>
  Array.from({ length: list.length }, (_, at) => [list.starts[at] / 4, list.counts[at]])

describe('culler selection list', () => {
  it('contains a selected instance again, with its bounds', () => {
    const states = new ElementStates()
    states.reserve(3)
    states.setSelected(1, true)
    const lists = createCuller([{ center: [0, 10, 0] }, { center: [2, 10, 0], radius: 0.5, node: 1 }], states)()
    expect([...lists.selected.surfaces.names.subarray(0, lists.selected.surfaces.length)]).toEqual([1])
    expect(lists.selected.bounds).toEqual({ min: [1.5, 9.5, -0.5], max: [2.5, 10.5, 0.5] })
    expect(lists.instances).toBe(2)
  })

  it('is empty when no selected instance is visible', () => {
    const states = new ElementStates()
    states.setSelected(1, true)
    const lists = createCuller([{ center: [0, 10, 0] }, { center: [0, -10, 0], node: 1 }], states)()
    expect([lists.selected.isEmpty, lists.selected.bounds]).toEqual([true, null])
  })
})

describe('culler draw list', () => {
  it('contains the instances that intersect the frustum', () => {
    const cull = createCuller([
      { center: [0, 10, 0] },
      { center: [0, -10, 0] },
      { center: [20, 10, 0] },
      { center: [11, 10, 0], radius: 2 },
    ])
    const lists = cull()
    expect(lists.instances).toBe(2)
    expect(toRanges(lists.closed)).toEqual([
      [0, 36],
      [108, 36],
    ])
  })

  it('drops instances below the pixel threshold, with hysteresis', () => {
    // 1,000 px per metre at 0.5 m distance: a radius of 0.1 m at 100 m is 1 px wide.
    const cull = createCuller([{ center: [0, 100, 0], radius: 0.145 }])
    expect(cull().instances).toBe(1)
    expect(cull({ quality: movingQuality }).instances).toBe(0)
    expect(cull().instances).toBe(0)
    const fresh = createCuller([{ center: [0, 100, 0], radius: 0.2 }])
    fresh({ quality: movingQuality })
    expect(fresh().instances).toBe(1)
  })

  it('omits hidden instances and instances not visible from outside', () => {
    const states = new ElementStates()
    states.setHidden(1, true)
    const cull = createCuller([{ center: [0, 10, 0] }, { center: [0, 12, 0] }, { center: [0, 14, 0] }], states)
    expect(cull().instances).toBe(2)
    expect(cull({ exterior: Uint8Array.from([0b100]) }).instances).toBe(1)
  })

  it('is limited to new instances on request', () => {
    const cull = createCuller([{ center: [0, 10, 0] }, { center: [0, 12, 0] }, { center: [0, 14, 0] }])
    expect(toRanges(cull({ from: 1 }).closed)).toEqual([[36, 72]])
  })

  it('uses the same scale at any distance in an orthographic view', () => {
    const cull = createCuller([
      { center: [0, 5, 0], radius: 0.4 },
      { center: [0, 5000, 0], radius: 0.4 },
    ])
    expect(cull({ view: { ...view, orthographic: true, pixelScale: 10 } }).instances).toBe(2)
    expect(cull({ view: { ...view, orthographic: true, pixelScale: 1 } }).instances).toBe(0)
  })
})

describe('culler ranges', () => {
  it('join neighbours of the same level', () => {
    const ranges = (index: number): number[] => [index * 30, 30, 1000 + index * 10, 10, 2000, 0, 0, 0]
    const errors = [0.02, Infinity] as const
    const near = { center: [0, 10, 0], errors } as const
    const far = { center: [0, 400, 0], errors } as const
    const lists = createCuller([near, far, near, far].map((one, index) => ({ ...one, ranges: ranges(index) })))()
    // Levels 0: 0 and 2 are separate; levels 1: 1 and 3 are separate.
    expect(toRanges(lists.closed)).toEqual([
      [0, 30],
      [1010, 10],
      [60, 30],
      [1030, 10],
    ])
    const joined = createCuller([near, near, far, far].map((one, index) => ({ ...one, ranges: ranges(index) })))()
    expect(toRanges(joined.closed)).toEqual([
      [0, 60],
      [1020, 20],
    ])
    expect(joined.closed.total).toBe(80)
  })

  it('are assigned to the draw call for open, closed, named or transparent surfaces', () => {
    const at = (y: number): TestInstance['center'] => [0, y, 0]
    const lists = createCuller([
      { center: at(10), flags: instanceFlag.owned | instanceFlag.closed },
      { center: at(10), flags: instanceFlag.owned },
      { center: at(10), flags: instanceFlag.closed },
      { center: at(10), flags: 0 },
      { center: at(30), color: [0, 0, 0, 100] },
      { center: at(10), color: [0, 0, 0, 100] },
      { center: at(20), color: [0, 0, 0, 100] },
    ])()
    expect([lists.closed.length, lists.open.length]).toEqual([1, 1])
    expect([...lists.closedNamed.names.subarray(0, lists.closedNamed.length)]).toEqual([2])
    expect([...lists.openNamed.names.subarray(0, lists.openNamed.length)]).toEqual([3])
    expect([...lists.clear.names.subarray(0, lists.clear.length)]).toEqual([4, 6, 5])
  })

  it('exclude transparent surfaces when a frame is only extended', () => {
    const cull = createCuller([{ center: [0, 10, 0], color: [0, 0, 0, 100], ranges: [0, 36, 0, 36, 0, 36, 500, 24] }])
    const lists = cull({ clear: false })
    expect([lists.clear.length, lists.edges.length]).toEqual([0, 0])
  })

  it('include edges until they would fill the frame', () => {
    const edges = [0, 36, 0, 36, 0, 36, 500, 24]
    const of = (coverage: number, y: number): DrawLists =>
      createCuller([{ center: [0, y, 0], radius: 1, ranges: edges, coverage }])()
    expect(toRanges(of(2, 20).edges)).toEqual([[500, 24]])
    expect(of(2, 400).edges.length).toBe(0)
    const cull = createCuller([{ center: [0, 20, 0], ranges: edges, coverage: 2 }])
    expect(cull({ quality: { ...stillQuality, edges: false } }).edges.length).toBe(0)
    const lines = createCuller([
      { center: [0, 20, 0], ranges: [0, 0, 0, 0, 0, 0, 500, 24], flags: instanceFlag.owned | instanceFlag.lines },
    ])
    expect(lines({ quality: { ...stillQuality, edges: false } }).edges.length).toBe(1)
  })

  it('replace thin bodies below a pixel or so by axis lines', () => {
    const ranges = [0, 36, 0, 36, 0, 36, 500, 24, 700, 2]
    const next = [36, 36, 36, 36, 36, 36, 524, 24, 702, 2]
    const of = (y: number, thickness = 0.01): DrawLists =>
      createCuller([
        { center: [0, y, 0], ranges, thickness },
        { center: [0, y, 0], ranges: next, thickness },
        { center: [0, y, 0], ranges, thickness, flags: instanceFlag.closed },
      ])()
    const far = of(60)
    expect([far.instances, far.closed.length, far.closedNamed.length, far.edges.length]).toEqual([3, 0, 0, 0])
    expect(toRanges(far.axes)).toEqual([[700, 4]])
    expect([...far.axesNamed.names.subarray(0, far.axesNamed.length)]).toEqual([2])
    const close = of(3)
    expect([close.axes.length, close.closed.length, close.closedNamed.length]).toEqual([0, 1, 1])
    expect(of(60, 1).axes.length).toBe(0)
  })

  it.each([1e-5, 1e-3, 1, 1e3])('are the same at a model scale of %d', (times) => {
    const shape = { ranges: [0, 36, 36, 24, 60, 12, 500, 24], errors: [0.01, 0.1] as const, ink: 2, radius: 1 }
    const scene = (factor: number) =>
      [3, 2, 8, 60, 400].map((y) => ({
        ...shape,
        center: [0, y * factor, 0] as const,
        radius: shape.radius * factor,
        errors: [shape.errors[0] * factor, shape.errors[1] * factor] as const,
        ink: shape.ink / factor,
      }))
    const listsAt = (factor: number): (readonly [number, number][])[] => {
      const planes = view.planes.slice()
      planes[19] *= factor
      planes[23] *= factor
      const lists = createCuller(scene(factor))({ view: { ...view, planes } })
      return [lists.closed, lists.edges].map(toRanges)
    }
    expect(listsAt(times)).toEqual(listsAt(1))
    expect(listsAt(1)[0].length).toBeGreaterThan(0)
  })

  it.each([1e-3, 1, 1e3])('sort transparent surfaces from far to near at a model scale of %d', (times) => {
    const states = new ElementStates()
    const instances = [2, 2.01, 1.5, 3, 2.02].map((y) => ({ center: [0, y * times, 0] as const, radius: 0.1 * times }))
    instances.forEach((_, node) => states.setGhosted(node, true))
    const cull = createCuller(instances, states)
    const planes = view.planes.slice()
    planes[19] = 0
    const { clear } = cull({ view: { ...view, planes } })
    expect([...clear.names.subarray(0, clear.length)]).toEqual([3, 4, 1, 0, 2])
  })

  it('grow beyond their initial capacity', () => {
    const list = new RangeList()
    list.clear()
    for (let range = 0; range < 10_000; range++) list.add(range * 10, 5, 0)
    expect(list.length).toBe(10_000)
    expect([list.starts[9999], list.counts[9999]]).toEqual([99_990 * 4, 5])
  })
})

describe('level-of-detail choice', () => {
  const errors = Float32Array.from([0.01, 0.1, Infinity, Infinity])
  const at = (pixelsPerMetre: number, current = 0, instance = 0): number =>
    chooseLevel({ errors, instance, pixelsPerMetre, errorPixels: 1, current })

  it('is as coarse as the error allows', () => {
    expect([at(1), at(8), at(9), at(80), at(90)]).toEqual([2, 2, 1, 1, 0])
  })
  it('has hysteresis at each threshold', () => {
    expect([at(9.5, 2), at(9.5, 1), at(95, 1), at(95, 0)]).toEqual([2, 1, 1, 0])
  })
  it('is never an absent level', () => {
    expect(at(1e-9, 2, 1)).toBe(0)
  })
})
