import { describe, expect, it, vi } from 'vitest'
import type { ViewerCamera } from '../camera/viewer-camera.js'
import { ElementStates } from '../store/element-states.js'
import { Painter } from './painter.js'
import type { PictureRequest, SceneRenderer } from './scene-renderer.js'

/** A painter whose pictures are written down. */
function written() {
  const pictures: string[] = []
  const renderer = {
    isLost: false,
    shading: null,
    aim: () => ({}),
    draw: ({ purpose }: PictureRequest) => pictures.push(purpose),
  } as unknown as SceneRenderer
  const painter = new Painter({
    renderer,
    camera: { pose: { eye: [0, 0, 0] } } as unknown as ViewerCamera,
    states: new ElementStates(),
    requestFrame: () => undefined,
  })
  return { pictures, painter }
}

describe('a movement', () => {
  it('is one for as long as it goes on, however slow its pictures are', () => {
    vi.useFakeTimers()
    const { pictures, painter } = written()
    let now = 1000
    for (let step = 0; step < 5; step++) {
      painter.moved(true)
      painter.paint((now += 600))
    }
    expect(pictures).toEqual(Array.from({ length: 5 }, () => 'moving'))
    expect(painter.paint(now + 100)).toBeNull()
    painter.paint(now + 150)
    expect(pictures.at(-1)).toBe('still')
    expect(painter.paint(now + 1000)).toBeNull()
    painter.dispose()
    vi.useRealTimers()
  })

  it('ends at once where the camera is put somewhere', () => {
    const { pictures, painter } = written()
    painter.moved(true)
    painter.moved(false)
    painter.paint(2000)
    expect(pictures).toEqual(['still'])
    painter.dispose()
  })
})
