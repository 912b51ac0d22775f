import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { computeFrame } from '../../engine/camera/pose.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { buildHouse, type TestHouse } from '../../testing/test-house.js'
import { addElement, writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import { isLargeAndVisible, measureCoverage } from './coverage.js'
import { isOutsidePlane, revealElements } from './reveal.js'

let house: TestHouse
let model: TestPackage
let node: NodeViewer
/** A box of 2.4 m that nearly fills a niche that is open to the east, 100 m from the house. */
let hiddenBox = -1

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    house = buildHouse(scene)
    const slab = boxMesh([-3, -3, -0.2], [3, 3, 0.2])
    const wall = boxMesh([-0.2, -3, 0], [0.2, 3, 3])
    const side = boxMesh([-3, -0.2, 0], [3, 0.2, 3])
    for (const [name, mesh, at] of [
      ['Niche floor', slab, placedAt(100, 0, 0)],
      ['Niche ceiling', slab, placedAt(100, 0, 3)],
      ['Niche west', wall, placedAt(97, 0, 0)],
      ['Niche south', side, placedAt(100, -3, 0)],
      ['Niche north', side, placedAt(100, 3, 0)],
    ] as const)
      addElement(scene, { name, mesh, at })
    const box = boxMesh([-1.2, -1.2, -1.2], [1.2, 1.2, 1.2])
    hiddenBox = addElement(scene, { name: 'Box', mesh: box, at: placedAt(100, 0, 1.5) }).node
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  await node.viewer.model?.tree
})
afterEach(() => node.close())

const getEye = (): readonly number[] => node.viewer.camera.pose.eye

describe('measureCoverage', () => {
  it('measures the ratio of the canvas that an element covers', () => {
    lookAt(node.viewer, [4, -20, 3], [4, 0, 3], 12)
    const { width, height } = node.viewer.space.size
    const expected = (8 * 6 * (height / 12) ** 2) / (width * height)
    const { canvasRatio, insideRatio } = measureCoverage(node.viewer, [house.south])
    expect(canvasRatio).toBeGreaterThan(expected)
    expect(canvasRatio).toBeLessThan(expected * 1.1)
    expect(insideRatio).toBe(1)
  })

  it('counts only what panels leave free', () => {
    lookAt(node.viewer, [4, -20, 3], [4, 0, 3], 12)
    const { width } = node.viewer.space.size
    node.viewer.camera.insets = { left: width / 2, right: 0, top: 0, bottom: 0 }
    lookAt(node.viewer, [4, -20, 3], [4, 0, 3], 12)
    expect(measureCoverage(node.viewer, [house.south]).insideRatio).toBeCloseTo(0.5, 1)
    expect(isLargeAndVisible(measureCoverage(node.viewer, [house.south]))).toBe(false)
  })

  it('counts elements behind or around the eye as not visible', () => {
    lookAt(node.viewer, [4, 5, 3], [4, 10, 3])
    expect(measureCoverage(node.viewer, [house.south])).toEqual({ canvasRatio: 0, insideRatio: 0 })
  })
})

