import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Point } from '../../engine/types.js'
import { clickAt } from '../../testing/node-page.js'
import { createLoader, lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { SectionExtension } from '../section/section-extension.js'
import type { ModelSource } from './model-members.js'
import type { ModelsExtension } from './models-extension.js'
import { unmoved, type ModelPlacement } from './placement.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let models: ModelsExtension
let first: ModelSource
let second: ModelSource

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
  first = createSource('one')
  second = createSource('two', { placement: createPlacement({ x: 20 }) })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  models = (await node.viewer.loadExtension('kamar.models')) as ModelsExtension
})
afterEach(() => node.close())

const createPlacement = (change: Partial<ModelPlacement>): ModelPlacement => ({ ...unmoved, ...change })
const createSource = (key: string, change: Partial<ModelSource> = {}): ModelSource => ({
  key,
  label: `${key}.ifc`,
  loader: createLoader(model),
  ...change,
})

/** Box of an element of a model in the view: minimum, then maximum. */
function findBox(key: string, own: number): readonly number[] | null {
  const box = node.viewer.model?.computeBounds([models.findElement(key, own)]) ?? null
  return box === null ? null : rounded([...box.min, ...box.max], 2)
}
const isVisible = (key: string, own: number): boolean => node.viewer.visibility.isVisible(models.findElement(key, own))

describe('several models in one viewer', () => {
  it('are one model whose elements follow each other', async () => {
    const { nodes } = model.manifest.counts
    await models.setModels([first, second])
    expect(models.isJoined).toBe(true)
    expect(models.members.map(({ key, state }) => [key, state])).toEqual([
      ['one', 'shown'],
      ['two', 'shown'],
    ])
    // A root for each file.
    expect(node.viewer.model?.manifest.counts.nodes).toBe(2 * (nodes + 1))
    for (const key of ['one', 'two'])
      for (const own of [0, building.wall, nodes - 1]) {
        const element = models.findElement(key, own)
        expect(models.findModel(element)).toEqual({ key, own })
      }
    expect(models.findElement('two', nodes)).toBe(-1)
    expect(models.findElement('three', 0)).toBe(-1)
    expect(models.findModel(models.findElement('one', -1))).toEqual({ key: 'one', own: -1 })
  })

  it('request the manifest of the first before its files, because the viewer loaded it with another loader', async () => {
    const { fetchManifest, fetchFile } = createLoader(model)
    let knowsFiles = false
    const loader = {
      fetchManifest: () => {
        knowsFiles = true
        return fetchManifest()
      },
      fetchFile: (path: string) => (knowsFiles ? fetchFile(path) : Promise.reject(new Error(`no address of ${path}`))),
    }
    models.begin({ ...first, loader })
    await models.add(second)
    expect(models.members.map(({ state }) => state)).toEqual(['shown', 'shown'])
  })

  it('are where their placements put them', async () => {
    await models.setModels([first, second])
    expect(findBox('one', building.wall)).toEqual([0, 3.9, 0, 8, 4.1, 2.7])
    expect(findBox('two', building.wall)).toEqual([20, 3.9, 0, 28, 4.1, 2.7])
    lookAt(node.viewer, [24, -30, 1], [24, 0, 1])
    const pick = node.viewer.pick(400, 300)
    expect(models.findModel(pick?.element ?? -1)).toEqual({ key: 'two', own: building.wall })
    expect(rounded(pick?.point, 2)).toEqual([24, 3.9, 1])
  })

  it('are searched together', async () => {
    await models.setModels([first, second])
    const { hits } = await node.viewer.search('door')
    expect(hits.map(({ element }) => models.findModel(element))).toEqual(
      expect.arrayContaining([
        { key: 'one', own: building.door },
        { key: 'two', own: building.door },
      ]),
    )
  })

  it('keep selection, visibility and sections of the first when another joins or leaves', async () => {
    const { viewer } = node
    const sections = (await viewer.loadExtension('kamar.section')) as SectionExtension
    sections.addAxis('z')
    viewer.selection.set([building.door])
    viewer.visibility.hide([building.slab])
    await models.setModels([first, second])
    expect(viewer.selection.elements).toEqual([models.findElement('one', building.door)])
    expect([isVisible('one', building.slab), isVisible('two', building.slab)]).toEqual([false, true])
    viewer.selection.set([models.findElement('one', building.wall), models.findElement('two', building.wall)])
    await models.remove('two')
    expect(models.members.map(({ key }) => key)).toEqual(['one'])
    expect(viewer.selection.elements).toEqual([models.findElement('one', building.wall)])
    expect(isVisible('one', building.slab)).toBe(false)
    expect(viewer.cut.planes).toHaveLength(1)
  })

  it('are hidden and ghosted one by one', async () => {
    await models.setModels([first, second])
    models.setOff('two', true)
    lookAt(node.viewer, [24, -30, 1], [24, 0, 1])
    expect(node.viewer.pick(400, 300)).toBeNull()
    models.setOff('two', false)
    expect(node.viewer.pick(400, 300)).not.toBeNull()
    models.setGhosted('two', true)
    // Ghosts are not picked.
    expect(node.viewer.pick(400, 300)).toBeNull()
    models.setGhosted('two', false)
    expect(node.viewer.pick(400, 300)).not.toBeNull()
  })

  it('show the others if one cannot be loaded', async () => {
    const broken = createSource('two', {
      loader: { ...createLoader(model), fetchManifest: () => Promise.reject(new TypeError('no network')) },
    })
    await models.setModels([first, broken])
    expect(models.members.map(({ state, error }) => [state, error?.code ?? null])).toEqual([
      ['shown', null],
      ['failed', 'fetch-failed'],
    ])
    expect(models.isJoined).toBe(false)
  })
})

