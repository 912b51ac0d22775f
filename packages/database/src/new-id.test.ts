import { describe, expect, it } from 'vitest'
import { newId } from './new-id.js'

describe('newId', () => {
  const ids = Array.from({ length: 20_000 }, newId)

  it('generates version 7 UUIDs', () => {
    expect(
      ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).toEqual([])
  })

  it('never repeats an id and sorts ids by creation, also within a millisecond', () => {
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.toSorted()).toEqual(ids)
  })

  it('contains the time of creation', () => {
    const before = Date.now()
    const milliseconds = Number.parseInt(newId().replace('-', '').slice(0, 12), 16)
    expect(milliseconds).toBeGreaterThanOrEqual(before)
    // After the burst above, the counter may run a few milliseconds ahead.
    expect(milliseconds).toBeLessThan(Date.now() + 1_000)
  })
})
