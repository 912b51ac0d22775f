import type { Point } from '../../engine/types.js'
import { Snapping } from '../../engine/geometry/snapping.js'
import type { Viewer } from '../../engine/api.js'

/** A pair of view points: on another model, and on the one to move. */
export interface PickedPair {
  readonly target: Point
  readonly own: Point
}

/** Snap radius of touch relative to the mouse. */
const touchRadiusFactor = 2

/**
 * Returns the next point clicked on an accepted element, snapped to vertices, edges and centres as in measuring; null
 * if the signal aborts. Clicks elsewhere are consumed without effect.
 */
export function pickPoint(
  viewer: Viewer,
  accepts: (element: number) => boolean,
  signal: AbortSignal,
): Promise<Point | null> {
  const { canvas } = viewer
  const snapping = new Snapping()
  const cursor = canvas.style.cursor
  canvas.style.cursor = 'crosshair'
  return new Promise((resolve) => {
    const end = (point: Point | null): void => {
      stop()
      signal.removeEventListener('abort', cancel)
      canvas.style.cursor = cursor
      resolve(point)
    }
    const cancel = (): void => end(null)
    const stop = viewer.clickInterceptors.add(({ kind, x, y, touch }) => {
      if (kind !== 'click') return kind === 'doubleClick'
      const { geometry, space } = viewer
      if (geometry === null) return false
      const world = { space, geometry, cuts: viewer.cut.planes, pick: (...at: [number, number]) => viewer.pick(...at) }
      const snap = snapping.at({ world, x, y, from: null, generosity: touch ? touchRadiusFactor : 1 })
      if (snap !== null && accepts(snap.element)) end(snap.point)
      return true
    })
    signal.addEventListener('abort', cancel)
    if (signal.aborted) cancel()
  })
}
