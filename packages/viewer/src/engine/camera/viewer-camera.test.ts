import type { Box } from '@kamar/package-format/read'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { computeLength, mix, subtract } from '../math/vector.js'
import type { Point } from '../types.js'
import { supportOfBox } from './fit.js'
import { computeTarget, computeViewHeight, toCameraView, type Pose } from './pose.js'
import { ViewerCamera, type CameraHost } from './viewer-camera.js'

const box: Box = { min: [-3, -2, 0], max: [5, 4, 6] }

function createCamera(more: Partial<CameraHost> & { readonly flight?: number } = {}) {
  const moves: boolean[] = []
  const camera = new ViewerCamera({
    size: () => ({ width: 300, height: 200 }),
    bounds: () => box,
    computeSupport: () => supportOfBox(box),
    cameraMoved: (moving) => moves.push(moving),
    flightMilliseconds: () => more.flight ?? 0,
    ...more,
  })
  return { camera, moves }
}

const around = (point: Point, digits = 6): unknown[] => point.map((value) => expect.closeTo(value, digits))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

describe('ViewerCamera flights', () => {
  it('moves the target in a line, and angles and distance evenly', () => {
    const { camera, moves } = createCamera({ flight: 1000 })
    camera.goTo('home', { animate: false })
    const from = camera.pose
    camera.goTo('back')
    const start = performance.now()
    camera.tick(start + 1e6)
    const to = camera.pose
    camera.apply(from, false)
    camera.goTo('back')
    moves.length = 0
    camera.tick(performance.now() + 500)
    const share = (camera.pose.azimuth - from.azimuth) / (to.azimuth - from.azimuth)
    expect(share).toBeCloseTo(0.5, 9)
    expect((camera.pose.elevation - from.elevation) / (to.elevation - from.elevation)).toBeCloseTo(share, 9)
    const rate = Math.log(camera.pose.distance / from.distance) / Math.log(to.distance / from.distance)
    expect(rate).toBeCloseTo(share, 6)
    expect(computeTarget(camera.pose)).toEqual(around(mix(computeTarget(from), computeTarget(to), share)))
    expect([camera.flying, moves]).toEqual([true, [true]])
  })

  it('begins and ends slowly', () => {
    const { camera } = createCamera({ flight: 1000 })
    camera.goTo('front', { animate: false })
    const from = camera.pose
    camera.goTo('right')
    const start = performance.now()
    const shareAt = (milliseconds: number): number => {
      camera.tick(start + milliseconds)
      return (camera.pose.azimuth - from.azimuth) / (-Math.PI / 2)
    }
    // 3 s² − 2 s³ at a tenth, and at nine tenths.
    expect(shareAt(100)).toBeCloseTo(0.028, 9)
    expect(shareAt(900)).toBeCloseTo(0.972, 9)
  })

  it('turns the short way round', () => {
    const { camera } = createCamera({ flight: 1000 })
    camera.goTo('front', { animate: false })
    camera.apply({ ...camera.pose, azimuth: 3.1 * Math.PI }, false)
    camera.goTo('back')
    camera.tick(performance.now() + 1e6)
    // The back is at an odd multiple of π.
    expect(camera.pose.azimuth).toBeCloseTo(3 * Math.PI, 9)
  })

  it('is over at once after any other movement', () => {
    const { camera } = createCamera({ flight: 1000 })
    camera.goTo('front')
    expect(camera.flying).toBe(true)
    camera.orbitBy(0.1, 0)
    const { pose } = camera
    expect(camera.flying).toBe(false)
    camera.tick(performance.now() + 1e6)
    expect(camera.pose).toBe(pose)
  })

  it('does nothing at a tick without a flight', () => {
    const { camera, moves } = createCamera()
    camera.tick(performance.now())
    expect(moves).toEqual([])
  })
})

