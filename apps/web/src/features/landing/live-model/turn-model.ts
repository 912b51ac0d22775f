import { createViewer } from '@kamar/viewer'
import { shownTheme, whenThemeChanges } from '../../../shared/theme/theme.js'
import { packagedModel } from './packaged-model.js'

const turnMilliseconds = 60_000
/** Turning is slow: half the pictures of a screen are enough. */
const pictureMilliseconds = 33
const mostPixelRatio = 1.5
/** So many pictures in a row that took this long: the machine has better things to do. */
const slowMilliseconds = 80
const mostSlowPictures = 12

export interface TurningModel {
  setTurning(turning: boolean): void
  dispose(): void
}

/** Draws the model with the product's own viewer; it turns while it is in sight and nobody stopped it. */
export async function turnModel(container: HTMLElement, onTooSlow: () => void): Promise<TurningModel> {
  const viewer = createViewer(container, {
    theme: shownTheme(),
    viewCube: false,
    keyboard: false,
    flightMilliseconds: 0,
    pixelRatio: Math.min(devicePixelRatio, mostPixelRatio),
  })
  const keepTheme = whenThemeChanges(() => viewer.setTheme(shownTheme()))
  const turn = turning((radians) => viewer.camera.orbitBy(radians, 0), onTooSlow)
  const sight = new IntersectionObserver(([entry]) => turn.setSeen(entry?.isIntersecting === true))
  sight.observe(container)
  const dispose = (): void => {
    sight.disconnect()
    turn.end()
    keepTheme()
    viewer.dispose()
  }
  try {
    await viewer.load({ loader: packagedModel })
  } catch (error) {
    dispose()
    throw error
  }
  return { setTurning: (next) => turn.setTurning(next), dispose }
}

/** Calls with an angle again and again; the browser itself stops calling while the page is hidden. */
function turning(by: (radians: number) => void, onTooSlow: () => void) {
  let isTurning = true
  let isSeen = false
  let frame = 0
  let last = 0
  let slow = 0
  const step = (now: number): void => {
    const passed = now - last
    if (passed >= pictureMilliseconds) {
      // After a pause it goes on from where it stood.
      if (passed < 4 * pictureMilliseconds) by((passed / turnMilliseconds) * 2 * Math.PI)
      last = now
      slow = passed > slowMilliseconds ? slow + 1 : 0
      if (slow === mostSlowPictures) return onTooSlow()
    }
    frame = requestAnimationFrame(step)
  }
  const follow = (): void => {
    cancelAnimationFrame(frame)
    if (isTurning && isSeen) frame = requestAnimationFrame(step)
  }
  return {
    setTurning(next: boolean): void {
      isTurning = next
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
