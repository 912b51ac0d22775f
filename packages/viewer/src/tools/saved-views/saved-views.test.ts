import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { SectionExtension } from '../section/section-extension.js'
import { fitReferences } from './element-references.js'
import { captureViewState, restoreView, type ViewState } from './index.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
})
afterEach(() => node.close())

const capture = async (): Promise<ViewState> =>
  JSON.parse(JSON.stringify(await captureViewState(node.viewer))) as ViewState
const isVisible = (...elements: number[]): boolean[] =>
  elements.map((element) => node.viewer.visibility.isVisible(element))

/** Changes everything that a view stores. */
function changeAll(): void {
  const { viewer } = node
  lookAt(viewer, [20, -15, 14], [6, 4, 2])
  viewer.visibility.hide([building.ground])
  viewer.visibility.ghost([building.upperWall])
  viewer.colors.set([building.columns[0], building.columns[1]], { rgb: [10, 20, 30], opacity: 0.5 })
  viewer.selection.set([building.columns[2]])
}

describe('a saved view', () => {
  it('names elements by their ids in the source, a complete storey by its own', async () => {
    changeAll()
    const state = await capture()
    expect(state).toMatchObject({
      format: 'kamar-view',
      version: 1,
      selection: ['id-Column 3'],
      visibility: { shown: 'all-but', exceptions: ['id-Ground'], ghosted: ['id-Upper wall'] },
      colors: [{ color: { rgb: [10, 20, 30], opacity: 0.5 }, elements: ['id-Column 1', 'id-Column 2'] }],
      extensions: {},
    })
    expect(state.aspect).toBeCloseTo(800 / 600, 9)
    expect(rounded(state.camera.eye)).toEqual([20, -15, 14])
  })

  it('is restored completely after everything has changed', async () => {
    changeAll()
    const state = await capture()
    const { viewer } = node
    viewer.resetView()
    viewer.visibility.isolate([building.slab])
    viewer.colors.set([building.slab], { rgb: [1, 1, 1] })
    viewer.selection.set([building.slab])
    expect(await restoreView(viewer, state, { animate: false })).toBe(true)
    expect(rounded(await capture(), 9)).toEqual(rounded(state, 9))
    expect(isVisible(building.wall, building.slab, building.upperSlab)).toEqual([false, false, true])
    expect(viewer.visibility.isGhosted(building.upperWall)).toBe(true)
    expect(viewer.selection.elements).toEqual([building.columns[2]])
  })

  it('lists the visible elements if some are isolated', async () => {
    const { viewer } = node
    viewer.visibility.isolate([building.upper])
    const state = await capture()
    expect(state.visibility).toEqual({ shown: 'none-but', exceptions: ['id-Upper'], ghosted: [] })
    viewer.visibility.showAll()
    await restoreView(viewer, state)
    expect(isVisible(building.wall, building.upperSlab)).toEqual([false, true])
  })

  it('opens the tools that it has a state for, and resets the others', async () => {
    const sections = (await node.viewer.loadExtension('kamar.section')) as SectionExtension
    sections.addAxis('z')
    const state = await capture()
    sections.clear()
    const empty = await capture()
    node.viewer.unloadExtension('kamar.section')
    await restoreView(node.viewer, state)
    const again = node.viewer.getExtension('kamar.section') as SectionExtension
    expect(again.state.planes).toHaveLength(1)
    await restoreView(node.viewer, empty)
    expect(again.state.planes).toEqual([])
  })

  it('omits elements that a later version does not have', async () => {
    changeAll()
    const state = await capture()
    const other = {
      ...state,
      selection: ['id-Gone', 'id-Column 4'],
      visibility: { ...state.visibility, exceptions: ['gone'] },
    }
    expect(await restoreView(node.viewer, other)).toBe(true)
    expect(node.viewer.selection.elements).toEqual([building.columns[3]])
    expect(isVisible(building.wall)).toEqual([true])
  })

  it('changes nothing if it is damaged', async () => {
    changeAll()
    const before = await capture()
    for (const damaged of [null, {}, { ...before, camera: { eye: [0, 0] } }, { ...before, extensions: null }])
      expect(await restoreView(node.viewer, damaged)).toBe(false)
    expect(await capture()).toEqual(before)
  })

  it('is none without a model', async () => {
    const state = await capture()
    node.viewer.unload()
    expect(await captureViewState(node.viewer)).toBeNull()
    expect(await restoreView(node.viewer, state)).toBe(false)
  })

  it('shows as much of its width on a narrower canvas, by a wider view', async () => {
    const state = await capture()
    // Saved on a canvas of 3 : 1; this one is 4 : 3.
    await restoreView(node.viewer, { ...state, aspect: 3 }, { animate: false })
    const tangent = (degrees: number): number => Math.tan((degrees * Math.PI) / 360)
    const { fieldOfViewDegrees } = node.viewer.camera.view
    // 70 % of the saved width fit the canvas.
    expect(tangent(fieldOfViewDegrees) * (4 / 3)).toBeCloseTo(tangent(state.camera.fieldOfViewDegrees) * 3 * 0.7, 4)
    await restoreView(node.viewer, { ...state, aspect: 1 }, { animate: false })
    expect(node.viewer.camera.view.fieldOfViewDegrees).toBe(state.camera.fieldOfViewDegrees)
  })
})

describe('references of a view with several models', () => {
  it('belong to the first of them if the view was saved of one', () => {
    expect(fitReferences(['wall', '@b@door'], { isSingleModel: false, first: 'a' })).toEqual(['@a@wall', '@b@door'])
  })

  it('lose the key of the only open model', () => {
    expect(fitReferences(['@a@wall', '@b@door', 'slab'], { isSingleModel: true, first: 'a' })).toEqual([
      'wall',
      '@b@door',
      'slab',
    ])
  })

  it('stay as they are without models', () => {
    expect(fitReferences(['@a@wall', 'slab'], { isSingleModel: true, first: null })).toEqual(['@a@wall', 'slab'])
  })
})
