import { type Insets, type Viewer, ViewerCamera } from '@kamar/viewer'
import { describe, expect, test } from 'vitest'
import { linkCameras } from './link-cameras.js'

const open: Insets = { left: 0, right: 0, top: 0, bottom: 0 }

/** Returns a view without rendering: a camera, a size, and the event for camera changes. */
function createView(width: number, height: number, insets: Insets = open) {
  const listeners = new Set<() => void>()
  const camera = new ViewerCamera({
    size: () => ({ width, height }),
    bounds: () => null,
    computeSupport: () => null,
    cameraMoved: () => undefined,
    flightMilliseconds: () => 0,
  })
  camera.insets = insets
  const viewer = {
    camera,
    element: { clientWidth: width, clientHeight: height },
    on(_name: 'cameraChanged', listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return {
    viewer: viewer as unknown as Viewer,
    camera,
    /** The engine emits the camera change with the next frame. */
    draw: () => listeners.forEach((listener) => listener()),
  }
}

/** Rounds away floating-point errors. */
const rounded = (point: readonly number[]): number[] => point.map((value) => Math.round(value * 1e9) / 1e9 + 0)

/** Looks along Y from the front, with the model's centre 10 metres ahead. */
function lookFromFront({ camera }: ReturnType<typeof createView>): void {
  camera.setView(
    { eye: [0, -10, 0], target: [0, 0, 0], projection: 'perspective', fieldOfViewDegrees: 50, height: 0 },
    { animate: false },
  )
}

describe('linkCameras', () => {
  test('keeps both cameras equal in views of the same proportions', () => {
    const [main, nested] = [createView(800, 600), createView(400, 300)]
    lookFromFront(main)
    linkCameras(main.viewer, nested.viewer)
    expect(rounded(nested.camera.view.eye)).toEqual([0, -10, 0])
    expect(nested.camera.view.fieldOfViewDegrees).toBeCloseTo(50, 9)
    nested.camera.orbitBy(0.5, -0.2)
    nested.draw()
    expect(rounded(main.camera.view.eye)).toEqual(rounded(nested.camera.view.eye))
    expect(rounded(main.camera.view.target)).toEqual([0, 0, 0])
  })

  test('centres the area free of panels in the nested view and shows all of it', () => {
    const main = createView(1000, 500, { ...open, left: 200 })
    const nested = createView(400, 400)
    lookFromFront(main)
    linkCameras(main.viewer, nested.viewer)
    const metresPerPixel = main.camera.view.height / 500
    // The centre of the free area is 100 pixels right of the frame's centre.
    expect(rounded(nested.camera.view.target)).toEqual(rounded([100 * metresPerPixel, 0, 0]))
    expect(rounded(nested.camera.view.eye)).toEqual(rounded([100 * metresPerPixel, -10, 0]))
    // 800 free pixels map to 400: a square frame of 800 pixels of the main view.
    expect(nested.camera.view.height).toBeCloseTo(800 * metresPerPixel, 9)
  })

  test('keeps the scale and field of view when the leading view alternates', () => {
    const main = createView(1440, 900, { left: 368, right: 8, top: 64, bottom: 64 })
    const nested = createView(330, 355, { ...open, top: 40 })
    lookFromFront(main)
    linkCameras(main.viewer, nested.viewer)
    for (const radians of [0.3, -0.3]) {
      nested.camera.orbitBy(radians, 0)
      nested.draw()
      main.draw()
      main.camera.panBy(radians, radians)
      main.draw()
      nested.draw()
    }
    expect(main.camera.view.fieldOfViewDegrees).toBeCloseTo(50, 6)
    expect(main.camera.view.height).toBeCloseTo(2 * 10 * Math.tan((25 * Math.PI) / 180), 6)
  })

  test('does not reset the leading view to the pose of the previous frame', () => {
    const [main, nested] = [createView(800, 600), createView(400, 300)]
    linkCameras(main.viewer, nested.viewer)
    main.camera.orbitBy(0.1, 0)
    main.draw()
    main.camera.orbitBy(0.1, 0)
    const { pose } = main.camera
    nested.draw()
    expect(main.camera.pose).toBe(pose)
    main.draw()
    expect(nested.camera.pose.azimuth).toBeCloseTo(pose.azimuth, 9)
  })

  test('keeps the target of the main view when a panel opens over it', () => {
    const [main, nested] = [createView(800, 600), createView(400, 300)]
    lookFromFront(main)
    linkCameras(main.viewer, nested.viewer)
    main.camera.insets = { ...open, left: 300 }
    nested.camera.orbitBy(0, -0.1)
    nested.draw()
    expect(rounded(main.camera.view.target)).toEqual([0, 0, 0])
  })

  test('restores the default field of view and keeps the visible size when unlinked', () => {
    const [main, nested] = [createView(1000, 500), createView(400, 400)]
    lookFromFront(main)
    const unlink = linkCameras(main.viewer, nested.viewer)
    const { height, target } = nested.camera.view
    expect(nested.camera.view.fieldOfViewDegrees).toBeGreaterThan(60)
    unlink()
    expect(nested.camera.view.fieldOfViewDegrees).toBeCloseTo(50, 9)
    expect(nested.camera.view.height).toBeCloseTo(height, 9)
    expect(rounded(nested.camera.view.target)).toEqual(rounded(target))
    const { pose } = main.camera
    nested.camera.orbitBy(1, 0)
    nested.draw()
    expect(main.camera.pose).toBe(pose)
  })
})
