import { describe, expect, it } from 'vitest'
import { placedInstances, type TestInstance } from '../../testing/test-instances.js'
import { testRandom } from '../../testing/shapes.js'
import { ElementStates } from '../store/element-states.js'
import { instanceFlag } from '../store/gpu-chunk.js'
import { InstanceColors } from '../store/instance-colors.js'
import { InstanceStore } from '../store/instance-store.js'
import { Culler, type CullView } from './culler.js'
import { DrawLists, type NamedRangeList, type RangeList } from './draw-lists.js'
import { movingQuality, reducedQuality, stillQuality, type Quality } from './quality.js'

type Triple = readonly [number, number, number]

/** An instance of the reference: every kind of content, at a random position. */
interface Row extends Required<Pick<TestInstance, 'radius' | 'flags' | 'coverage' | 'thickness'>> {
  readonly center: Triple
  readonly errors: readonly [number, number]
  readonly ranges: readonly number[]
  readonly color: readonly [number, number, number, number]
}

function createRows(random: () => number, count: number): Row[] {
  const between = (low: number, high: number): number => low + random() * (high - low)
  return Array.from({ length: count }, (_, index) => {
    const kind = random()
    const owned = random() < 0.5 ? instanceFlag.owned : 0
    const radius = 10 ** between(-2, 1)
    const base = index * 1000
    const surface = [base, 60, base + 100, 30, base + 200, 12]
    const edges = random() < 0.6 ? [base + 300, 24] : [base + 300, 0]
    const isLine = kind > 0.7 && kind <= 0.85
    const isPoint = kind > 0.85
    const isThin = kind < 0.2
    return {
      center: [between(-60, 60), between(-60, 60), between(-60, 60)],
      radius,
      errors: random() < 0.3 ? [Infinity, Infinity] : [radius * between(0.002, 0.01), radius * between(0.02, 0.1)],
      ranges:
        isLine || isPoint
          ? [0, 0, 0, 0, 0, 0, base + 300, 24, 0, 0]
          : [...surface, ...edges, base + 400, isThin ? 2 : 0],
      flags: owned | (isLine ? instanceFlag.lines : isPoint ? instanceFlag.points : random() < 0.5 ? 1 : 0),
      coverage: between(0, 20),
      thickness: isThin ? radius * between(0.01, 0.1) : 0,
      color: [9, 9, 9, random() < 0.2 ? 120 : 255],
    }
  })
}

/** A view from `eye` along +Y with side planes of 45°, and optionally a section plane z ≤ 20. */
function createView(eye: Triple, options: { orthographic: boolean; cut: boolean }): CullView {
  const s = Math.SQRT1_2
  const normals: Triple[] = [
    [s, s, 0],
    [-s, s, 0],
    [0, s, s],
    [0, s, -s],
    [0, 1, 0],
  ]
  const planes = normals.flatMap((normal) => [
    ...normal,
    -(normal[0] * eye[0] + normal[1] * eye[1] + normal[2] * eye[2]),
  ])
  return {
    eye,
    planes: Float64Array.from(options.cut ? [...planes, 0, 0, -1, 20] : planes),
    pixelScale: options.orthographic ? 8 : 500,
    orthographic: options.orthographic,
  }
}

interface Expected {
  readonly byInstance: Map<string, Map<number, readonly [number, number]>>
  readonly merged: Map<string, number[]>
  instances: number
  omitted: number
}

