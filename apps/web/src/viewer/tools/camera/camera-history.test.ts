import { beforeEach, describe, expect, test } from 'vitest'
import { CameraHistory } from './camera-history.js'

/** A camera on a line; views closer than 1 look the same. */
function createCamera() {
  let view = 0
  let milliseconds = 0
  let isFrozen = false
  const history: CameraHistory<number> = new CameraHistory<number>(
    {
      getView: () => view,
      show(next) {
        if (!isFrozen) move(next)
        return !isFrozen
      },
      isSame: (one, other) => Math.abs(one - other) < 1,
    },
    () => milliseconds,
  )
  function move(next: number, isGesture = false): void {
    history.leave(isGesture)
    view = next
  }
  return {
    history,
    fly: (next: number) => move(next),
    drag: (next: number) => move(next, true),
    wait: (time: number) => (milliseconds += time),
    freeze: () => (isFrozen = true),
    back: () => history.showPrevious(),
    forward: () => history.showNext(),
    getView: () => view,
  }
}

let camera: ReturnType<typeof createCamera>
beforeEach(() => {
  camera = createCamera()
})

describe('history of the camera', () => {
  test('goes back through flights and forward again', () => {
    camera.fly(10)
    camera.fly(20)
    camera.back()
    expect(camera.getView()).toBe(10)
    camera.back()
    expect([camera.getView(), camera.history.state.get()]).toEqual([0, { hasPrevious: false, hasNext: true }])
    camera.forward()
    camera.forward()
    expect([camera.getView(), camera.history.state.get()]).toEqual([20, { hasPrevious: true, hasNext: false }])
  })

  test('takes gestures without a pause for one movement', () => {
    for (const view of [10, 20, 30]) {
      camera.drag(view)
      camera.wait(200)
    }
    camera.wait(2000)
    camera.drag(40)
    camera.back()
    expect(camera.getView()).toBe(30)
    camera.back()
    expect(camera.getView()).toBe(0)
  })

  test('separates a gesture from a flight just before it', () => {
    camera.drag(10)
    camera.fly(20)
    camera.drag(30)
    camera.back()
    expect(camera.getView()).toBe(20)
    camera.back()
    expect(camera.getView()).toBe(10)
  })

  test('separates a gesture after a return from the gesture before it', () => {
    camera.drag(10)
    camera.back()
    camera.drag(20)
    camera.back()
    expect(camera.getView()).toBe(0)
  })

  test('skips views that look like the current one', () => {
    camera.fly(10)
    camera.fly(10.2)
    camera.fly(10.4)
    camera.back()
    expect(camera.getView()).toBe(0)
  })

  test('forgets the views ahead once the camera moves elsewhere', () => {
    camera.fly(10)
    camera.back()
    camera.fly(30)
    expect(camera.history.state.get().hasNext).toBe(false)
    camera.forward()
    expect(camera.getView()).toBe(30)
  })

  test('keeps its place while the camera is frozen', () => {
    camera.fly(10)
    camera.freeze()
    camera.back()
    expect([camera.getView(), camera.history.state.get().hasPrevious]).toEqual([10, true])
  })

  test('keeps the latest fifty views', () => {
    for (let step = 1; step <= 80; step += 1) camera.fly(step * 10)
    for (let step = 1; step <= 80; step += 1) camera.back()
    expect(camera.getView()).toBe(300)
  })

  test('is empty for another document', () => {
    camera.fly(10)
    camera.history.clear()
    camera.back()
    expect([camera.getView(), camera.history.state.get()]).toEqual([10, { hasPrevious: false, hasNext: false }])
  })
})