describe('ViewerCamera while frozen', () => {
  it('completes the flight in progress and then stays', () => {
    const { camera } = createCamera({ flight: 1000 })
    camera.goTo('home', { animate: false })
    camera.goTo('front')
    camera.frozen = true
    const { pose } = camera
    expect([camera.flying, camera.frozen]).toEqual([false, true])
    expect(pose.azimuth).toBeCloseTo(0, 9)
    camera.orbitBy(1, 0)
    camera.panBy(1, 0)
    camera.zoomBy(0.5)
    camera.goTo('top')
    camera.fit()
    camera.setView({ ...camera.view, eye: [99, 0, 0] })
    camera.setProjection('orthographic')
    expect(camera.pose).toBe(pose)
    camera.frozen = false
    camera.orbitBy(1, 0)
    expect(camera.pose).not.toEqual(pose)
  })

  it('refits for panels that open afterwards, as nothing moved it', () => {
    const { camera } = createCamera()
    camera.fit()
    camera.frozen = true
    camera.apply({ ...camera.pose, distance: 99 }, false)
    camera.frozen = false
    const { eye } = camera.view
    camera.insets = { left: 0, right: 150, top: 0, bottom: 0 }
    expect(camera.view.eye).not.toEqual(eye)
  })
})

describe('ViewerCamera', () => {
  it('goes to a home view of its own, which counts as a movement', () => {
    const { camera } = createCamera()
    const home = { ...camera.view, eye: [9, 9, 9] as const, target: [0, 0, 0] as const }
    camera.homeView = home
    camera.goTo('home')
    expect(camera.view.eye).toEqual(around(home.eye))
    expect(camera.view.target).toEqual(around(home.target))
    expect(camera.hasMoved).toBe(true)
  })

  it('keeps the previous pose in a named view of an empty model, but turns', () => {
    const { camera } = createCamera({ computeSupport: () => null })
    const { eye, distance } = camera.pose
    camera.goTo('front')
    expect(camera.pose).toMatchObject({ eye, distance, elevation: -0 })
    expect(camera.fit()).toBe(false)
  })

  it('shows a fitted part with a quarter of its size around it, and the whole model without', () => {
    const { camera } = createCamera()
    camera.setProjection('orthographic')
    camera.goTo('front')
    camera.fit()
    const modelHeight = computeViewHeight(camera.pose)
    camera.fit([1])
    expect(computeViewHeight(camera.pose) / modelHeight).toBeCloseTo(1.25, 6)
    camera.fitBox(box)
    expect(computeViewHeight(camera.pose) / modelHeight).toBeCloseTo(1.25, 6)
    expect(camera.view.target).toEqual(around([1, 1, 3]))
    expect(camera.hasMoved).toBe(true)
  })

  it('pans by a share of the height of the view', () => {
    const { camera } = createCamera()
    camera.goTo('front')
    const { height, target } = camera.view
    camera.panBy(0.5, 0.25)
    expect(subtract(target, camera.view.target)).toEqual(around([height / 2, 0, height / 4]))
  })

  it('zooms towards an anchor, by default the target', () => {
    const { camera } = createCamera()
    camera.goTo('front')
    const { eye, target } = camera.view
    camera.zoomBy(0.5)
    expect(camera.view.target).toEqual(around(target))
    expect(camera.view.eye).toEqual(around(mix(target, eye, 0.5)))
    camera.zoomBy(0.5, [1, 1, 1])
    expect(camera.view.eye).toEqual(around(mix([1, 1, 1], mix(target, eye, 0.5), 0.5)))
  })

  it('orbits about the target by default', () => {
    const { camera } = createCamera()
    camera.goTo('front')
    const { target } = camera.view
    camera.orbitBy(0.4, 0.2)
    expect(camera.view.target).toEqual(around(target))
    camera.orbitBy(0.4, 0, [5, 5, 5])
    expect(computeLength(subtract(camera.view.target, target))).toBeGreaterThan(0.1)
  })

  it('reports movements that continue and those that are over', () => {
    const { camera, moves } = createCamera()
    camera.orbitBy(0.1, 0)
    camera.goTo('front')
    camera.apply(camera.pose, true)
    camera.apply(camera.pose, false)
    expect(moves).toEqual([true, false, true, false])
  })

  it('changes the projection once, about the object in the centre of the view', () => {
    const { camera, moves } = createCamera({ centerPoint: () => [1, -2, 3] })
    camera.goTo('front')
    moves.length = 0
    const { eye } = camera.pose
    camera.setProjection('perspective')
    expect(moves).toEqual([])
    camera.setProjection('orthographic')
    expect([moves, camera.projection]).toEqual([[false], 'orthographic'])
    // The front of the model is nearer than its centre.
    expect(camera.pose.distance).toBeCloseTo(-2 - eye[1], 6)
  })

  it('does not go home again for an invisible difference', () => {
    let size = 8
    const { camera, moves } = createCamera({
      computeSupport: () => supportOfBox({ min: [0, 0, 0], max: [size, size, size] }),
    })
    camera.settleHome()
    moves.length = 0
    size = 8.01
    camera.settleHome()
    expect(moves).toEqual([])
    size = 12
    camera.settleHome()
    expect(moves).toEqual([false])
  })

  it('fits the subject again in the pose that a flight is going to', () => {
    const { camera } = createCamera({ flight: 1000 })
    camera.goTo('home', { animate: false })
    camera.goTo('front')
    camera.insets = { left: 0, right: 150, top: 0, bottom: 0 }
    camera.tick(performance.now() + 1e6)
    expect(camera.pose.azimuth).toBeCloseTo(0, 9)
    expect(camera.pose.elevation).toBeCloseTo(0, 9)
    expect(camera.insets.right).toBe(150)
  })

  it('limits a zoom to the range of a default size without a model', () => {
    const { camera } = createCamera({ bounds: () => null })
    for (let step = 0; step < 99; step++) camera.zoomBy(2)
    expect(camera.pose.distance).toBeCloseTo(1000, 6)
    for (let step = 0; step < 99; step++) camera.zoomBy(0.5)
    expect(camera.pose.distance).toBeCloseTo(1e-3, 9)
  })

  it('does not come nearer when it zooms out of a view beyond the limit', () => {
    const { camera } = createCamera()
    const far: Pose = { ...camera.pose, distance: 1e6 }
    camera.apply(far, false)
    camera.zoomBy(2)
    expect(camera.pose.distance).toBe(1e6)
    camera.zoomBy(0.5)
    expect(camera.pose.distance).toBe(5e5)
  })

  it('saves the view that it returns to', () => {
    const { camera } = createCamera()
    camera.orbitBy(0.3, 0.2)
    const view = camera.view
    camera.goTo('top')
    camera.setView(view)
    expect(camera.view).toEqual(toCameraView(camera.pose))
    expect(camera.view.eye).toEqual(around(view.eye))
    expect(camera.view.target).toEqual(around(view.target))
  })
})

