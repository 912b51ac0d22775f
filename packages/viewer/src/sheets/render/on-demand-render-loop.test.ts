import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { OnDemandRenderLoop } from './on-demand-render-loop.js'

const frameMilliseconds = 16
/** Long enough for the loop to become idle. */
const longMilliseconds = 1000

let frames: boolean[]
let isFinished: boolean
let releases: number
let loop: OnDemandRenderLoop

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, frameMilliseconds))
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => clearTimeout(handle))
  frames = []
  isFinished = false
  releases = 0
  loop = new OnDemandRenderLoop({
    draw: (isSharp) => frames.push(isSharp),
    renderer: () => ({ isFinished, releaseSharpFrame: () => releases++ }),
  })
})
afterEach(() => {
  loop.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Requests and draws frames, as during a continuous movement. */
function move(times: number): void {
  for (let time = 0; time < times; time++) {
    loop.request()
    vi.advanceTimersByTime(frameMilliseconds)
  }
}

describe('OnDemandRenderLoop', () => {
  it('draws only on request: at once without multisampling, then once with it', () => {
    vi.advanceTimersByTime(longMilliseconds)
    expect(frames).toEqual([])
    loop.request()
    loop.request()
    vi.advanceTimersByTime(longMilliseconds)
    expect(frames).toEqual([false, true])
  })

  it('draws without multisampling during movement when the GPU is slow', () => {
    move(1)
    vi.advanceTimersByTime(longMilliseconds)
    frames = []
    move(5)
    expect(frames).toEqual([false, false, false, false, false])
    vi.advanceTimersByTime(longMilliseconds)
    expect(frames).toEqual([false, false, false, false, false, true])
    // After each of the two sharp frames.
    expect(releases).toBe(2)
  })

  it('draws with multisampling during movement as long as the GPU is fast', () => {
    isFinished = true
    move(1)
    vi.advanceTimersByTime(longMilliseconds)
    frames = []
    move(3)
    vi.advanceTimersByTime(longMilliseconds)
    expect([frames, releases]).toEqual([[true, true, true], 0])
    isFinished = false
    move(1)
    vi.advanceTimersByTime(longMilliseconds)
    frames = []
    move(2)
    expect(frames).toEqual([false, false])
  })

  it('draws nothing after it is stopped', () => {
    move(1)
    loop.stop()
    loop.request()
    vi.advanceTimersByTime(longMilliseconds)
    expect(frames).toEqual([false])
  })
})
