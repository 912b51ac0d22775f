import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage } from '../../testing/test-package.js'
import type { ExplodeExtension } from '../explode/explode-extension.js'
import type { MeasureExtension } from '../measure/measure-extension.js'
import type { NavigationExtension } from '../navigation/navigation-extension.js'
import type { SectionExtension } from '../section/section-extension.js'
import { captureViewState, resetView } from './index.js'

let building: TestBuilding
let node: NodeViewer
let section: SectionExtension
let measure: MeasureExtension

const distance = {
  id: 'one',
  kind: 'distance',
  name: '',
  points: [
    [0, 0, 0],
    [3, 0, 0],
  ],
} as const

beforeEach(async () => {
  const model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
  node = await openNodeViewer(model)
  const { viewer } = node
  section = (await viewer.loadExtension('kamar.section')) as SectionExtension
  measure = (await viewer.loadExtension('kamar.measure')) as MeasureExtension
  measure.restoreState({ measurements: [distance] })
  section.addAxis('z')
  lookAt(viewer, [20, -15, 14], [6, 4, 2])
  viewer.visibility.hide([building.ground])
  viewer.visibility.ghost([building.upperWall])
  viewer.colors.set([building.columns[0]], { rgb: [10, 20, 30] })
  viewer.selection.set([building.columns[2]])
})
afterEach(() => node.close())

const capture = async (): Promise<unknown> =>
  rounded(JSON.parse(JSON.stringify(await captureViewState(node.viewer))) as object, 6)

describe('resetView', () => {
  it('removes cuts, visibility, colours and selection, and goes home', async () => {
    const { viewer } = node
    await resetView(viewer)
    expect(section.state.planes).toEqual([])
    expect(viewer.cut.planes).toEqual([])
    expect(viewer.visibility.counts).toEqual({ hidden: 0, ghosted: 0, isolated: false })
    expect([viewer.colors.size, viewer.selection.elements]).toEqual([0, []])
    expect(viewer.camera.hasMoved).toBe(false)
  })

  it('assembles an exploded model', async () => {
    const explode = (await node.viewer.loadExtension('kamar.explode')) as ExplodeExtension
    await explode.set({ mode: 'radial', amount: 0.5 })
    await resetView(node.viewer)
    await expect.poll(() => explode.state.amount).toBe(0)
  })

  it('hides measurements and keeps them', async () => {
    await resetView(node.viewer)
    expect([measure.measurements.length, measure.isVisible]).toEqual([1, false])
  })

  it('returns to the perspective view after tools showed the model without perspective', async () => {
    const { viewer } = node
    const [plane] = section.state.planes
    expect(await section.lookAt(plane?.id ?? '')).toBe(true)
    expect(viewer.camera.projection).toBe('orthographic')
    await resetView(viewer)
    expect(viewer.camera.projection).toBe('perspective')
    viewer.history.undo()
    expect(viewer.camera.projection).toBe('orthographic')
  })

  it('keeps the orthographic projection that the user chose', async () => {
    const { viewer } = node
    viewer.camera.setProjection('orthographic')
    await section.lookAt(section.state.planes[0]?.id ?? '')
    await resetView(viewer)
    expect(viewer.camera.projection).toBe('orthographic')
  })

  it('ends a storey plan, and undo shows the plan again', async () => {
    const { viewer } = node
    const navigation = (await viewer.loadExtension('kamar.navigation')) as NavigationExtension
    await navigation.showStorey(building.upper)
    const before = await capture()
    await resetView(viewer)
    expect([navigation.planStorey, viewer.visibility.isolated]).toEqual([null, false])
    viewer.history.undo()
    expect([navigation.planStorey, await capture()]).toEqual([building.upper, before])
  })

  it('announces that it is done, so that a comparison can colour the model again', async () => {
    const { viewer } = node
    viewer.on('viewReset', () => viewer.colors.set([building.columns[1]], { rgb: [1, 2, 3] }))
    await resetView(viewer)
    expect(viewer.colors.all()).toEqual([{ color: { rgb: [1, 2, 3] }, elements: [building.columns[1]] }])
  })

  it('is one step: undo restores all of it with the camera, redo repeats it', async () => {
    const { viewer } = node
    const before = await capture()
    await resetView(viewer)
    const after = await capture()
    expect(after).not.toEqual(before)
    viewer.history.undo()
    expect(await capture()).toEqual(before)
    expect(measure.isVisible).toBe(true)
    viewer.history.redo()
    expect(await capture()).toEqual(after)
  })
})
