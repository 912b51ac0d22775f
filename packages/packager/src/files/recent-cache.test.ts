import { describe, expect, it } from 'vitest'
import { RecentCache } from './recent-cache.js'

describe('RecentCache', () => {
  it('keeps values within its budget, the most recent ones at least', () => {
    const cache = new RecentCache<string>(10)
    for (let number = 0; number < 20; number++) {
      cache.set(number, `${number}`, 1)
      expect(cache.get(number)).toBe(`${number}`)
    }
    expect([...Array(20).keys()].filter((number) => cache.get(number) !== undefined).length).toBeLessThanOrEqual(10)
    expect(cache.get(15)).toBe('15')
    expect(cache.get(2)).toBeUndefined()
  })

  it('forgets everything when it is cleared', () => {
    const cache = new RecentCache<string>(10)
    cache.set(1, 'a', 6)
    cache.set(2, 'b', 1)
    cache.clear()
    expect([cache.get(1), cache.get(2)]).toEqual([undefined, undefined])
  })
})
