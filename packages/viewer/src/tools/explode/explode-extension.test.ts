import { mapAxes } from '@kamar/core/math'
import type { ModelTree } from '@kamar/package-format/read'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Point } from '../../engine/types.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { ExplodeExtension } from './explode-extension.js'
import { radialOffsets, storeyOffsets } from './explode-offsets.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let explode: ExplodeExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  explode = (await node.viewer.loadExtension('kamar.explode')) as ExplodeExtension
})
afterEach(() => node.close())

/** Centre of an element where it is now. */
function findCenter(element: number): Point {
  const box = node.viewer.model?.computeBounds([element])
  const center = mapAxes((axis) => ((box?.min[axis] ?? 0) + (box?.max[axis] ?? 0)) / 2)
  return mapAxes((axis) => rounded(center[axis], 2))
}
const columnCenter: Point = [2.25, 3.25, 4.5]

describe('an exploded model', () => {
  it('has its elements away from the middle of its ground, as far as the amount says', async () => {
    await explode.set({ mode: 'radial', amount: 0.5 })
    // The middle of the ground is (6, 4, −0.3): 0.8 times the way from there.
    const expected = columnCenter.map((value, axis) => value + (value - [6, 4, -0.3][axis]) * 0.8)
    expect(findCenter(building.columns[0])).toEqual(rounded(expected, 2))
    await explode.set({ mode: 'radial', amount: 0 })
    expect(findCenter(building.columns[0])).toEqual(columnCenter)
  })

  it('lets nothing sink below its ground', async () => {
    await explode.set({ mode: 'radial', amount: 1 })
    const count = node.viewer.model?.manifest.counts.nodes ?? 0
    const bottoms = Array.from(
      { length: count },
      (_, element) => node.viewer.model?.computeBounds([element])?.min[2] ?? 0,
    )
    expect(Math.min(...bottoms)).toBeGreaterThanOrEqual(-0.31)
  })

  it('lifts each storey off the one below by one and a half of its height', async () => {
    expect(await explode.hasStoreys()).toBe(true)
    await explode.set({ mode: 'storeys', amount: 1 })
    // The ground floor is 3 m high, with its slab.
    expect(findCenter(building.columns[0])).toEqual([2.25, 3.25, 9])
    expect(findCenter(building.door)).toEqual([8.5, 4, 1.35])
    await explode.set({ mode: 'storeys', amount: 0.5 })
    expect(findCenter(building.columns[0])).toEqual([2.25, 3.25, 6.75])
  })

  it('is picked where it is drawn', async () => {
    lookAt(node.viewer, [2.25, -30, 9], [2.25, 0, 9])
    const pickColumn = (): number | undefined => node.viewer.pick(400, 300)?.element
    expect(pickColumn()).toBeUndefined()
    await explode.set({ mode: 'storeys', amount: 1 })
    expect(pickColumn()).toBe(building.columns[0])
  })

  it('does not drift over many changes', async () => {
    for (let change = 0; change < 25; change++) await explode.set({ mode: 'radial', amount: (change % 7) / 7 }, false)
    await explode.set({ mode: 'radial', amount: 0 })
    expect(findCenter(building.columns[0])).toEqual(columnCenter)
  })

  it('holds the amount between 0 and 1', async () => {
    await explode.set({ mode: 'radial', amount: 7 })
    expect(explode.state).toEqual({ mode: 'radial', amount: 1 })
    await explode.set({ mode: 'radial', amount: -2 })
    expect(explode.state).toEqual({ mode: 'radial', amount: 0 })
  })
})

describe('undo of an explosion', () => {
  it('reverts a complete movement of the slider by one step', async () => {
    for (const amount of [0.1, 0.2, 0.3]) await explode.set({ mode: 'storeys', amount }, false)
    await explode.set({ mode: 'storeys', amount: 0.4 })
    node.viewer.history.undo()
    await expect.poll(() => explode.state.amount).toBe(0)
    expect(node.viewer.history.canUndo).toBe(false)
    node.viewer.history.redo()
    await expect.poll(() => explode.state).toEqual({ mode: 'storeys', amount: 0.4 })
    expect(findCenter(building.columns[0])[2]).toBeCloseTo(6.3, 2)
  })

  it('has no step for a movement that ends where it began', async () => {
    await explode.set({ mode: 'radial', amount: 0.5 }, false)
    await explode.set({ mode: 'radial', amount: 0 })
    expect(node.viewer.history.canUndo).toBe(false)
  })
})

describe('a saved explosion', () => {
  it('is restored as it was', async () => {
    await explode.set({ mode: 'storeys', amount: 0.5 })
    const state = structuredClone(explode.getState())
    await explode.set({ mode: 'radial', amount: 0 })
    expect(explode.getState()).toBeUndefined()
    explode.restoreState(state)
    await expect.poll(() => explode.getState()).toEqual(state)
    expect(findCenter(building.columns[0])).toEqual([2.25, 3.25, 6.75])
  })

  it.each([
    ['nothing', undefined],
    ['an unknown mode', { mode: 'spiral', amount: 0.5 }],
    ['an amount beyond 1', { mode: 'radial', amount: 1.5 }],
    ['an amount that is no number', { mode: 'radial', amount: '0.5' }],
    ['an amount that is not a number', { mode: 'radial', amount: Number.NaN }],
  ])('is assembled by %s', async (_, state) => {
    await explode.set({ mode: 'storeys', amount: 0.5 })
    explode.restoreState(state)
    await expect.poll(() => explode.state).toEqual({ mode: 'radial', amount: 0 })
    expect(findCenter(building.columns[0])).toEqual(columnCenter)
  })

  it('is assembled when the extension is unloaded, and forgotten with the model', async () => {
    await explode.set({ mode: 'storeys', amount: 0.5 })
    node.viewer.unloadExtension('kamar.explode')
    expect(findCenter(building.columns[0])).toEqual(columnCenter)
    const again = (await node.viewer.loadExtension('kamar.explode')) as ExplodeExtension
    await again.set({ mode: 'storeys', amount: 0.5 })
    node.viewer.unload()
    expect(again.state).toEqual({ mode: 'radial', amount: 0 })
  })
})

describe('offsets of an explosion', () => {
  const infinite = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]

  it('are 0 for elements without a shape', () => {
    const boxes = Float32Array.from([0, 0, 0, 2, 2, 2, ...infinite])
    expect(rounded([...radialOffsets({ count: 2, boxes }, [0, 0, 0], 0.5)])).toEqual([0.8, 0.8, 0.8, 0, 0, 0])
  })

  it('stack storeys by their heights, whichever order they have in the tree', () => {
    const none = 0xffffffff
    // 0 the upper storey, 1 its wall; 2 the lower storey, 3 its wall; 4 a loose element.
    const tree = {
      count: 5,
      parent: Uint32Array.of(none, 0, none, 2, none),
      classIndex: Uint32Array.of(0, 1, 0, 1, 1),
      classNames: ['IfcBuildingStorey', 'IfcWall'],
    } as unknown as ModelTree
    const boxes = Float32Array.from([...infinite, 0, 0, 4, 1, 1, 6, ...infinite, 0, 0, 0, 1, 1, 4, 0, 0, 9, 1, 1, 10])
    const offsets = rounded([...storeyOffsets({ count: 5, boxes }, tree, 0.5)])
    // The lower storey is 4 m high: half of one and a half of it.
    expect(offsets.filter((_, at) => at % 3 === 2)).toEqual([3, 3, 0, 0, 0])
    expect(offsets.filter((_, at) => at % 3 !== 2).every((value) => value === 0)).toBe(true)
  })
})
