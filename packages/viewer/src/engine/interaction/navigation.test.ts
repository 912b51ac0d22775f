import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { supportOfBox } from '../camera/fit.js'
import { computeFrame } from '../camera/pose.js'
import { projectPoint } from '../camera/project.js'
import { ViewerCamera } from '../camera/viewer-camera.js'
import { computeLength, subtract } from '../math/vector.js'
import type { PickResult, Point } from '../types.js'
import type { Click, ScreenPoint } from './gestures.js'
import { Navigation } from './navigation.js'

const size = { width: 800, height: 400 }
const around = (point: Point, digits = 6): unknown[] => point.map((value) => expect.closeTo(value, digits))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function createNavigation(
  picked: Point | null = [1, 2, 3],
  projection: 'perspective' | 'orthographic' = 'perspective',
) {
  const clicks: Click[] = []
  const picks: ScreenPoint[] = []
  const host = { picked }
  const camera = new ViewerCamera(
    {
      size: () => size,
      bounds: () => ({ min: [-5, -5, -5], max: [5, 5, 5] }),
      computeSupport: () => supportOfBox({ min: [-5, -5, -5], max: [5, 5, 5] }),
      cameraMoved: () => undefined,
      flightMilliseconds: () => 0,
    },
    projection,
  )
  camera.goTo('home')
  const navigation = new Navigation({
    camera,
    size: () => size,
    pick: (position) => {
      picks.push(position)
      return host.picked === null ? null : ({ point: host.picked } as PickResult)
    },
    click: (click) => clicks.push(click),
  })
  const project = (point: Point): { x: number; y: number } => {
    const projected = projectPoint(camera.pose, point, size)
    if (projected === null) throw new Error('behind the eye')
    return projected
  }
  return { camera, navigation, clicks, picks, host, project }
}