/** Decides for one frame, one instance after the other and by the definitions alone; no hysteresis in the first. */
function decide(
  rows: readonly Row[],
  {
    view,
    quality,
    clear,
    exterior,
  }: { view: CullView; quality: Quality; clear: boolean; exterior: ReadonlySet<number> | null },
): Expected {
  const result: Expected = { byInstance: new Map(), merged: new Map(), instances: 0, omitted: 0 }
  const put = (list: string, index: number, [start, count]: readonly [number, number]): void => {
    if ((rows[index].flags & instanceFlag.owned) === 0 || list === 'clear') {
      const name = list === 'clear' ? list : `${list}Named`
      result.byInstance.set(name, (result.byInstance.get(name) ?? new Map()).set(index, [start, count]))
    } else
      result.merged.set(list, [
        ...(result.merged.get(list) ?? []),
        ...Array.from({ length: count }, (_, at) => start + at),
      ])
  }
  rows.forEach((row, index) => {
    if (exterior !== null && !exterior.has(index)) return
    for (let plane = 0; plane < view.planes.length; plane += 4) {
      const [a, b, c, d] = view.planes.subarray(plane, plane + 4)
      if (
        a * Math.fround(row.center[0]) + b * Math.fround(row.center[1]) + c * Math.fround(row.center[2]) + d <
        -row.radius
      )
        return
    }
    const distance = Math.hypot(...row.center.map((value, axis) => value - view.eye[axis])) - row.radius
    const pixels = view.orthographic
      ? view.pixelScale
      : view.pixelScale / Math.max(distance, Math.min(0.05, row.radius * 0.01))
    const isPoint = (row.flags & instanceFlag.points) !== 0
    if (row.radius * 2 * pixels < quality.minPixels && !isPoint) return
    const isClear = row.color[3] < 254
    if (isClear && !clear) {
      result.omitted++
      return
    }
    result.instances++
    if (!isClear && row.ranges[9] > 0 && row.thickness * pixels <= quality.thinPixels)
      return put('axes', index, [row.ranges[8], 2])
    if (isPoint) return put('points', index, [row.ranges[6], row.ranges[7]])
    const isLine = (row.flags & instanceFlag.lines) !== 0
    if (row.ranges[7] > 0 && (isLine || (quality.edges && row.coverage < 0.42 * pixels)))
      put('edges', index, [row.ranges[6], row.ranges[7]])
    const fits = (level: number): boolean => row.errors[level - 1] * pixels < quality.errorPixels * 0.85
    const level = fits(2) ? 2 : fits(1) ? 1 : 0
    const range = [row.ranges[level * 2], row.ranges[level * 2 + 1]] as const
    if (range[1] === 0) return
    put(isClear ? 'clear' : (row.flags & instanceFlag.closed) !== 0 ? 'closed' : 'open', index, range)
  })
  return result
}

const listIndices = (list: RangeList): number[] =>
  Array.from({ length: list.length }, (_, at) => at)
    .flatMap((at) => Array.from({ length: list.counts[at] }, (_, offset) => list.starts[at] / 4 + offset))
    .sort((a, b) => a - b)
const readNamed = (list: NamedRangeList): Map<number, readonly [number, number]> =>
  new Map(
    Array.from({ length: list.length }, (_, at) => [list.names[at], [list.starts[at] / 4, list.counts[at]] as const]),
  )

function expectLists(lists: DrawLists, expected: Expected): void {
  for (const name of ['closed', 'open', 'edges', 'axes', 'points'] as const) {
    expect(listIndices(lists[name]), name).toEqual([...(expected.merged.get(name) ?? [])].sort((a, b) => a - b))
    expect(readNamed(lists[`${name}Named`]), `${name}Named`).toEqual(
      expected.byInstance.get(`${name}Named`) ?? new Map(),
    )
  }
  expect(readNamed(lists.clear)).toEqual(expected.byInstance.get('clear') ?? new Map())
  expect([lists.instances, lists.omitted]).toEqual([expected.instances, expected.omitted])
}

function createCuller(rows: readonly Row[]) {
  const store = new InstanceStore()
  store.append(placedInstances(rows))
  const states = new ElementStates()
  const instanceColors = new InstanceColors({
    instances: store,
    states,
    colors: { ghost: [0, 0, 0], ghostOpacity: 0.1 },
  })
  instanceColors.updateRange(0, store.count)
  return { culler: new Culler(store, instanceColors), store, states, instanceColors }
}

