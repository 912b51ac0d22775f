import { mutate, runReader } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { writeHouse } from './fixtures/house.js'
import { reader } from './reader.js'

const copies = 10_000
const maxMilliseconds = 5000

describe('Revit reader', () => {
  it(`returns a report or a listed failure for each of ${copies} damaged projects within seconds`, async () => {
    const bytes = writeHouse()
    const ends = { complete: 0, partial: 0, preview: 0, failed: 0 }
    for (let seed = 1; seed <= copies; seed++) {
      // Any error outside the closed list of failures is rethrown and fails the test.
      const { report, processorMilliseconds } = await runReader(reader, mutate(bytes, seed))
      ends[report?.status ?? 'failed']++
      expect(processorMilliseconds, `seed ${seed}`).toBeLessThan(maxMilliseconds)
    }
    expect(ends.complete + ends.partial + ends.preview + ends.failed).toBe(copies)
    expect(ends.partial).toBeGreaterThan(0)
    expect(ends.failed).toBeGreaterThan(0)
  })
})
