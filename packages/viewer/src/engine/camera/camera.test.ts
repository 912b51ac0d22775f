import type { Box } from '@kamar/package-format/read'
import { describe, expect, it } from 'vitest'
import type { Point } from '../types.js'
import { testRandom } from '../../testing/shapes.js'
import { getBoxCorners, depthRange, isOutside } from './bounds.js'
import { fitPose, freeWindow, supportOfBox, supportOfBoxes } from './fit.js'
import {
  getViewAngles,
  computeFrame,
  halfHeightTangent,
  computeViewHeight,
  orbit,
  pan,
  toPose,
  computeTarget,
  toCameraView,
  zoomTo,
  type Pose,
} from './pose.js'
import { dot, computeLength, subtract } from '../math/vector.js'
import { ViewerCamera, zoomRange } from './viewer-camera.js'

const pose: Pose = {
  eye: [0, -10, 0],
  azimuth: 0,
  elevation: 0,
  distance: 10,
  projection: 'perspective',
  fieldOfViewDegrees: 60,
}
const box: Box = { min: [-3, -2, 0], max: [5, 4, 6] }

const close = (actual: Point, expected: Point, digits = 9): void =>
  actual.forEach((value, axis) => expect(value).toBeCloseTo(expected[axis], digits))

/** Returns the position of a point in the view: −1 to 1. */
function projectToView(of: Pose, point: Point, aspect = 1): [number, number] {
  const frame = computeFrame(of)
  const offset = subtract(point, of.eye)
  const depth = of.projection === 'perspective' ? dot(offset, frame.forward) : of.distance
  const half = depth * halfHeightTangent(of)
  return [dot(offset, frame.right) / half / aspect, dot(offset, frame.up) / half]
}

describe('camera pose', () => {
  it('has a level, right-handed frame', () => {
    const random = testRandom(7)
    for (let round = 0; round < 50; round++) {
      const frame = computeFrame({ azimuth: random() * 7 - 3.5, elevation: (random() - 0.5) * Math.PI })
      expect(frame.right[2]).toBe(0)
      expect(frame.up[2]).toBeGreaterThanOrEqual(-1e-12)
      for (const [a, b] of [
        [frame.right, frame.up],
        [frame.up, frame.forward],
        [frame.forward, frame.right],
      ] as const)
        expect(dot(a, b)).toBeCloseTo(0, 9)
    }
    close(computeFrame(pose).forward, [0, 1, 0])
    close(computeFrame(pose).right, [1, 0, 0])
    close(computeFrame(pose).up, [0, 0, 1])
  })

  it('survives conversion to a saved view, also straight down', () => {
    const random = testRandom(11)
    for (let round = 0; round < 50; round++) {
      const before: Pose = {
        ...pose,
        eye: [random(), random(), random()],
        azimuth: random() * 6 - 3,
        elevation: (random() - 0.5) * 3,
        projection: round % 2 ? 'orthographic' : 'perspective',
      }
      const after = toPose(toCameraView(before), pose)
      close(after.eye, before.eye)
      expect(after.azimuth).toBeCloseTo(before.azimuth, 6)
      expect(after.elevation).toBeCloseTo(before.elevation, 6)
      expect(after.distance).toBeCloseTo(before.distance, 6)
    }
    const down = toPose({ ...toCameraView(pose), eye: [1, 2, 9], target: [1, 2, 0] }, { ...pose, azimuth: 0.5 })
    expect(down.azimuth).toBe(0.5)
    expect(down.elevation).toBeCloseTo(-Math.PI / 2, 9)
  })

  it('orbits a pivot that stays at its screen position', () => {
    const pivot: Point = [3, 2, 1]
    for (const projection of ['perspective', 'orthographic'] as const) {
      const start = { ...pose, projection }
      const rotated = orbit(start, pivot, { azimuth: 0.7, elevation: -0.4 })
      expect(projectToView(rotated, pivot)[0]).toBeCloseTo(projectToView(start, pivot)[0], 9)
      expect(projectToView(rotated, pivot)[1]).toBeCloseTo(projectToView(start, pivot)[1], 9)
      expect(computeLength(subtract(rotated.eye, pivot))).toBeCloseTo(computeLength(subtract(start.eye, pivot)), 9)
    }
    const over = orbit(pose, pivot, { azimuth: 0, elevation: -9 })
    expect(over.elevation).toBeCloseTo(-Math.PI / 2, 9)
  })

  it('zooms towards an anchor that stays at its screen position, and never past it', () => {
    const anchor: Point = [1, 0, 2]
    for (const projection of ['perspective', 'orthographic'] as const) {
      const start = { ...pose, projection }
      const nearer = zoomTo(start, anchor, 0.5)
      expect(projectToView(nearer, anchor)[0]).toBeCloseTo(projectToView(start, anchor)[0], 9)
      expect(projectToView(nearer, anchor)[1]).toBeCloseTo(projectToView(start, anchor)[1], 9)
      expect(computeViewHeight(nearer)).toBeCloseTo(computeViewHeight(start) / 2, 9)
    }
    let close_ = pose
    for (let step = 0; step < 200; step++) close_ = zoomTo(close_, anchor, 0.8)
    expect(dot(subtract(anchor, close_.eye), computeFrame(close_).forward)).toBeGreaterThanOrEqual(0)
  })

  it('pans the target by the given offset', () => {
    const shifted = pan(pose, 1, 2)
    expect(subtract(computeTarget(shifted), computeTarget(pose)).map((value) => value + 0)).toEqual([-1, 0, -2])
  })

  it('has named side views and a home view', () => {
    close(computeFrame(getViewAngles('front', 0)).forward, [0, 1, 0])
    close(computeFrame(getViewAngles('right', 0)).forward, [-1, 0, 0])
    close(computeFrame(getViewAngles('top', 0.2)).forward, [0, 0, -1])
    close(computeFrame(getViewAngles('top', 0.2)).up, [0, 1, 0])
    const point = computeFrame(getViewAngles('top-back-left', 0)).forward
    close(point, [1 / Math.sqrt(3), -1 / Math.sqrt(3), -1 / Math.sqrt(3)])
    const home = computeFrame(getViewAngles('home', 0)).forward
    expect([home[0] < 0, home[1] > 0, home[2] < 0]).toEqual([true, true, true])
  })
})