describe('Culler', () => {
  it.each([11, 12, 13, 14, 15, 16, 17, 18])(
    'draws what the definitions of size, level, edges and frustum demand (seed %d)',
    (seed) => {
      const random = testRandom(seed)
      const rows = createRows(random, 400)
      const lists = new DrawLists()
      let drawCount = 0
      for (const quality of [stillQuality, movingQuality, reducedQuality]) {
        const { culler, store } = createCuller(rows)
        const orthographic = random() < 0.3
        const view = createView([random() * 40 - 20, random() * 40 - 60, random() * 10], {
          orthographic,
          cut: random() < 0.5,
        })
        const clear = random() < 0.7
        const outside = new Set(rows.flatMap((_, index) => (random() < 0.6 ? [index] : [])))
        const exterior = random() < 0.5 ? outside : null
        const bits = new Uint8Array(rows.length / 8)
        for (const index of outside) bits[index >> 3] |= 1 << (index & 7)
        const request = { view, quality, from: 0, to: store.count, exterior: exterior && bits, clear }
        culler.cull(request, lists)
        expectLists(lists, decide(rows, { view, quality, clear, exterior }))
        drawCount += lists.instances
      }
      expect(drawCount).toBeGreaterThan(20)
    },
  )

  it.each([21, 22, 23])('lists the transparent objects from far to near (seed %d)', (seed) => {
    const random = testRandom(seed)
    const rows = createRows(random, 300).map((row) => ({ ...row, color: [1, 1, 1, 100] as const }))
    const { culler, store } = createCuller(rows)
    const lists = new DrawLists()
    const view = createView([0, -50, 0], { orthographic: false, cut: false })
    culler.cull({ view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }, lists)
    const distances = [...lists.clear.names.subarray(0, lists.clear.length)].map((instance) =>
      Math.hypot(...rows[instance].center.map((value, axis) => value - view.eye[axis])),
    )
    expect(distances.length).toBeGreaterThan(20)
    expect(distances).toEqual(distances.toSorted((a, b) => b - a))
  })

  it('keeps a level, and an object too small to draw, until the change is clear', () => {
    const errors = [0.02, 0.2] as const
    const ranges = [0, 60, 100, 30, 200, 12, 0, 0, 0, 0]
    const { culler, store } = createCuller([
      {
        ...createRows(testRandom(1), 1)[0],
        center: [0, 0, 0],
        radius: 1,
        errors,
        ranges,
        flags: 3,
        color: [1, 1, 1, 255],
      },
    ])
    const lists = new DrawLists()
    const levelAt = (pixelScale: number): number | null => {
      const view = { ...createView([0, -10, 0], { orthographic: true, cut: false }), pixelScale }
      culler.cull({ view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }, lists)
      return lists.closed.length === 0 ? null : lists.closed.starts[0] / 400
    }
    // Level 1 begins below 0.85 × 0.75 / 0.02 = 31.9 pixels per metre and ends above 0.75 / 0.02 = 37.5.
    expect([levelAt(40), levelAt(33), levelAt(31), levelAt(33), levelAt(37), levelAt(38)]).toEqual([0, 0, 1, 1, 1, 0])
    // Level 2 likewise at 3.19 and 3.75.
    expect([levelAt(3.1), levelAt(3.7), levelAt(3.8)]).toEqual([2, 2, 1])
    // Invisible below 1.4 pixels of diameter, visible again from 1.61.
    expect([levelAt(0.71), levelAt(0.69), levelAt(0.79), levelAt(0.81)]).toEqual([2, null, null, 2])
  })

  it('lists selected surfaces, lines, axes and points again', () => {
    const surface = createRows(testRandom(2), 1)[0]
    const at = (ranges: readonly number[], flags: number, thickness = 0): Row => ({
      ...surface,
      center: [0, 0, 0],
      radius: 1,
      errors: [Infinity, Infinity],
      coverage: 0,
      color: [1, 1, 1, 255],
      ranges,
      flags,
      thickness,
    })
    const { culler, store, states } = createCuller([
      at([0, 60, 0, 60, 0, 60, 300, 24, 0, 0], 3),
      at([0, 0, 0, 0, 0, 0, 300, 8, 0, 0], instanceFlag.lines),
      at([0, 0, 0, 0, 0, 0, 400, 5, 0, 0], instanceFlag.points | instanceFlag.owned),
      at([0, 60, 0, 60, 0, 60, 0, 0, 500, 2], 1, 0.001),
      at([0, 60, 0, 60, 0, 60, 0, 0, 0, 0], 3),
    ])
    for (let element = 0; element < 4; element++) states.setSelected(element, true)
    const lists = new DrawLists()
    const view = createView([0, -20, 0], { orthographic: false, cut: false })
    culler.cull({ view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }, lists)
    // Crease edges of a surface are not part of the mask; its own lines, axes and points are.
    expect(readNamed(lists.selected.surfaces)).toEqual(new Map([[0, [0, 60]]]))
    expect(readNamed(lists.selected.lines)).toEqual(
      new Map([
        [1, [300, 8]],
        [3, [500, 2]],
      ]),
    )
    expect(readNamed(lists.selected.points)).toEqual(new Map([[2, [400, 5]]]))
    expect(lists.instances).toBe(5)
  })

  it('forgets the transparent objects of the frame before', () => {
    const { culler, store } = createCuller(
      createRows(testRandom(5), 100).map((row) => ({ ...row, color: [1, 1, 1, 100] as const })),
    )
    const lists = new DrawLists()
    const view = createView([0, -50, 0], { orthographic: false, cut: false })
    const request = { view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }
    culler.cull(request, lists)
    const all = lists.clear.length
    culler.cull({ ...request, to: 50 }, lists)
    const first = lists.clear.length
    culler.cull({ ...request, from: 50 }, lists)
    expect(first + lists.clear.length).toBe(all)
    expect([...lists.clear.names.subarray(0, lists.clear.length)].every((instance) => instance >= 50)).toBe(true)
  })

  it('draws what touches the frustum, and a thin body on the edge of visibility in every frame', () => {
    const base = { ...createRows(testRandom(7), 1)[0], errors: [Infinity, Infinity] as const, flags: 3 }
    const { culler, store } = createCuller([
      // Touches the plane y = 0 from behind.
      { ...base, center: [0, -1, 0], radius: 1, color: [1, 1, 1, 255], ranges: [0, 60, 0, 60, 0, 60, 0, 0, 0, 0] },
      // 1.5 pixels wide: visible, but too small if it were not drawn before.
      {
        ...base,
        center: [0, 9, 0],
        radius: 0.75,
        thickness: 0.01,
        color: [1, 1, 1, 255],
        ranges: [0, 9, 0, 9, 0, 9, 0, 0, 70, 2],
      },
    ])
    const lists = new DrawLists()
    const view: CullView = { eye: [0, 0, 0], planes: Float64Array.of(0, 1, 0, 0), pixelScale: 1, orthographic: true }
    for (let frame = 0; frame < 3; frame++) {
      culler.cull({ view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }, lists)
      expect([lists.instances, lists.closed.length, lists.axes.length]).toEqual([2, 1, 1])
    }
  })

  it('draws an object around the eye at full detail', () => {
    const { culler, store } = createCuller([
      {
        ...createRows(testRandom(7), 1)[0],
        center: [0, 0, 0],
        radius: 5,
        errors: [1e-4, 1e-3],
        flags: 3,
        color: [1, 1, 1, 255],
        ranges: [0, 60, 100, 30, 200, 12, 0, 0, 0, 0],
      },
    ])
    const lists = new DrawLists()
    const view = createView([0, 1, 0], { orthographic: false, cut: false })
    culler.cull({ view, quality: stillQuality, from: 0, to: store.count, exterior: null, clear: true }, lists)
    expect([lists.closed.starts[0], lists.closed.counts[0]]).toEqual([0, 60])
  })
})
