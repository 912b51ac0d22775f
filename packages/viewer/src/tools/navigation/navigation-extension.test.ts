import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Point } from '../../engine/types.js'
import { clickAt, dispatchPointer, dragAlong, pageSize, dispatchKey } from '../../testing/node-page.js'
import { lookAt, openNodeViewer, type NodeViewer } from '../../testing/node-viewer.js'
import { rounded } from '../../testing/rounded.js'
import { buildBuilding, type TestBuilding } from '../../testing/test-building.js'
import { writeTestPackage, type TestPackage } from '../../testing/test-package.js'
import type { NavigationExtension } from './navigation-extension.js'
import type { Walk } from './walk.js'

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

const activate = (mode: 'walk' | 'fly' | 'zoom-window'): boolean =>
  node.viewer.extensions.activate('kamar.navigation', mode)

/** Starts to walk or fly at a position of the feet, towards a compass direction in degrees from north. */
function startAt(feet: Point, degrees: number, kind: 'walk' | 'fly' = 'walk'): Walk {
  const eye: Point = [feet[0], feet[1], feet[2] + 1.65]
  const radians = (degrees * Math.PI) / 180
  lookAt(node.viewer, eye, [eye[0] + Math.sin(radians), eye[1] + Math.cos(radians), eye[2]])
  activate(kind)
  return navigation.walk as Walk
}
const hold = (code: string, more: KeyboardEventInit = {}): boolean =>
  dispatchKey(node.viewer.element, code, { code, ...more })
const release = (code: string): boolean =>
  node.viewer.element.dispatchEvent(new KeyboardEvent('keyup', { code, key: code }))

/** Advances by a duration in frames of a fiftieth of a second. */
function advance(walk: Walk, seconds: number): void {
  for (let frame = 0; frame < Math.round(seconds * 50); frame++) walk.step(0.02)
}

