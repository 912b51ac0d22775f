import { afterEach, describe, expect, it } from 'vitest'
import { currentWatch, ReadWatch, RunawayError, watchReads } from './read-watch.js'

/** How many steps it takes until there are too many. */
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

describe('the watch over a read', () => {
  it('lets an object take a step for each of its bits and some for its head', () => {
    const watch = new ReadWatch(1000)
    watch.beginObject(100)
    expect(countSteps(watch, 100_000)).toBe(8 * 100 + 4096)
  })

  it('does not let an object of less than nothing take away from its head', () => {
    const watch = new ReadWatch(1000)
    watch.beginObject(-50_000)
    expect(countSteps(watch, 100_000)).toBe(4096)
  })

  it('counts each object anew, and between objects only the file', () => {
    const watch = new ReadWatch(1000)
    watch.beginObject(10)
    expect(countSteps(watch, 4000)).toBe(4000)
    watch.beginObject(10)
    expect(countSteps(watch, 4000)).toBe(4000)
    watch.endObject()
    expect(countSteps(watch, 50_000)).toBe(50_000)
  })

  it('ends a file that takes more steps than any of its size', () => {
    const watch = new ReadWatch(10)
    watch.fileStepsLeft = 5
    expect(countSteps(watch, 100)).toBe(5)
    expect(new ReadWatch(1_000_000).fileStepsLeft).toBeGreaterThan(new ReadWatch(10).fileStepsLeft)
  })
})

describe('the current watch', () => {
  afterEach(() => watchReads(null))

  it('is the last one that was set', () => {
    expect(currentWatch()).toBeNull()
    const watch = new ReadWatch(1)
    watchReads(watch)
    expect(currentWatch()).toBe(watch)
    watchReads(null)
    expect(currentWatch()).toBeNull()
  })
})
