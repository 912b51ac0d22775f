import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FrameLoop, PageBudget } from './frame-loop.js'

describe('FrameLoop', () => {
  let frames: (() => void)[] = []
  let cancelled: number[] = []
  beforeEach(() => {
    frames = []
    cancelled = []
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work))
    vi.stubGlobal('cancelAnimationFrame', (handle: number) => cancelled.push(handle))
  })
  afterEach(() => {
    vi.unstubAllGlobals()
  })
  const nextFrame = (): void => {
    for (const frame of frames.splice(0)) frame()
  }

  it('runs one step for any number of requests', () => {
    let steps = 0
    const loop = new FrameLoop(() => steps++)
    loop.request()
    loop.request()
    expect([frames.length, steps]).toEqual([1, 0])
    nextFrame()
    expect([frames.length, steps]).toEqual([0, 1])
    loop.request()
    nextFrame()
    expect(steps).toBe(2)
  })

  it('runs another step that a step requests', () => {
    let steps = 0
    const loop: FrameLoop = new FrameLoop(() => {
      if (++steps < 3) loop.request()
    })
    loop.request()
    for (let frame = 0; frame < 5; frame++) nextFrame()
    expect(steps).toBe(3)
  })

  it('requests nothing once it is stopped', () => {
    const loop = new FrameLoop(() => undefined)
    loop.request()
    loop.stop()
    expect(cancelled).toEqual([1])
    frames = []
    const stopped = new FrameLoop(() => undefined)
    stopped.stop()
    stopped.request()
    expect(frames).toEqual([])
  })
})

describe('PageBudget', () => {
  let frames: (() => void)[] = []
  beforeEach(() => {
    frames = []
    vi.useFakeTimers()
    vi.stubGlobal('requestAnimationFrame', (work: () => void) => frames.push(work))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const work = (milliseconds: number) => () => void vi.advanceTimersByTime(milliseconds)
  const yields = async (budget: PageBudget): Promise<boolean> => {
    let isOver = false
    const waiting = budget.yieldIfOverBudget().then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(0)
    if (isOver) return false
    for (const frame of frames.splice(0)) frame()
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    return true
  }

  it('yields to the browser after eight milliseconds of work in a frame', async () => {
    const budget = new PageBudget()
    expect(await yields(budget)).toBe(false)
    budget.run(work(7))
    expect(await yields(budget)).toBe(false)
    budget.run(work(1))
    expect(await yields(budget)).toBe(true)
    budget.run(work(7))
    expect(await yields(budget)).toBe(false)
  })

  it('counts the work of each frame alone', async () => {
    const budget = new PageBudget()
    await budget.yieldIfOverBudget()
    budget.run(work(7))
    vi.advanceTimersByTime(9)
    expect(await yields(budget)).toBe(false)
    budget.run(work(7))
    expect(await yields(budget)).toBe(false)
  })

  it('goes on in a hidden tab, which has no frames', async () => {
    const budget = new PageBudget()
    await budget.yieldIfOverBudget()
    budget.run(work(9))
    let isOver = false
    const waiting = budget.yieldIfOverBudget().then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(99)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await waiting
    expect(isOver).toBe(true)
  })
})
