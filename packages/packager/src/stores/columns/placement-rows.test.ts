import { seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { TestScratchStorage } from '../../test-support/scratch-storage.js'
import { PlacementRows } from './placement-rows.js'

describe('PlacementRows', () => {
  it.each([0, 200_000, Infinity])('copies rows in any order with %d bytes in memory (seed 3)', (memoryBytes) => {
    const random = seededRandom(3)
    const rows = new PlacementRows(new TestScratchStorage(memoryBytes))
    const count = 70 * 512 + 9
    for (let row = 0; row < count; row++) rows.push(Array.from({ length: 12 }, (_, part) => row + part / 16))
    for (const length of [1, 64, 65, 3000]) {
      const rowNumbers = Uint32Array.from({ length }, () => Math.floor(random() * count))
      rowNumbers[0] = count - 1
      const expected = [...rowNumbers].flatMap((row) => Array.from({ length: 12 }, (_, part) => row + part / 16))
      expect([...rows.gather(rowNumbers)]).toEqual(expected)
    }
    rows.close()
  })

  it('copies a last page that is complete', () => {
    const rows = new PlacementRows(new TestScratchStorage())
    for (let row = 0; row < 1024; row++) rows.push(new Float64Array(12).fill(row))
    expect(rows.gather(Uint32Array.of(1023, 0))[0]).toBe(1023)
  })
})