describe('revealElements', () => {
  it('selects an element that is large and visible, and leaves the camera', () => {
    lookAt(node.viewer, [4, -20, 3], [4, 0, 3])
    const before = getEye()
    expect(revealElements(node.viewer, [house.south])).toMatchObject({ hasFlown: false, shownCount: 0 })
    expect(node.viewer.selection.elements).toEqual([house.south])
    expect(getEye()).toEqual(before)
  })

  it('flies to an element that is small', () => {
    lookAt(node.viewer, [4, -900, 3], [4, 0, 3])
    expect(revealElements(node.viewer, [house.south]).hasFlown).toBe(true)
    expect(isLargeAndVisible(measureCoverage(node.viewer, [house.south]))).toBe(true)
  })

  it('leaves the camera on request', () => {
    lookAt(node.viewer, [4, -900, 3], [4, 0, 3])
    const before = getEye()
    expect(revealElements(node.viewer, [house.south], { keepsCamera: true }).hasFlown).toBe(false)
    expect(getEye()).toEqual(before)
  })

  it('flies to a side from which the element is not occluded', () => {
    lookAt(node.viewer, [60, -40, 30], [100, 0, 0])
    revealElements(node.viewer, [hiddenBox])
    const [x, y, z] = getEye()
    expect(x).toBeGreaterThan(100)
    const { forward } = computeFrame(node.viewer.camera.pose)
    expect(forward[0]).toBeLessThan(0)
    const { x: left, y: top } = node.viewer.space.project([100, 0, 1.5])
    expect(node.viewer.pick(left, top)?.element, `${x} ${y} ${z}`).toBe(hiddenBox)
  })

  it('keeps the direction of a sectioned view', () => {
    node.viewer.cut.set([{ normal: [0, 0, -1], offset: 100 }])
    lookAt(node.viewer, [60, -40, 30], [100, 0, 0])
    const { azimuth, elevation } = node.viewer.camera.pose
    revealElements(node.viewer, [hiddenBox])
    expect(node.viewer.camera.pose).toMatchObject({ azimuth, elevation })
  })

  it('adds to the selection on request', () => {
    revealElements(node.viewer, [house.south])
    revealElements(node.viewer, [house.roof], { add: true })
    expect(node.viewer.selection.elements).toEqual([house.south, house.roof])
  })

  it('shows an element that the user has hidden, which can be taken back and undone', () => {
    const { visibility, history } = node.viewer
    visibility.hide([house.south, house.roof])
    const revelation = revealElements(node.viewer, [house.south])
    expect(revelation.shownCount).toBe(1)
    expect([visibility.isVisible(house.south), visibility.isVisible(house.roof)]).toEqual([true, false])
    revelation.undo()
    expect(visibility.isVisible(house.south)).toBe(false)
    history.undo()
    expect(visibility.isVisible(house.south)).toBe(true)
  })

  it('leaves hidden elements of a group hidden while others of it are visible', () => {
    node.viewer.visibility.hide([house.south])
    expect(revealElements(node.viewer, [0]).shownCount).toBe(0)
    expect(node.viewer.visibility.isVisible(house.south)).toBe(false)
  })

  it('does not change the visibility of a room', () => {
    expect(revealElements(node.viewer, [house.space]).shownCount).toBe(0)
    expect(node.viewer.visibility.isVisible(house.space)).toBe(false)
  })

  it('reports an element that sections cut away', () => {
    node.viewer.cut.set([{ normal: [0, 0, -1], offset: 3 }])
    expect(revealElements(node.viewer, [house.roof]).isClipped).toBe(true)
    expect(revealElements(node.viewer, [house.south]).isClipped).toBe(false)
  })

  it('does nothing but clear the selection without elements', () => {
    revealElements(node.viewer, [house.south])
    expect(revealElements(node.viewer, [])).toMatchObject({ hasFlown: false, shownCount: 0, isClipped: false })
    expect(node.viewer.selection.elements).toEqual([])
  })
})

describe('isOutsidePlane', () => {
  it.each([
    [[0, 0, 1], -2, true],
    [[0, 0, 1], -1, true],
    [[0, 0, 1], -0.5, false],
    [[0, 0, -1], 0.5, false],
    [[0, 0, -1], -0.1, true],
  ] as const)('tests a box of a metre against the plane %j with offset %d: %s', (normal, offset, result) => {
    expect(isOutsidePlane({ min: [0, 0, 0], max: [1, 1, 1] }, { normal, offset })).toBe(result)
  })
})

describe('revealElements for what is selected already', () => {
  it('does nothing once something else is selected', () => {
    lookAt(node.viewer, [4, -20, 3], [4, 0, 3])
    const eye = getEye()
    node.viewer.selection.set([house.south])
    expect(revealElements(node.viewer, [hiddenBox], { isSelected: true })).toMatchObject({ hasFlown: false })
    expect([node.viewer.selection.elements, getEye()]).toEqual([[house.south], eye])
  })
})

describe('revealElements in a view of a part of the model', () => {
  it('leaves hidden elements hidden, and the camera where it is', () => {
    const { camera, selection, visibility } = node.viewer
    lookAt(node.viewer, [4, -20, 3], [4, 0, 3])
    const eye = getEye()
    visibility.isolate([house.south])
    selection.set([hiddenBox])
    const options = { isSelected: true, leavesHidden: true } as const
    expect(revealElements(node.viewer, [hiddenBox], options)).toMatchObject({ hasFlown: false, shownCount: 0 })
    expect([visibility.isVisible(hiddenBox), getEye(), camera.flying]).toEqual([false, eye, false])
  })
})
