import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { SectionExtension } from './section-extension.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let sections: SectionExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  sections = (await node.viewer.loadExtension('kamar.section')) as SectionExtension
  lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
})
afterEach(() => node.close())

const lastPoint = () => rounded([...(sections.state.planes.at(-1)?.point ?? [])], 2)
const boxNow = () => rounded({ half: sections.state.box?.half, margin: sections.state.box?.marginMetres }, 2)

describe('a new plane along an axis', () => {
  it('goes through the centre of the selection', () => {
    // The third column: x 6 to 6.5, y 3 to 3.5, z 3 to 6.
    node.viewer.selection.set([building.columns[2]])
    sections.addAxis('x')
    expect(lastPoint()).toEqual([6.25, 3.25, 4.5])
  })

  it('goes through the centre of the section box while nothing is selected', () => {
    sections.setBoxAround({ around: 'element', element: building.upperSlab })
    sections.addAxis('y')
    expect(lastPoint()).toEqual([4.75, 4, 2.85])
  })

  it('goes through the centre of what is visible', () => {
    node.viewer.visibility.isolate([building.slab])
    sections.addAxis('z')
    expect(lastPoint()).toEqual([6, 4, -0.15])
  })
})

describe('a box around the selection', () => {
  beforeEach(() => {
    node.viewer.selection.set([building.columns[0]])
    sections.setBoxAround({ around: 'selection' })
  })

  it('leaves 0.3 m around it', () => {
    expect(boxNow()).toEqual({ half: [0.55, 0.55, 1.8], margin: 0.3 })
  })

  it('changes its margin by a slider, as one step to undo', () => {
    const before = sections.state.box
    sections.setBoxMargin(0.5, false)
    sections.setBoxMargin(1, true)
    expect(boxNow()).toEqual({ half: [1.25, 1.25, 2.5], margin: 1 })
    node.viewer.history.undo()
    expect(sections.state.box).toEqual(before)
  })

  it('keeps its margin in a saved view, unless that is invalid', () => {
    const state = structuredClone(sections.getState()) as { box: object }
    sections.clear()
    sections.restoreState(state)
    expect(boxNow().margin).toBe(0.3)
    sections.restoreState({ ...state, box: { ...state.box, marginMetres: 'wide' } })
    expect(sections.state.box).toBeNull()
  })
})

describe('the view of a cut', () => {
  it('is square to the plane, without perspective, and can be undone', async () => {
    const { camera, history } = node.viewer
    const before = camera.view
    const id = sections.addAxis('x') ?? ''
    expect(await sections.lookAt(id)).toBe(true)
    expect(camera.pose).toMatchObject({ projection: 'orthographic', elevation: 0 })
    expect(Math.sin(camera.pose.azimuth)).toBeCloseTo(-1, 6)
    // The slab, 8 m wide at the plane, is in the centre.
    expect(rounded([camera.view.target[1]], 1)).toEqual([4])
    history.undo()
    expect(rounded(camera.view)).toEqual(rounded(before))
  })

  it('is fitted to the selected element with some surroundings', async () => {
    node.viewer.selection.set([building.columns[2]])
    const id = sections.addAxis('x') ?? ''
    await sections.lookAt(id)
    const { height, target } = node.viewer.camera.view
    expect(rounded([target[1], target[2]], 2)).toEqual([3.25, 4.5])
    // The column is 3 m high, its surroundings 1 m on each side.
    expect(height).toBeGreaterThan(5)
    expect(height).toBeLessThan(7)
  })

  it('shows what the gizmo would cover', async () => {
    const id = sections.addAxis('x') ?? ''
    await sections.lookAt(id)
    expect(sections.selected).toBeNull()
  })

  it('shows all that is cut where the plane misses the selection', async () => {
    const id = sections.addAxis('x') ?? ''
    sections.moveTo(id, 3)
    node.viewer.selection.set([building.columns[3]])
    await sections.lookAt(id)
    expect(node.viewer.camera.view.height).toBeGreaterThan(7)
  })

  it('is from above with north up for a horizontal plane', async () => {
    await sections.lookAt(sections.addAxis('z') ?? '')
    expect(node.viewer.camera.pose).toMatchObject({ azimuth: 0, elevation: -Math.PI / 2 })
  })

  it('is at the side of the box that faces the camera', async () => {
    lookAt(node.viewer, [6, -30, 4], [6, 4, 2])
    sections.setBoxAround({ around: 'model' })
    await sections.lookAt('box')
    expect(rounded([node.viewer.camera.pose.azimuth, node.viewer.camera.pose.elevation])).toEqual([0, 0])
  })

  it('is refused without the plane, or while it is disabled', async () => {
    const id = sections.addAxis('x') ?? ''
    sections.setEnabled(id, false)
    expect([await sections.lookAt(id), await sections.lookAt('box')]).toEqual([false, false])
  })
})

describe('sections of a saved view', () => {
  it('replace those that there are, as one step to undo', () => {
    sections.addAxis('x')
    const saved = structuredClone(sections.getState())
    sections.clear()
    sections.addAxis('z')
    const before = sections.state
    sections.apply(saved)
    expect(sections.state.planes.map(({ kind }) => kind)).toEqual(['x'])
    node.viewer.history.undo()
    expect(sections.state).toBe(before)
  })
})
