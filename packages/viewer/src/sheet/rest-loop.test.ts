import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RestLoop } from './rest-loop.js'

const pictureMilliseconds = 16
/** Long enough that everything is at rest. */
const longMilliseconds = 1000

let pictures: boolean[]
let isFinished: boolean
let loop: RestLoop

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal('requestAnimationFrame', (work: () => void) => setTimeout(work, pictureMilliseconds))
  vi.stubGlobal('cancelAnimationFrame', (handle: number) => clearTimeout(handle))
  pictures = []
  isFinished = false
  loop = new RestLoop({ draw: (isSharp) => pictures.push(isSharp), isFinished: () => isFinished })
})
afterEach(() => {
  loop.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Asks for a picture and lets it be drawn, as often as a hand that moves. */
function move(times: number): void {
  for (let time = 0; time < times; time++) {
    loop.request()
    vi.advanceTimersByTime(pictureMilliseconds)
  }
}

describe('pictures of a sheet', () => {
  it('are drawn only when asked for: at once without samples, then once with them', () => {
    vi.advanceTimersByTime(longMilliseconds)
    expect(pictures).toEqual([])
    loop.request()
    loop.request()
    vi.advanceTimersByTime(longMilliseconds)
    expect(pictures).toEqual([false, true])
  })

  it('have no samples while they move where these are late', () => {
    move(1)
    vi.advanceTimersByTime(longMilliseconds)
    pictures = []
    move(5)
    expect(pictures).toEqual([false, false, false, false, false])
    vi.advanceTimersByTime(longMilliseconds)
    expect(pictures).toEqual([false, false, false, false, false, true])
  })

  it('have samples in movement too where the card is fast, until it is not any more', () => {
    isFinished = true
    move(1)
    vi.advanceTimersByTime(longMilliseconds)
    pictures = []
    move(3)
    vi.advanceTimersByTime(longMilliseconds)
    expect(pictures).toEqual([true, true, true])
    isFinished = false
    move(1)
    vi.advanceTimersByTime(longMilliseconds)
    pictures = []
    move(2)
    expect(pictures).toEqual([false, false])
  })

  it('end with their loop', () => {
    move(1)
    loop.stop()
    loop.request()
    vi.advanceTimersByTime(longMilliseconds)
    expect(pictures).toEqual([false])
  })
})