describe('walking', () => {
  it('goes ahead at 2.2 m/s, three times as fast with Shift, in the direction of the view', () => {
    const walk = startAt([2, 1, 0], 0)
    hold('KeyW')
    advance(walk, 1)
    expect(rounded(walk.character.feet, 1)).toEqual([2, 3.2, 0])
    release('KeyW')
    walk.character.moveTo([2, 1, 0])
    hold('KeyD')
    advance(walk, 1)
    expect(rounded(walk.character.feet, 1)).toEqual([4.2, 1, 0])
    release('KeyD')
    walk.character.moveTo([2, 1, 0])
    hold('KeyD', { shiftKey: true })
    advance(walk, 0.5)
    expect(rounded(walk.character.feet, 1)).toEqual([5.3, 1, 0])
  })

  it('is no faster along a diagonal', () => {
    const walk = startAt([2, 1, 0], 0)
    hold('ArrowUp')
    hold('KeyD')
    advance(walk, 1)
    expect(rounded(walk.character.feet, 1)).toEqual(rounded([2 + 2.2 * Math.SQRT1_2, 1 + 2.2 * Math.SQRT1_2, 0], 1))
  })

  it('stops at a wall, and goes through a door', () => {
    const atWall = startAt([4, 2, 0], 0)
    hold('KeyW')
    advance(atWall, 3)
    expect(atWall.character.feet[1]).toBeCloseTo(3.65, 1)
    release('KeyW')
    const atDoor = startAt([8.5, 2, 0], 0)
    hold('KeyW')
    advance(atDoor, 2)
    expect(rounded(atDoor.character.feet, 1)).toEqual([8.5, 6.4, 0])
  })

  it('climbs a stair and comes down behind it', () => {
    const walk = startAt([11, 0.25, 0], 0)
    hold('KeyW')
    let highest = 0
    for (let frame = 0; frame < 100; frame++) {
      walk.step(0.02)
      highest = Math.max(highest, walk.character.feet[2])
    }
    expect(highest).toBeCloseTo(0.6, 2)
    expect(rounded(walk.character.feet[2], 2)).toBe(0)
  })

  it('falls onto the floor below', () => {
    const walk = startAt([11, 6, 0], 180)
    walk.character.moveTo([11, 6, 3])
    advance(walk, 2)
    expect(rounded(walk.character.feet, 2)).toEqual([11, 6, 0])
  })

  it('walks through a hidden wall', () => {
    const walk = startAt([4, 2, 0], 0)
    node.viewer.visibility.hide([building.wall])
    hold('KeyW')
    advance(walk, 1.5)
    expect(walk.character.feet[1]).toBeCloseTo(5.3, 1)
  })

  it('looks about by the arrow keys and by drags, but not over its head', () => {
    const walk = startAt([4, 2, 0], 0)
    hold('ArrowRight')
    advance(walk, 1)
    expect(node.viewer.camera.pose.azimuth).toBeCloseTo(1.4, 6)
    release('ArrowRight')
    const { azimuth } = node.viewer.camera.pose
    // A drag over half of the height: 45° each, opposite to the drag.
    dragAlong(node.viewer.canvas, [
      { x: 400, y: 300 },
      { x: 400 + pageSize.height / 2, y: 300 },
    ])
    expect(node.viewer.camera.pose.azimuth).toBeCloseTo(azimuth - Math.PI / 4, 6)
    for (let drag = 0; drag < 4; drag++)
      dragAlong(node.viewer.canvas, [
        { x: 400, y: 10 },
        { x: 400, y: 590 },
      ])
    expect(node.viewer.camera.pose.elevation).toBeCloseTo(Math.PI / 2 - 0.02, 6)
  })

  it('has a wide view at eye height that does not begin facing the ground', () => {
    lookAt(node.viewer, [4, 2, 1.65], [4, 3, 0.2])
    activate('walk')
    expect(node.viewer.camera.pose).toMatchObject({
      projection: 'perspective',
      fieldOfViewDegrees: 68,
      elevation: -0.08,
    })
    expect(rounded(node.viewer.camera.pose.eye)).toEqual([4, 2, 1.65])
  })

  it('goes to a point on the floor, and in front of a wall, by a double click', () => {
    const walk = startAt([4, 2, 0], 0)
    const clickTwice = (point: Point): void => {
      const { x, y } = node.viewer.space.project(point)
      clickAt(node.viewer.canvas, { x, y })
      clickAt(node.viewer.canvas, { x, y })
    }
    clickTwice([3, 3.5, 0])
    expect(rounded(walk.character.feet, 1)).toEqual([3, 3.5, 0])
    walk.character.moveTo([4, 1, 0])
    walk.step(0.02)
    lookAt(node.viewer, [4, 1, 1.65], [4, 3, 1.65])
    clickTwice([5, 3.9, 1.5])
    // 0.9 m in front of it, on the same floor.
    expect(rounded(walk.character.feet, 1)).toEqual([5, 3, 0])
  })

  it('moves by the wheel, with collisions', () => {
    const walk = startAt([4, 2, 0], 0)
    const scroll = (deltaY: number): void =>
      void node.viewer.canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, cancelable: true }))
    scroll(-400)
    // Twice the exponent of the wheel: 0.96 m.
    expect(walk.character.feet[1]).toBeCloseTo(2.96, 2)
    for (let step = 0; step < 5; step++) scroll(-400)
    expect(walk.character.feet[1]).toBeCloseTo(3.65, 1)
  })

  it('leaves shortcuts of the page and other keys alone', () => {
    startAt([4, 2, 0], 0)
    expect([hold('KeyW', { ctrlKey: true }), hold('KeyX'), hold('KeyW')]).toEqual([false, false, true])
  })

  it('stops when the page loses the focus', () => {
    const walk = startAt([4, 2, 0], 0)
    hold('KeyW')
    node.viewer.element.dispatchEvent(new Event('blur'))
    expect(walk.step(0.02)).toBe(false)
  })
})

describe('flying', () => {
  it('goes through walls along the view, and up', () => {
    const walk = startAt([4, 3, 1], 0, 'fly')
    hold('KeyW')
    advance(walk, 1)
    // The building is small: the speed is that of walking.
    expect(rounded(walk.character.feet, 1)).toEqual([4, 5.2, 1])
    release('KeyW')
    hold('KeyE')
    advance(walk, 0.5)
    expect(rounded(walk.character.feet, 1)).toEqual([4, 5.2, 2.1])
    release('KeyE')
    expect(walk.step(0.02)).toBe(false)
  })
})

