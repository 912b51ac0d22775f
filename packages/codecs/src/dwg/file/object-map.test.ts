import { describe, expect, it } from 'vitest'
import { writeObjectMap } from '../testing/write-drawing.js'
import { ObjectMapBuilder, readObjectMap } from './object-map.js'

const rows = Array.from({ length: 3000 }, (_, index): [number, number] => [
  1 + index * 3 + (index > 1500 ? 70_000 : 0),
  (index * 7919) % 1_000_003,
])

describe('readObjectMap', () => {
  it('reads handles and positions over several pages', () => {
    const map = readObjectMap(writeObjectMap(rows))
    expect(map.isComplete).toBe(true)
    expect(Array.from(map.handles, (handle, row) => [handle, map.positions[row]])).toEqual(rows)
  })

  it('reads what a map contains that is cut off, and states that it is', () => {
    const bytes = writeObjectMap(rows)
    const map = readObjectMap(bytes.subarray(0, Math.floor(bytes.length / 2)))
    expect(map.isComplete).toBe(false)
    expect(map.size).toBeGreaterThan(1400)
    expect(map.findPosition(rows[1000][0])).toBe(rows[1000][1])
  })
})

describe('ObjectMap', () => {
  it('finds objects by handle, and -1 for others', () => {
    const map = readObjectMap(writeObjectMap(rows))
    for (const [handle, position] of rows) expect(map.findPosition(handle)).toBe(position)
    expect([map.findPosition(0), map.findRow(2), map.findPosition(1e9)]).toEqual([-1, -1, -1])
  })

  it('has the last position of a handle that recurs, whatever the order', () => {
    const builder = new ObjectMapBuilder()
    builder.add(5, 100)
    builder.add(3, 200)
    builder.add(5, 300)
    const map = builder.build(true)
    expect([...map.handles]).toEqual([3, 5])
    expect([...map.positions]).toEqual([200, 300])
  })
})