const fullWindow = (aspect: number) => ({ left: -aspect, right: aspect, bottom: -1, top: 1 })

describe('camera fitting', () => {
  it.each(['perspective', 'orthographic'] as const)('fits all box corners tightly into the %s view', (projection) => {
    const random = testRandom(3)
    for (let round = 0; round < 40; round++) {
      const aspect = 0.5 + random() * 2
      const start: Pose = { ...pose, projection, azimuth: random() * 6, elevation: (random() - 0.5) * 3 }
      const fitted = fitPose(start, supportOfBox(box), fullWindow(aspect))
      const extents = getBoxCorners(box).flatMap((point) => projectToView(fitted, point, aspect).map(Math.abs))
      expect(Math.max(...extents)).toBeLessThanOrEqual(1)
      expect(Math.max(...extents)).toBeGreaterThan(0.85)
    }
  })

  it.each(['perspective', 'orthographic'] as const)(
    'centres the model in the area that panels leave free in the %s view',
    (projection) => {
      const size = { width: 1000, height: 500 }
      const window = freeWindow(size, { left: 300, right: 50, top: 60, bottom: 20 })
      expect(window).toEqual({ left: -0.8, right: 1.8, bottom: -0.92, top: 0.76 })
      const fitted = fitPose({ ...pose, projection, azimuth: 0.7, elevation: -0.5 }, supportOfBox(box), window)
      const projected = getBoxCorners(box).map((point) => projectToView(fitted, point))
      for (const [x, y] of projected) {
        expect(x).toBeGreaterThan(window.left)
        expect(x).toBeLessThan(window.right)
        expect(y).toBeGreaterThan(window.bottom)
        expect(y).toBeLessThan(window.top)
      }
      // It is in the centre of the free area, not of the canvas.
      const across = projected.map(([x]) => x)
      expect((Math.min(...across) + Math.max(...across)) / 2).toBeGreaterThan(0.3)
    },
  )

  it('never gives the whole view to panels', () => {
    const window = freeWindow({ width: 100, height: 100 }, { left: 90, right: 90, top: 0, bottom: 0 })
    expect(window.right - window.left).toBeCloseTo(0.5, 9)
  })

  it('fits two wings more closely than their common box', () => {
    // Seen from the front right: the rear right corner is empty.
    const wings = Float32Array.from([0, 0, 0, 50, 5, 5, 0, 0, 0, 5, 50, 5])
    const start: Pose = { ...pose, azimuth: -Math.PI / 4, elevation: -0.9 }
    const aroundAll = fitPose(start, supportOfBox({ min: [0, 0, 0], max: [50, 50, 5] }), fullWindow(0.7))
    expect(fitPose(start, supportOfBoxes(wings), fullWindow(0.7)).distance).toBeLessThan(aroundAll.distance * 0.9)
  })

  it('fits a box of a single point', () => {
    const fitted = fitPose(pose, supportOfBox({ min: [1, 1, 1], max: [1, 1, 1] }), fullWindow(1))
    expect(fitted.distance).toBeGreaterThan(0)
    close(computeTarget(fitted), [1, 1, 1])
  })

  it.each([1e-4, 2e-3, 1, 50, 1e5])('fills the view to the same extent with a model of %d m', (size) => {
    for (const projection of ['perspective', 'orthographic'] as const) {
      const model: Box = { min: [size, 0, 0], max: [2 * size, size, size / 2] }
      const start: Pose = { ...pose, projection, azimuth: -0.6, elevation: -0.5 }
      const fitted = fitPose(start, supportOfBox(model), fullWindow(1.6))
      const boxCorners = getBoxCorners(model)
      const extents = boxCorners.flatMap((point) => projectToView(fitted, point, 1.6).map(Math.abs))
      expect(Math.max(...extents)).toBeGreaterThan(0.85)
      expect(Math.max(...extents)).toBeLessThanOrEqual(1)
      expect(fitted.distance / size).toBeGreaterThan(0.5)
      expect(fitted.distance / size).toBeLessThan(4)
      const { near, far } = depthRange(fitted, model)
      expect((far - near) / size).toBeLessThan(3)
      expect(projection === 'orthographic' || isOutside(fitted.eye, model)).toBe(true)
    }
  })

  it('fits a line seen along its axis and a small object far from the origin', () => {
    const along: Pose = { ...pose, azimuth: 0, elevation: 0 }
    const line = fitPose(along, supportOfBox({ min: [0, 0, 0], max: [0, 2e-3, 0] }), fullWindow(1))
    expect(line.eye[1]).toBeLessThan(0)
    expect(line.distance).toBeLessThan(0.01)
    const far = fitPose(along, supportOfBox({ min: [900, 900, 0], max: [900.01, 900.01, 0.01] }), fullWindow(1))
    expect(far.distance).toBeGreaterThan(0.005)
    expect(far.distance).toBeLessThan(0.05)
    const point = fitPose(along, supportOfBox({ min: [900, 900, 1], max: [900, 900, 1] }), fullWindow(1))
    expect(point.distance).toBe(along.distance)
  })

  it('adapts the depth range of a 100 km site to the viewing distance', () => {
    const site: Box = { min: [-5e4, -5e4, 0], max: [5e4, 5e4, 500] }
    const near = depthRange({ ...pose, eye: [0, 0, 2], distance: 5 }, site)
    expect(near.near).toBeLessThan(0.5)
    expect(near.far).toBeGreaterThan(5e4)
    expect(depthRange({ ...pose, eye: [0, 0, 2], distance: 5e4 }, site).near).toBeGreaterThan(10)
  })

  it('limits the depth range to the model', () => {
    const far = depthRange({ ...pose, eye: [1, -100, 3] }, box)
    expect(far.near).toBeGreaterThan(90)
    expect(far.far).toBeLessThan(110)
    const inside = depthRange({ ...pose, eye: [0, 0, 1] }, box)
    expect(inside.near).toBeGreaterThan(0)
    expect(inside.far / inside.near).toBeLessThanOrEqual(4001)
    const range = depthRange({ ...pose, projection: 'orthographic', eye: [0, 0, 1] }, box)
    expect(range.near).toBeLessThan(0)
  })

  it('detects whether the eye is outside the model', () => {
    expect(isOutside([0, 0, 1], box)).toBe(false)
    expect(isOutside([0, 0, 7], box)).toBe(true)
    expect(isOutside([5.005, 0, 1], box)).toBe(false)
    const part: Box = { min: [0, 0, 0], max: [0.002, 0.002, 0.002] }
    expect([isOutside([0.004, 0, 0], part), isOutside([0.001, 0.001, 0.001], part)]).toEqual([true, false])
  })
})