describe('ending a walk', () => {
  it('keeps the position, restores the field of view, and is one undo step', () => {
    const modes: (string | null)[] = []
    navigation.on('modeChanged', ({ mode }) => modes.push(mode))
    const walk = startAt([4, 2, 0], 0)
    const before = node.viewer.camera.view.eye
    hold('KeyD')
    advance(walk, 1)
    dispatchKey(node.viewer.element, 'Escape')
    expect([navigation.walk, navigation.mode, modes]).toEqual([null, null, ['walk', null]])
    expect(node.viewer.camera.pose.fieldOfViewDegrees).toBe(60)
    expect(rounded(node.viewer.camera.pose.eye, 1)).toEqual([6.2, 2, 1.7])
    node.viewer.history.undo()
    expect(rounded(node.viewer.camera.pose.eye)).toEqual(rounded(before))
  })

  it('follows a restored view, and the end of the model', () => {
    startAt([4, 2, 0], 0)
    navigation.restoreState(undefined)
    expect(navigation.mode).toBeNull()
    startAt([4, 2, 0], 0)
    node.viewer.unload()
    expect([navigation.mode, activate('walk')]).toEqual([null, false])
  })
})

describe('the joystick of touch devices', () => {
  const stick = (): Element | null => node.viewer.element.querySelector('svg[viewBox="-64 -64 128 128"]')

  it('is shown only there', () => {
    startAt([4, 2, 0], 0)
    expect(stick()).toBeNull()
  })

  it('walks by its deflection from the middle, and stops when it is released', () => {
    node.page.matchedMedia.add('(any-pointer: coarse)')
    const walk = startAt([4, 1, 0], 0)
    const element = stick() as Element
    // Every element is 800 × 600 pixels large here: the middle is at (400, 300). Half of 44 pixels up.
    dispatchPointer(element, 'pointerdown', { x: 400, y: 278 })
    const knob = element.querySelectorAll('circle')[1]
    expect([knob.getAttribute('cx'), knob.getAttribute('cy')].map(Number)).toEqual([0, -22])
    advance(walk, 1)
    expect(rounded(walk.character.feet, 1)).toEqual([4, 2.1, 0])
    // Beyond the edge it is no faster than at the edge.
    dispatchPointer(element, 'pointermove', { x: 800, y: 300 })
    advance(walk, 1)
    expect(rounded(walk.character.feet, 1)).toEqual([6.2, 2.1, 0])
    dispatchPointer(element, 'pointerup', { x: 800, y: 300 })
    expect(walk.step(0.02)).toBe(false)
    navigation.deactivate()
    expect(stick()).toBeNull()
  })
})

describe('the window to zoom to', () => {
  const layer = (): Element => node.viewer.element.querySelector('.kamar-zoom-window') as Element

  beforeEach(() => lookAt(node.viewer, [6, 4, 30], [6, 4, 0], 10))

  it('fills the view, once, and can be undone', () => {
    activate('zoom-window')
    const before = node.viewer.camera.view
    // A quarter of the canvas at the upper left: 6 by 5 m about (1.2 m left, 2.5 m up).
    dragAlong(layer(), [
      { x: 0, y: 0 },
      { x: 400, y: 300 },
    ])
    expect(node.viewer.camera.view.height).toBeCloseTo(5, 6)
    const { eye } = node.viewer.camera.pose
    expect(rounded([eye[0], eye[1]])).toEqual(rounded([6 - 200 / 60, 4 + 150 / 60]))
    expect(navigation.mode).toBeNull()
    node.viewer.history.undo()
    expect(rounded(node.viewer.camera.view)).toEqual(rounded(before))
  })

  it('is drawn while it is dragged, and ignored if it is tiny', () => {
    activate('zoom-window')
    dispatchPointer(layer(), 'pointerdown', { x: 100, y: 200 })
    dispatchPointer(layer(), 'pointermove', { x: 50, y: 260 })
    const frame = layer().querySelector('rect')
    expect(['x', 'y', 'width', 'height'].map((name) => Number(frame?.getAttribute(name)))).toEqual([50, 200, 50, 60])
    dispatchPointer(layer(), 'pointerup', { x: 103, y: 260 })
    expect(navigation.mode).toBe('zoom-window')
    expect(Number(frame?.getAttribute('width'))).toBe(0)
  })

  it('is left by Escape', () => {
    activate('zoom-window')
    const before = node.viewer.camera.view
    dispatchKey(node.viewer.element, 'Escape')
    expect([navigation.mode, node.viewer.camera.view]).toEqual([null, before])
    expect(node.viewer.element.querySelector('.kamar-zoom-window')).toBeNull()
  })

  it('keeps the content at its depth in perspective', () => {
    lookAt(node.viewer, [6, -20, 4], [6, 3, 4])
    // The columns at y = 3 are 23 m away.
    navigation.zoomToWindow({ left: 300, top: 225, right: 500, bottom: 375 })
    expect(node.viewer.camera.pose.distance).toBeCloseTo(23 / 4, 1)
  })
})

