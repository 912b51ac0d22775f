import { createViewer } from '@kamar/viewer'
import { shownTheme, whenThemeChanges } from '../../../platform/theme/theme.js'
import { packagedModel } from './packaged-model.js'

const turnMilliseconds = 60_000
/** The rotation is slow: half the frames of a screen are enough. */
const frameMilliseconds = 33
const maxPixelRatio = 1.5
/** `maxSlowFrames` consecutive frames slower than this end the rotation, because the machine is busy. */
const slowMilliseconds = 80
const maxSlowFrames = 12

export interface RotatingModel {
  setRotating(turning: boolean): void
  dispose(): void
}

/** Draws the model with the product's own viewer; it rotates while it is visible and not stopped. */
export async function startAutoRotation(container: HTMLElement, onTooSlow: () => void): Promise<RotatingModel> {
  const viewer = createViewer(container, {
    theme: shownTheme(),
    viewCube: false,
    keyboard: false,
    flightMilliseconds: 0,
    pixelRatio: Math.min(devicePixelRatio, maxPixelRatio),
  })
  const stopThemeUpdates = whenThemeChanges(() => viewer.setTheme(shownTheme()))
  const rotation = turning((radians) => viewer.camera.orbitBy(radians, 0), onTooSlow)
  const visibilityObserver = new IntersectionObserver(([entry]) => rotation.setSeen(entry?.isIntersecting === true))
  visibilityObserver.observe(container)
  const dispose = (): void => {
    visibilityObserver.disconnect()
    rotation.end()
    stopThemeUpdates()
    viewer.dispose()
  }
  try {
    await viewer.load({ loader: packagedModel })
  } catch (error) {
    dispose()
    throw error
  }
  return { setRotating: (next) => rotation.setRotating(next), dispose }
}

/** Calls repeatedly with an angle; the browser itself stops the frames while the page is hidden. */
function turning(by: (radians: number) => void, onTooSlow: () => void) {
  let isRotating = true
  let isSeen = false
  let frame = 0
  let last = 0
  let slow = 0
  const step = (now: number): void => {
    const passed = now - last
    if (passed >= frameMilliseconds) {
      // After a pause it continues from its last angle.
      if (passed < 4 * frameMilliseconds) by((passed / turnMilliseconds) * 2 * Math.PI)
      last = now
      slow = passed > slowMilliseconds ? slow + 1 : 0
      if (slow === maxSlowFrames) return onTooSlow()
    }
    frame = requestAnimationFrame(step)
  }
  const follow = (): void => {
    cancelAnimationFrame(frame)
    if (isRotating && isSeen) frame = requestAnimationFrame(step)
  }
  return {
    setRotating(next: boolean): void {
      isRotating = next
      slow = 0
      follow()
    },
    setSeen(next: boolean): void {
      isSeen = next
      follow()
    },
    end: (): void => cancelAnimationFrame(frame),
  }
}