describe('ViewerCamera', () => {
  const moves: boolean[] = []
  const camera = (flight = 0): ViewerCamera =>
    new ViewerCamera({
      size: () => ({ width: 300, height: 200 }),
      bounds: () => box,
      computeSupport: (elements) => {
        if (elements === null) return supportOfBox(box)
        return [...elements].length > 0 ? supportOfBox({ min: [0, 0, 0], max: [1, 1, 1] }) : null
      },
      cameraMoved: (moving) => moves.push(moving),
      flightMilliseconds: () => flight,
    })

  it('counts as untouched until the user moves it, and again after home', () => {
    const one = camera()
    one.goTo('home')
    expect(one.hasMoved).toBe(false)
    one.orbitBy(0.1, 0)
    expect(one.hasMoved).toBe(true)
    one.goTo('home')
    expect(one.hasMoved).toBe(false)
    one.goTo('top')
    expect(one.hasMoved).toBe(true)
  })

  it('adjusts the home view to the model and panels until the user moves it', () => {
    const one = camera()
    one.settleHome()
    const { eye } = one.view
    one.settleHome()
    expect(one.view.eye).toEqual(eye)
    one.insets = { left: 150, right: 0, top: 0, bottom: 0 }
    expect(one.view.eye).not.toEqual(eye)
    const panelEye = one.view.eye
    one.goTo('front')
    one.goTo('home')
    expect(one.view.eye).toEqual(panelEye)
    one.orbitBy(1, 0)
    const rotated = one.view.eye
    one.settleHome()
    expect(one.view.eye).toEqual(rotated)
  })

  const none = { left: 0, right: 0, top: 0, bottom: 0 }
  const inspector = { ...none, right: 300 }

  it.each<[string, (one: ViewerCamera) => void]>([
    ['the model from a side', (one) => one.goTo('front')],
    ['the model in the current view', (one) => one.fit()],
    ['a part of the model', (one) => void one.fit([1])],
    ['the model in the home view with a selection', (one) => (one.settleHome(), (one.hasMoved = true))],
  ])('makes room for a panel and returns after it closes: %s', (_, frame) => {
    const one = camera()
    frame(one)
    const [before, { azimuth, elevation }] = [one.view, one.pose]
    one.insets = inspector
    expect(one.view.eye).not.toEqual(before.eye)
    expect(one.pose).toMatchObject({ azimuth, elevation })
    one.insets = none
    close(one.view.eye, before.eye, 9)
  })

  it.each<[string, (one: ViewerCamera) => void]>([
    ['orbited', (one) => one.orbitBy(0.4, 0.1)],
    ['panned', (one) => one.panBy(0.1, 0)],
    ['zoomed', (one) => one.zoomBy(0.7)],
    ['set to another view', (one) => one.setView({ ...one.view, height: one.view.height * 2 })],
    ['moved by a navigation tool', (one) => one.apply({ ...one.pose, distance: one.pose.distance * 2 }, false)],
  ])('keeps its position beside a new panel after it was %s', (_, move) => {
    const one = camera()
    one.fit()
    move(one)
    const { eye } = one.view
    one.insets = inspector
    expect(one.view.eye).toEqual(eye)
  })

  it('fits elements or the whole model, and returns false for no elements', () => {
    const one = camera()
    expect(one.fit([])).toBe(false)
    expect(one.fit([1])).toBe(true)
    close(one.view.target, [0.5, 0.5, 0.5], 0)
    one.fit()
    expect(one.view.height).toBeGreaterThan(5)
  })

  it('flies to exactly the requested view', () => {
    const one = camera(100)
    one.goTo('home', { animate: false })
    const start = performance.now()
    one.goTo('front')
    expect(one.flying).toBe(true)
    one.tick(start + 50)
    expect(one.flying).toBe(true)
    one.tick(performance.now() + 500)
    expect(one.flying).toBe(false)
    close(computeFrame(one.pose).forward, [0, 1, 0], 9)
    expect(moves.at(-1)).toBe(false)
  })

  it('keeps apparent sizes at the target when the projection changes', () => {
    const one = camera()
    one.goTo('home')
    const { height, target } = one.view
    one.setProjection('orthographic')
    expect(one.view.height).toBeCloseTo(height, 9)
    close(one.view.target, target)
  })

  it('limits the zoom distance in both directions', () => {
    const one = camera()
    one.goTo('home')
    for (let step = 0; step < 500; step++) one.zoomBy(2)
    expect(one.pose.distance).toBeLessThan(1000)
    for (let step = 0; step < 500; step++) one.zoomBy(0.5)
    expect(one.pose.distance).toBeGreaterThanOrEqual(1e-3)
  })

  it.each([1e-4, 2e-3, 20, 1e5])(
    'has a zoom range from fine detail to 50 times the size for a model of %d m',
    (size) => {
      const { nearest, farthest } = zoomRange(size)
      expect(nearest).toBeLessThanOrEqual(1e-3 * Math.max(1, size / 1000))
      expect(nearest / size).toBeLessThanOrEqual(1e-4)
      // Positions of a model have 32 bits: anything nearer than their precision would jitter.
      expect(nearest).toBeGreaterThan(size * 2 ** -24)
      expect(farthest / size).toBe(50)
    },
  )

  it('does not move back a view that is nearer than the zoom limit', () => {
    const one = camera()
    one.setView({ ...one.view, eye: [0, 0, 0], target: [1e-5, 0, 0] })
    one.zoomBy(0.5)
    expect(one.pose.distance).toBeCloseTo(1e-5, 12)
    one.zoomBy(2)
    expect(one.pose.distance).toBeCloseTo(2e-5, 12)
  })
})
