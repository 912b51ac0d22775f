import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Point } from '../../engine/types.js'
import { clickAt, dispatchKey, dispatchPointer } from '../../testing/node-page.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { boxMesh, placedAt } from '../../testing/shapes.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { addElement, writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { NavigationExtension } from './navigation-extension.js'
import { computeCoverage } from './walk-start.js'

let building: TestBuilding
let model: TestPackage
let node: NodeViewer
let navigation: NavigationExtension

beforeAll(async () => {
  model = await writeTestPackage((scene) => {
    building = buildBuilding(scene)
  })
})
beforeEach(async () => {
  node = await openNodeViewer(model)
  navigation = (await node.viewer.loadExtension('kamar.navigation')) as NavigationExtension
})
afterEach(() => node.close())

const activate = (mode: 'walk' | 'fly'): boolean => node.viewer.extensions.activate('kamar.navigation', mode)

describe('the start of a walk', () => {
  const figure = (): SVGSVGElement | null => node.viewer.element.querySelector('.kamar-walk-placement')
  /** Moves the mouse to a point of the model. */
  const hover = (point: Point): void => {
    const { x, y } = node.viewer.space.project(point)
    dispatchPointer(node.viewer.element, 'pointermove', { x, y })
  }
  const click = (point: Point): void => {
    const { x, y } = node.viewer.space.project(point)
    clickAt(node.viewer.canvas, { x, y })
  }
  /** Views the building from outside, where nobody stands. */
  const viewFromAbove = (): void => lookAt(node.viewer, [6, -12, 14], [6, 4, 0])

  it('is at once where the camera stands on a floor', () => {
    lookAt(node.viewer, [4, 2, 1.65], [4, 3, 1.65])
    activate('walk')
    expect([navigation.isChoosingStart, figure(), navigation.walk === null]).toEqual([false, null, false])
  })

  it('waits for a click on a floor, with a figure at the pointer', () => {
    viewFromAbove()
    const before = node.viewer.camera.view
    const states: boolean[] = []
    navigation.on('modeChanged', ({ isChoosingStart }) => states.push(isChoosingStart))
    activate('walk')
    expect([navigation.mode, navigation.walk, figure()?.style.display]).toEqual(['walk', null, 'none'])
    expect(node.viewer.camera.view).toEqual(before)
    hover([3, 1, 0])
    expect(figure()?.style.display).toBe('')
    click([3, 1, 0])
    expect(rounded(navigation.walk?.character.feet ?? [])).toEqual([3, 1, 0])
    expect(rounded(node.viewer.camera.pose.eye)).toEqual([3, 1, 1.65])
    expect([figure(), states]).toEqual([null, [true, false]])
  })

  it('is in front of a clicked wall, on the floor below', () => {
    lookAt(node.viewer, [6, -12, 3], [6, 4, 1.5])
    activate('walk')
    click([6, 3.9, 1.5])
    expect(rounded(navigation.walk?.character.feet ?? [])).toEqual([6, 3, 0])
  })

  it('is on the storey behind a clicked wall without a floor in front of it', async () => {
    lookAt(node.viewer, [-20, 4, 12], [0, 4, 4])
    activate('walk')
    click([0, 6, 4.5])
    await expect.poll(() => navigation.walk).not.toBeNull()
    const [x, , z] = navigation.walk?.character.feet ?? [0, 0, 0]
    expect([x > 0.4 && x < 1.5, rounded(z)]).toEqual([true, 3])
  })

  it('is refused beside the model, and selects nothing', () => {
    viewFromAbove()
    activate('walk')
    let refusals = 0
    navigation.on('startRefused', () => refusals++)
    clickAt(node.viewer.canvas, { x: 2, y: 2 })
    expect([refusals, navigation.isChoosingStart, node.viewer.selection.elements]).toEqual([1, true, []])
  })

  it('is given up by Escape, without a step to undo', () => {
    viewFromAbove()
    const before = node.viewer.camera.view
    activate('walk')
    dispatchKey(node.viewer.element, 'Escape')
    expect([navigation.mode, figure(), node.viewer.history.canUndo]).toEqual([null, null, false])
    expect(node.viewer.camera.view).toEqual(before)
  })

  it('is on the nearest storey by Enter', async () => {
    viewFromAbove()
    activate('walk')
    dispatchKey(node.viewer.element, 'Enter')
    await expect.poll(() => navigation.walk).not.toBeNull()
    expect(navigation.walk?.character.feet[2]).toBeCloseTo(0, 3)
  })

  it('faces the model where the direction of the view would show less than 5 % of it', () => {
    // From the north the camera would face away from the building at its southern edge.
    lookAt(node.viewer, [6, 30, 20], [6, 4, 0])
    activate('walk')
    click([6, 7.9, 3])
    const { feet } = navigation.walk?.character ?? { feet: [0, 0, 0] }
    expect(rounded(feet, 1)).toEqual([6, 7.9, 3])
    expect(computeCoverage(node.viewer, { feet, azimuth: node.viewer.camera.pose.azimuth })).toBeGreaterThan(0.05)
  })

  describe('a walk from a plan', () => {
    const walkFromPlan = async (point: Point): Promise<void> => {
      await navigation.showStorey(building.upper)
      activate('walk')
      click(point)
    }

    it('is the clicked point on the slab of the storey, without the cut and with all storeys', async () => {
      await walkFromPlan([3, 6, 3])
      expect(rounded(navigation.walk?.character.feet ?? [])).toEqual([3, 6, 3])
      expect(rounded(node.viewer.camera.pose.eye)).toEqual([3, 6, 4.65])
      expect([navigation.planStorey, node.viewer.cut.planes]).toEqual([null, []])
      expect(node.viewer.visibility.isVisible(building.wall)).toBe(true)
    })

    it('is the nearest free point of the storey for a click in a wall or beside the slab', async () => {
      await walkFromPlan([0.1, 4, 3])
      const [x, y, z] = navigation.walk?.character.feet ?? [0, 0, 0]
      expect(Math.hypot(x - 0.1, y - 4)).toBeLessThan(1)
      expect([x > 0.45, rounded(z)]).toEqual([true, 3])
    })

    it('returns to the plan with its cut at the end', async () => {
      const storeys: (number | null)[] = []
      await navigation.showStorey(building.upper)
      navigation.on('planChanged', ({ storey }) => storeys.push(storey))
      const { view } = node.viewer.camera
      activate('walk')
      click([3, 6, 3])
      dispatchKey(node.viewer.element, 'Escape')
      expect([navigation.mode, navigation.planStorey, storeys]).toEqual([null, building.upper, [null, building.upper]])
      expect(rounded(node.viewer.cut.planes)).toEqual([{ normal: [0, 0, -1], offset: 4.2 }])
      expect(node.viewer.visibility.isVisible(building.wall)).toBe(false)
      expect(rounded(node.viewer.camera.view)).toEqual(rounded(view))
      expect(await navigation.showStorey(null)).toBe(true)
      expect(node.viewer.cut.planes).toEqual([])
    })

    it('does not return to the plan after a saved view was opened', async () => {
      await walkFromPlan([3, 6, 3])
      navigation.restoreState(undefined)
      expect([navigation.mode, navigation.planStorey, node.viewer.cut.planes]).toEqual([null, null, []])
    })

    it('continues as a flight', async () => {
      await walkFromPlan([3, 6, 3])
      activate('fly')
      expect([navigation.walk?.kind, navigation.isChoosingStart, navigation.planStorey]).toEqual(['fly', false, null])
      navigation.deactivate()
      expect(navigation.planStorey).toBe(building.upper)
    })
  })
})

describe('a walk with a selected room', () => {
  it('starts at the centre of the room, or at the nearest point where a person can stand', async () => {
    await node.close()
    let space = -1
    const spaces = await writeTestPackage((scene) => {
      const { ground } = buildBuilding(scene)
      const mesh = boxMesh([0, 4.1, 0], [6, 8, 2.7])
      const definition = { name: 'Room', class: 'IfcSpace', parent: ground, mesh, at: placedAt(0, 0, 0) }
      space = addElement(scene, { ...definition, color: [0.7, 0.7, 0.7, 1] }).node
    })
    node = await openNodeViewer(spaces)
    navigation = (await node.viewer.loadExtension('kamar.navigation')) as NavigationExtension
    node.viewer.visibility.hide([space])
    node.viewer.selection.set([space])
    lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
    activate('walk')
    expect(rounded(navigation.walk?.character.feet ?? [], 2)).toEqual([3, 6.05, 0])
  })
})