describe('Navigation', () => {
  it.each(['perspective', 'orthographic'] as const)(
    'keeps the dragged point under the pointer in the %s view',
    (kind) => {
      const { navigation, project, camera } = createNavigation([1, 2, 3], kind)
      const start = project([1, 2, 3])
      navigation.dragStart('pan', start)
      let from = start
      for (const [x, y] of [
        [10, 5],
        [80, -40],
        [-60, 30],
      ]) {
        const to = { x: start.x + x, y: start.y + y }
        navigation.drag('pan', from, to)
        from = to
        const now = project([1, 2, 3])
        expect([now.x, now.y]).toEqual([expect.closeTo(to.x, 6), expect.closeTo(to.y, 6)])
      }
      expect(camera.hasMoved).toBe(true)
    },
  )

  it('keeps the point at the depth of the target where nothing was hit', () => {
    const { navigation, camera, project } = createNavigation(null)
    const { target } = camera.view
    const start = project(target)
    navigation.dragStart('pan', start)
    navigation.drag('pan', start, { x: start.x + 50, y: start.y - 20 })
    const now = project(target)
    expect([now.x, now.y]).toEqual([expect.closeTo(start.x + 50, 6), expect.closeTo(start.y - 20, 6)])
  })

  it('orbits about the object under the pointer, by half a turn over the height', () => {
    const { navigation, camera, project, picks } = createNavigation()
    const before = { ...camera.pose }
    const start = project([1, 2, 3])
    navigation.dragStart('orbit', { x: 7, y: 8 })
    navigation.drag('orbit', { x: 100, y: 100 }, { x: 200, y: 80 })
    expect(picks).toEqual([{ x: 7, y: 8 }])
    expect(camera.pose.azimuth - before.azimuth).toBeCloseTo((100 / 400) * Math.PI, 9)
    expect(camera.pose.elevation - before.elevation).toBeCloseTo((20 / 400) * Math.PI, 9)
    const now = project([1, 2, 3])
    expect([now.x, now.y]).toEqual([expect.closeTo(start.x, 6), expect.closeTo(start.y, 6)])
  })

  it('orbits about a fixed pivot, but pans by the object under the pointer', () => {
    const { navigation, camera, picks } = createNavigation()
    navigation.setFixedPivot([-4, 0, 0])
    const radius = computeLength(subtract(camera.pose.eye, [-4, 0, 0]))
    navigation.dragStart('orbit', { x: 0, y: 0 })
    navigation.drag('orbit', { x: 0, y: 0 }, { x: 90, y: 30 })
    expect(computeLength(subtract(camera.pose.eye, [-4, 0, 0]))).toBeCloseTo(radius, 9)
    expect([picks, navigation.fixedPivot]).toEqual([[], [-4, 0, 0]])
    navigation.dragStart('pan', { x: 0, y: 0 })
    expect(picks).toHaveLength(1)
  })

  it('looks around from the same position, following the hand at half the speed', () => {
    const { navigation, camera } = createNavigation()
    const before = { ...camera.pose }
    navigation.dragStart('look', { x: 0, y: 0 })
    navigation.drag('look', { x: 0, y: 0 }, { x: 40, y: 20 })
    expect(camera.pose.eye).toEqual(around(before.eye))
    expect(camera.pose.azimuth - before.azimuth).toBeCloseTo(-(20 / 400) * Math.PI, 9)
    expect(camera.pose.elevation - before.elevation).toBeCloseTo((10 / 400) * Math.PI, 9)
  })

  it('moves by a tenth of the distance at least where the pivot is beside the eye', () => {
    const { navigation, camera, host } = createNavigation()
    const { right } = computeFrame(camera.pose)
    const { eye } = camera.pose
    host.picked = [eye[0] + right[0] * 10, eye[1] + right[1] * 10, eye[2] + right[2] * 10]
    navigation.dragStart('pan', { x: 0, y: 0 })
    navigation.drag('pan', { x: 0, y: 0 }, { x: 400, y: 0 })
    // As at a depth of 1 m: the height of the view is 2 tan 25°.
    expect(computeLength(subtract(camera.pose.eye, eye))).toBeCloseTo(2 * Math.tan((25 * Math.PI) / 180), 6)
  })

  it('zooms by a pinch about the point where it began', () => {
    const { navigation, camera, project } = createNavigation()
    const start = project([1, 2, 3])
    const { distance } = camera.pose
    navigation.dragStart('pan', start)
    navigation.pinch({ center: start, distance: 100 }, { center: { x: start.x + 30, y: start.y }, distance: 200 })
    expect(camera.pose.distance).toBeCloseTo(distance / 2, 9)
    const now = project([1, 2, 3])
    expect([now.x, now.y]).toEqual([expect.closeTo(start.x + 30, 6), expect.closeTo(start.y, 6)])
  })

  it('zooms by the wheel to what is under the pointer, and keeps it while the wheel turns', () => {
    const { navigation, camera, picks, host, project } = createNavigation()
    const { distance } = camera.pose
    const start = project([1, 2, 3])
    navigation.wheel(0.8, start)
    host.picked = [0, 0, 0]
    vi.advanceTimersByTime(399)
    navigation.wheel(0.8, { x: start.x + 2, y: start.y })
    expect([picks.length, camera.pose.distance]).toEqual([1, expect.closeTo(distance * 0.64, 9)])
    const now = project([1, 2, 3])
    expect([now.x, now.y]).toEqual([expect.closeTo(start.x, 6), expect.closeTo(start.y, 6)])
    vi.advanceTimersByTime(400)
    navigation.wheel(0.8, start)
    expect(picks).toHaveLength(2)
    navigation.wheel(0.8, { x: start.x + 3, y: start.y })
    expect(picks).toHaveLength(3)
    navigation.dragEnd()
    navigation.wheel(0.8, { x: start.x + 3, y: start.y })
    expect(picks).toHaveLength(4)
    navigation.dragStart('pan', start)
    navigation.wheel(0.8, { x: start.x + 3, y: start.y })
    expect(picks).toHaveLength(6)
  })

  it('reverses the wheel on request', () => {
    const { navigation, camera } = createNavigation()
    const { distance } = camera.pose
    navigation.setPreferences({ reverseZoom: true, leftHanded: true })
    navigation.wheel(0.5, { x: 0, y: 0 })
    expect(camera.pose.distance).toBeCloseTo(distance * 2, 9)
    expect([navigation.leftHanded, navigation.preferences]).toEqual([true, { reverseZoom: true, leftHanded: true }])
  })

  it('passes gestures to a mode that takes them, and handles those it does not', () => {
    const { navigation, camera } = createNavigation()
    const { pose } = camera
    const calls: unknown[][] = []
    const remove = navigation.gestureStack.add({
      drag: (...values) => void calls.push(['drag', ...values]),
      wheel: (...values) => void calls.push(['wheel', ...values]),
      pinch: (...values) => void calls.push(['pinch', ...values]),
    })
    const at = { x: 1, y: 1 }
    const pinch = { center: at, distance: 5 }
    navigation.drag('orbit', at, at)
    navigation.drag('pan', at, at)
    navigation.wheel(0.5, at)
    navigation.pinch(pinch, pinch)
    expect(calls).toEqual([
      ['drag', 'orbit', at, at],
      ['drag', 'pan', at, at],
      ['wheel', 0.5, at],
      ['pinch', pinch, pinch],
    ])
    expect(camera.pose).toBe(pose)
    remove()
    navigation.gestureStack.add({})
    navigation.wheel(0.5, at)
    expect(camera.pose).not.toBe(pose)
  })

  it('passes clicks on, and has the ray of a position', () => {
    const { navigation, clicks, camera } = createNavigation()
    const click = { kind: 'click' } as Click
    navigation.click(click)
    expect(clicks).toEqual([click])
    expect(navigation.rayThrough({ x: 400, y: 200 }).direction).toEqual(around(computeFrame(camera.pose).forward))
  })
})