describe('a placement', () => {
  it('moves a model and can be undone', async () => {
    await models.setModels([first, second])
    await models.setPlacement('two', createPlacement({ x: 20, y: 30, z: 1 }))
    expect(findBox('two', building.wall)).toEqual([20, 33.9, 1, 28, 34.1, 3.7])
    expect(findBox('one', building.wall)).toEqual([0, 3.9, 0, 8, 4.1, 2.7])
    node.viewer.history.undo()
    await expect.poll(() => findBox('two', building.wall)).toEqual([20, 3.9, 0, 28, 4.1, 2.7])
    node.viewer.history.redo()
    await expect.poll(() => findBox('two', building.wall)).toEqual([20, 33.9, 1, 28, 34.1, 3.7])
  })

  it('rotates a model about its pivot, counter-clockwise', async () => {
    await models.setModels([first, second])
    await models.setPlacement('two', createPlacement({ x: 20, rotationDegrees: 90 }))
    expect(findBox('two', building.wall)).toEqual([15.9, 0, 0, 16.1, 8, 2.7])
    // The wall's normal turns with it.
    const pick = node.viewer.pickAlong({ origin: [40, 4, 1], direction: [-1, 0, 0], pixelSize: 0, pixelGrowth: 0 })
    expect(rounded(pick?.normal)).toEqual([1, 0, 0])
    expect(models.findModel(pick?.element ?? -1)).toEqual({ key: 'two', own: building.wall })
  })

  it('puts the model where pairs of points meet', async () => {
    await models.setModels([first, second])
    // The corner of the second model at (20, 0, 0) to the corner (12, 8, 0) of the first.
    expect(await models.alignByPoints('two', { target: [12, 8, 0], own: [20, 0, 0] }, null)).toBe(true)
    expect(findBox('two', building.slab)).toEqual([12, 8, -0.3, 24, 16, 0])
    // Its x axis along the y axis of the first.
    const pair = { target: [12, 20, 0], own: [24, 8, 0] } as const
    expect(await models.alignByPoints('two', { target: [12, 8, 0], own: [12, 8, 0] }, pair)).toBe(true)
    expect(findBox('two', building.slab)).toEqual([4, 8, -0.3, 12, 20, 0])
    const above = { target: [12, 8, 5], own: [12, 8, 5] } as const
    expect(await models.alignByPoints('two', { target: [12, 8, 0], own: [12, 8, 0] }, above)).toBe(false)
  })

  it('is removed by an alignment to shared coordinates', async () => {
    await models.setModels([first, second])
    expect(models.waysToAlign('two')).toEqual(['shared', 'hand'])
    expect(models.waysToAlign('one')).toEqual([])
    expect(await models.align('two', 'shared')).toBe(true)
    expect(findBox('two', building.wall)).toEqual([0, 3.9, 0, 8, 4.1, 2.7])
    expect(await models.align('two', 'map')).toBe(false)
    expect(await models.align('three', 'shared')).toBe(false)
  })

  it('is reset to where the files put the model, with undo', async () => {
    await models.setModels([first, createSource('two')])
    expect(models.movedKeys).toEqual([])
    await models.setPlacement('two', createPlacement({ x: 20, rotationDegrees: 90 }))
    expect(models.movedKeys).toEqual(['two'])
    await models.resetPlacement('two')
    expect([models.movedKeys, models.members[1]?.method]).toEqual([[], 'shared'])
    expect(findBox('two', building.wall)).toEqual([0, 3.9, 0, 8, 4.1, 2.7])
    node.viewer.history.undo()
    await models.settled
    expect([models.movedKeys, models.members[1]?.method]).toEqual([['two'], 'hand'])
  })

  it('is reported with the distance if it is far from all others', async () => {
    await models.setModels([first, createSource('two', { placement: createPlacement({ x: 5000 }) })])
    // 12 m of the first model.
    expect(models.distantModels.map(({ key, metres }) => [key, Math.round(metres)])).toEqual([['two', 4988]])
    await models.setPlacement('two', createPlacement({ x: 1500 }))
    expect(models.distantModels).toEqual([])
  })

  it('converts between the coordinates of the file and of the view', async () => {
    await models.setModels([first, second])
    await models.setPlacement('two', createPlacement({ x: 20, rotationDegrees: 90 }))
    const frame = models.findFrame('two')
    expect(frame?.isOwn).toBe(false)
    // Eight metres along y and four against x of the pivot, which is at x = 20.
    const inView = frame?.pointToView([8, 4, 1]) ?? [0, 0, 0]
    expect(rounded(inView)).toEqual([16, 8, 1])
    expect(rounded(frame?.pointToFile(inView))).toEqual([8, 4, 1])
    expect(rounded(frame?.directionToView([1, 0, 0]))).toEqual([0, 1, 0])
    expect(models.findFrame('one')?.isOwn).toBe(true)
    expect(models.findFrame('three')).toBeNull()
  })
})