describe('beforeMove of ViewerCamera', () => {
  function listen(camera: ViewerCamera) {
    const left: { readonly isGesture: boolean; readonly view: unknown }[] = []
    camera.beforeMove = (isGesture) => left.push({ isGesture, view: camera.destination })
    return left
  }

  it('is called with the view that a command leaves', () => {
    const { camera } = createCamera()
    const left = listen(camera)
    const start = camera.view
    camera.goTo('front')
    const front = camera.view
    camera.fit()
    camera.setView(front)
    expect(left.slice(0, 2)).toEqual([
      { isGesture: false, view: start },
      { isGesture: false, view: front },
    ])
    expect(left).toHaveLength(3)
  })

  it('is called with the end of an unfinished flight', () => {
    const { camera } = createCamera({ flight: 1000 })
    camera.goTo('front')
    const left = listen(camera)
    camera.tick(performance.now() + 300)
    const destination = camera.destination
    camera.goTo('top')
    expect(left).toEqual([{ isGesture: false, view: destination }])
    expect(destination).not.toEqual(camera.view)
  })

  it('marks gestures', () => {
    const { camera } = createCamera()
    const left = listen(camera)
    camera.orbitBy(0.1, 0)
    camera.zoomBy(0.9)
    expect(left.map(({ isGesture }) => isGesture)).toEqual([true, true])
  })

  it('is not called where the camera settles, makes space for a panel, corrects its view, or is frozen', () => {
    const { camera } = createCamera()
    const left = listen(camera)
    camera.settleHome()
    camera.fit()
    camera.insets = { left: 100, right: 0, top: 0, bottom: 0 }
    camera.setView(camera.view, { isCorrection: true })
    camera.frozen = true
    camera.goTo('top')
    camera.orbitBy(1, 0)
    expect(left).toHaveLength(1)
  })
})
