import { describe, expect, it, vi } from 'vitest'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import { ElementStates } from '../store/element-states.js'
import { RenderScheduler } from './render-scheduler.js'
import type { FrameRequest } from './frame-request.js'
import type { SceneRenderer } from './scene-renderer.js'

/** Creates a scheduler whose frames are recorded. */
function createScheduler() {
  const frames: string[] = []
  const renderer = {
    isLost: false,
    shading: null,
    aim: () => ({}),
    draw: ({ purpose }: FrameRequest) => frames.push(purpose),
  } as unknown as SceneRenderer
  const scheduler = new RenderScheduler({
    renderer,
    camera: { pose: { eye: [0, 0, 0] } } as unknown as ViewerCamera,
    states: new ElementStates(),
    requestFrame: () => undefined,
  })
  return { frames, scheduler }
}

describe('RenderScheduler', () => {
  it('draws moving frames while the camera moves, however slowly, then one still frame', () => {
    vi.useFakeTimers()
    const { frames, scheduler } = createScheduler()
    let now = 1000
    for (let step = 0; step < 5; step++) {
      scheduler.cameraMoved(true)
      scheduler.paint((now += 600))
    }
    expect(frames).toEqual(Array.from({ length: 5 }, () => 'moving'))
    expect(scheduler.paint(now + 100)).toBeNull()
    scheduler.paint(now + 150)
    expect(frames.at(-1)).toBe('still')
    expect(scheduler.paint(now + 1000)).toBeNull()
    scheduler.dispose()
    vi.useRealTimers()
  })

  it('draws a still frame as soon as the movement ends', () => {
    const { frames, scheduler } = createScheduler()
    scheduler.cameraMoved(true)
    scheduler.cameraMoved(false)
    scheduler.paint(2000)
    expect(frames).toEqual(['still'])
    scheduler.dispose()
  })
})