describe('storeys', () => {
  it('are listed from below, with the height at which their walls stand and whether they have a door', async () => {
    expect(rounded([...(await navigation.storeys())])).toEqual([
      { element: building.ground, name: 'Ground', floor: 0, hasDoor: true },
      { element: building.upper, name: 'Upper', floor: 3, hasDoor: false },
    ])
  })

  it('are shown as a plan: alone, cut at 1.2 m, from straight above with north up', async () => {
    const storeys: (number | null)[] = []
    navigation.on('planChanged', ({ storey }) => storeys.push(storey))
    expect(await navigation.showStorey(building.upper)).toBe(true)
    const { camera, cut, visibility } = node.viewer
    expect(camera.pose).toMatchObject({ projection: 'orthographic', azimuth: 0, elevation: -Math.PI / 2 })
    expect(rounded(cut.planes)).toEqual([{ normal: [0, 0, -1], offset: 4.2 }])
    expect([visibility.isVisible(building.wall), visibility.isVisible(building.upperWall)]).toEqual([false, true])
    // The storey of 9.5 by 8 m is in the middle of the view.
    expect(rounded([camera.pose.eye[0], camera.pose.eye[1]], 2)).toEqual([4.75, 4])
    expect([navigation.planStorey, storeys]).toEqual([building.upper, [building.upper]])
  })

  it('give the earlier display back, also after several plans', async () => {
    lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
    node.viewer.visibility.hide([building.slab])
    const before = node.viewer.camera.view
    await navigation.showStorey(building.upper)
    await navigation.showStorey(building.ground)
    expect(rounded(node.viewer.cut.planes)).toEqual([{ normal: [0, 0, -1], offset: 1.2 }])
    expect(await navigation.showStorey(null)).toBe(true)
    expect(rounded(node.viewer.camera.view)).toEqual(rounded(before))
    expect(node.viewer.cut.planes).toEqual([])
    const { visibility } = node.viewer
    expect([building.slab, building.wall, building.upperWall].map((element) => visibility.isVisible(element))).toEqual([
      false,
      true,
      true,
    ])
    expect([navigation.planStorey, await navigation.showStorey(null)]).toEqual([null, false])
  })

  it('are left and shown again by undo and redo', async () => {
    await navigation.showStorey(building.ground)
    node.viewer.history.undo()
    expect([navigation.planStorey, node.viewer.cut.planes.length]).toEqual([null, 0])
    node.viewer.history.redo()
    expect([navigation.planStorey, node.viewer.cut.planes.length]).toEqual([building.ground, 1])
  })

  it('are shown again as they were when their end is undone', async () => {
    await navigation.showStorey(building.ground)
    await navigation.showStorey(building.upper)
    node.viewer.visibility.hide([building.upperWall])
    await navigation.showStorey(null)
    node.viewer.history.undo()
    const { cut, history, visibility } = node.viewer
    expect(rounded(cut.planes)).toEqual([{ normal: [0, 0, -1], offset: 4.2 }])
    expect([navigation.planStorey, visibility.isVisible(building.upperWall)]).toEqual([building.upper, false])
    history.redo()
    expect([navigation.planStorey, cut.planes.length, visibility.isolated]).toEqual([null, 0, false])
    history.undo()
    history.undo()
    expect([navigation.planStorey, visibility.isVisible(building.upperWall)]).toEqual([building.ground, false])
    expect(visibility.isVisible(building.wall)).toBe(true)
  })

  it('pan by a drag instead of orbiting', async () => {
    await navigation.showStorey(building.ground)
    const { eye } = node.viewer.camera.pose
    dragAlong(node.viewer.canvas, [
      { x: 400, y: 300 },
      { x: 460, y: 300 },
    ])
    const { pose } = node.viewer.camera
    expect(pose.elevation).toBeCloseTo(-Math.PI / 2, 9)
    expect(pose.eye[0]).toBeLessThan(eye[0])
    expect(pose.eye[1]).toBeCloseTo(eye[1], 6)
  })

  it('are not shown for an element that is none', async () => {
    expect(await navigation.showStorey(building.wall)).toBe(false)
    expect(navigation.planStorey).toBeNull()
  })
})

