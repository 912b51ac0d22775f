import { describe, expect, it } from 'vitest'
import { GrowingColumn } from './growing-column.js'

describe('GrowingColumn', () => {
  it('keeps values of its type in their order while it grows', () => {
    const column = new GrowingColumn(Uint16Array)
    expect(column.view()).toEqual(new Uint16Array(0))
    for (let value = 0; value < 5000; value++) column.push(value * 3)
    expect(column.length).toBe(5000)
    expect(column.view()).toEqual(Uint16Array.from({ length: 5000 }, (_, at) => at * 3))
  })

  it.each([1023, 1024, 1025, 10_000])('accepts %i values at once after a first one', (count) => {
    const column = new GrowingColumn(Float64Array)
    column.push(0.5)
    column.pushAll(Array.from({ length: count }, (_, at) => at))
    column.push(-1)
    expect(column.length).toBe(count + 2)
    expect([column.view()[0], column.view()[1], column.view()[count], column.view()[count + 1]]).toEqual([
      0.5,
      0,
      count - 1,
      -1,
    ])
  })

  it('returns a view without unused capacity', () => {
    const column = new GrowingColumn(Uint8Array)
    column.pushAll([1, 2, 300])
    expect([...column.view()]).toEqual([1, 2, 44])
  })
})