describe('saved models', () => {
  it('are restored to their placements and visibility', async () => {
    await models.setModels([first, second])
    await models.setPlacement('two', createPlacement({ y: 50 }))
    models.setOff('one', true)
    models.setGhosted('two', true)
    const state = structuredClone(models.getState())
    await models.setPlacement('two', createPlacement({ x: 20 }))
    models.setOff('one', false)
    models.setGhosted('two', false)
    models.restoreState(state)
    await models.settled
    expect(models.getState()).toEqual(state)
    expect(findBox('two', building.wall)).toEqual([0, 53.9, 0, 8, 54.1, 2.7])
    expect(models.members.map(({ off, ghosted }) => [off, ghosted])).toEqual([
      [true, false],
      [false, true],
    ])
  })

  it('keep the models as they are if the state is damaged', async () => {
    await models.setModels([first, second])
    const before = models.getState()
    for (const state of [undefined, { models: [{ key: 'two', label: 'x' }] }, { models: 'all' }]) {
      models.restoreState(state)
      await models.settled
      expect(models.getState()).toEqual(before)
    }
  })

  it('are opened as far as the application finds them', async () => {
    await models.setModels([first, second])
    const state = models.getState()
    await models.remove('two')
    const find = ({ key, placement }: { key: string; placement: ModelPlacement }): ModelSource | null =>
      key === 'one' ? first : createSource(key, { placement })
    expect(await models.openSaved(state, find)).toBe(true)
    expect(findBox('two', building.wall)).toEqual([20, 3.9, 0, 28, 4.1, 2.7])
    expect(await models.openSaved({ models: [] }, find)).toBe(false)
  })

  it('are none for a single model, and end with it', async () => {
    await models.setModels([first])
    expect(models.getState()).toBeUndefined()
    await models.setModels([first, second])
    node.viewer.unload()
    expect(models.members).toEqual([])
  })
})

describe('a point picked on a model', () => {
  const clickOn = (point: Point): void => clickAt(node.viewer.canvas, node.viewer.space.project(point))

  it('is the first click on it, or on another one', async () => {
    await models.setModels([first, second])
    lookAt(node.viewer, [14, -40, 1], [14, 0, 1])
    const { signal } = new AbortController()
    const onItself = models.pickPoint('two', 'itself', signal)
    clickOn([4, 3.9, 1])
    clickOn([24, 3.9, 1])
    expect(rounded(await onItself, 1)).toEqual([24, 3.9, 1])
    const onOthers = models.pickPoint('two', 'others', signal)
    clickOn([26, 3.9, 1])
    clickOn([4, 3.9, 1])
    expect(rounded(await onOthers, 1)).toEqual([4, 3.9, 1])
  })

  it('is none if the user cancels', async () => {
    await models.setModels([first, second])
    const controller = new AbortController()
    const point = models.pickPoint('two', 'itself', controller.signal)
    controller.abort()
    expect(await point).toBeNull()
    lookAt(node.viewer, [14, -40, 1], [14, 0, 1])
    clickOn([24, 3.9, 1])
    // Clicks select again.
    expect(models.findModel(node.viewer.selection.elements[0])).toEqual({ key: 'two', own: building.wall })
  })
})
