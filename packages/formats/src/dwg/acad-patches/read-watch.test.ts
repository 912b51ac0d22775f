import { afterEach, describe, expect, it } from 'vitest'
import { currentWatch, ReadWatch, RunawayError, watchReads } from './read-watch.js'

/** Counts the steps until the watch throws. */
function countSteps(watch: ReadWatch, maxSteps: number): number {
  for (let step = 0; step < maxSteps; step++) {
    try {
      watch.step()
    } catch (error) {
      if (!(error instanceof RunawayError)) throw error
      return step
    }
  }
  return maxSteps
}

describe('ReadWatch', () => {
  it('allows an object one step per bit and an allowance for its header', () => {
    const watch = new ReadWatch(1000)
    watch.beginObject(100)
    expect(countSteps(watch, 100_000)).toBe(8 * 100 + 4096)
  })

  it('does not reduce the header allowance for an object of negative size', () => {
    const watch = new ReadWatch(1000)
    watch.beginObject(-50_000)
    expect(countSteps(watch, 100_000)).toBe(4096)
  })

  it('counts the steps of each object separately, and between objects only those of the file', () => {
    const watch = new ReadWatch(1000)
    watch.beginObject(10)
    expect(countSteps(watch, 4000)).toBe(4000)
    watch.beginObject(10)
    expect(countSteps(watch, 4000)).toBe(4000)
    watch.endObject()
    expect(countSteps(watch, 50_000)).toBe(50_000)
  })

  it('ends a file that exceeds the steps allowed for its size', () => {
    const watch = new ReadWatch(10)
    watch.fileStepsLeft = 5
    expect(countSteps(watch, 100)).toBe(5)
    expect(new ReadWatch(1_000_000).fileStepsLeft).toBeGreaterThan(new ReadWatch(10).fileStepsLeft)
  })
})

describe('currentWatch', () => {
  afterEach(() => watchReads(null))

  it('returns the last watch that was set', () => {
    expect(currentWatch()).toBeNull()
    const watch = new ReadWatch(1)
    watchReads(watch)
    expect(currentWatch()).toBe(watch)
    watchReads(null)
    expect(currentWatch()).toBeNull()
  })
})