describe('the home view', () => {
  it('is the set one until it is removed, and both can be undone', () => {
    lookAt(node.viewer, [20, -15, 14], [6, 4, 2])
    const events: boolean[] = []
    navigation.on('homeChanged', ({ home }) => events.push(home !== null))
    navigation.setHome()
    const { view } = node.viewer.camera
    lookAt(node.viewer, [0, -30, 5], [6, 4, 2])
    node.viewer.camera.goTo('home')
    expect(rounded(node.viewer.camera.view)).toEqual(rounded(view))
    navigation.setHome(null)
    expect(node.viewer.camera.homeView).toBeNull()
    node.viewer.history.undo()
    expect(node.viewer.camera.homeView).toEqual(view)
    node.viewer.history.undo()
    expect(node.viewer.camera.homeView).toBeNull()
    expect(events).toEqual([true, false, true, false])
  })
})

describe('a 3D mouse', () => {
  /** A device of the WebHID interface that sends reports. */
  class TestDevice {
    readonly #listeners: ((event: object) => void)[] = []
    readonly vendorId = 0x256f
    readonly productName = 'SpaceMouse'
    isOpen = false
    open = (): Promise<void> => Promise.resolve(void (this.isOpen = true))
    close = (): Promise<void> => Promise.resolve(void (this.isOpen = false))
    addEventListener(_: string, listener: (event: object) => void): void {
      this.#listeners.push(listener)
    }
    send(reportId: number, values: readonly number[]): void {
      const data = new DataView(new ArrayBuffer(values.length * 2))
      values.forEach((value, at) => data.setInt16(at * 2, value, true))
      for (const listener of this.#listeners) listener({ reportId, data })
    }
  }
  const offer = (hid: object | undefined): void => void vi.stubGlobal('navigator', { hid, getGamepads: () => [] })

  it('is used without a question if the user has allowed it before', async () => {
    const device = new TestDevice()
    const request = vi.fn()
    offer({ getDevices: () => Promise.resolve([device]), requestDevice: request })
    const events: boolean[] = []
    navigation.on('spaceMouseChanged', ({ connected }) => events.push(connected))
    expect(await navigation.connectSpaceMouse()).toBe(true)
    expect([device.isOpen, navigation.hasSpaceMouse, request.mock.calls.length]).toEqual([true, true, 0])
    navigation.disconnectSpaceMouse()
    expect([device.isOpen, navigation.hasSpaceMouse, events]).toEqual([false, false, [true, false]])
  })

  it('is none if the user chooses none, or another device is allowed', async () => {
    const keyboard = Object.assign(new TestDevice(), { vendorId: 0x046d, productName: 'Keyboard' })
    offer({ getDevices: () => Promise.resolve([keyboard]), requestDevice: () => Promise.reject(new Error('closed')) })
    expect(await navigation.connectSpaceMouse()).toBe(false)
    expect(navigation.hasSpaceMouse).toBe(false)
  })

  it('moves the camera with the hand', async () => {
    lookAt(node.viewer, [6, -20, 2], [6, 4, 2])
    const device = new TestDevice()
    offer({ getDevices: () => Promise.resolve([device]) })
    await navigation.connectSpaceMouse()
    const { eye } = node.viewer.camera.pose
    device.send(1, [350, 0, 0, 0, 0, 0])
    await expect.poll(() => node.viewer.camera.pose.eye[0]).not.toBe(eye[0])
    device.send(1, [0, 0, 0, 0, 0, 0])
    const [x, y] = node.viewer.camera.pose.eye
    // The model moves to the right: the camera to the left, at the same distance.
    expect(x).toBeLessThan(eye[0])
    expect(y).toBeCloseTo(eye[1], 6)
  })

  it('is a gamepad with six axes where the browser has no other interface, without small jitter', async () => {
    lookAt(node.viewer, [6, -20, 2], [6, 4, 2])
    const axes = [0.05, 0, 0, 0, 0, 0]
    vi.stubGlobal('navigator', { getGamepads: () => [null, { axes: [1, 1] }, { axes }] })
    expect(await navigation.connectSpaceMouse()).toBe(true)
    const { eye } = node.viewer.camera.pose
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(node.viewer.camera.pose.eye).toEqual(eye)
    axes[1] = 1
    // Pulled towards the user: the camera moves away.
    await expect.poll(() => node.viewer.camera.pose.eye[1]).toBeLessThan(eye[1])
    expect(node.viewer.camera.pose.eye[0]).toBeCloseTo(eye[0], 6)
    navigation.disconnectSpaceMouse()
  })
})
