import { campaignSize, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import { openDwg } from './open-dwg.js'
import { createEntities, createLine } from './testing/entities.js'
import { flipBit, mutateFile } from './testing/mutate.js'
import { releases, writeDrawing } from './testing/write-drawing.js'

const entityCount = 400
const mutationCount = campaignSize(40, 1250)
const maxMilliseconds = 1000

/** Reads all of a drawing; null if it is refused as damaged. */
function readAll(file: Uint8Array): { readonly handles: ReadonlySet<number>; readonly isTruncated: boolean } | null {
  try {
    const drawing = openDwg(file)
    const handles = new Set<number>()
    for (const block of drawing.blocks)
      for (const entity of block.entities()) {
        handles.add(entity.handle)
        drawing.findClip(entity)
      }
    return { handles, isTruncated: drawing.isTruncated }
  } catch (error) {
    if (error instanceof MalformedRecordError) return null
    throw error
  }
}

function measureProcessorMilliseconds(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe.each(releases)('openDwg with a damaged drawing of release %i', (release) => {
  const file = writeDrawing(release, createEntities(entityCount), { doorEntities: [createLine([0, 0], [1, 2])] })

  it('ends or refuses each of the mutated files within a second', () => {
    const random = seededRandom(release)
    let longest = 0
    for (let left = mutationCount; left > 0; left--) {
      const mutated = mutateFile(file, random)
      longest = Math.max(
        longest,
        measureProcessorMilliseconds(() => readAll(mutated)),
      )
    }
    expect(longest).toBeLessThan(maxMilliseconds)
  })

  it('reads at least nine of ten entities of a file with a flipped bit, unless its headers are hit', () => {
    const random = seededRandom(release + 1)
    const counts = Array.from({ length: mutationCount }, () => readAll(flipBit(file, random))?.handles.size ?? 0)
    const intact = counts.filter((count) => count >= 0.9 * entityCount)
    expect(intact.length).toBeGreaterThan(0.8 * mutationCount)
  })
})

describe.each(releases)('openDwg with a drawing of release %i that is cut off', (release) => {
  const file = writeDrawing(release, createEntities(4 * entityCount))

  // Of release 2007, the made files have their maps at the end alone.
  it.skipIf(release === 2007).each([0.6, 0.75, 0.9])('reads what %d of the file contain', (ratio) => {
    const result = readAll(file.slice(0, Math.floor(file.length * ratio)))
    expect(result?.isTruncated).toBe(true)
    expect(result?.handles.size).toBeGreaterThan(0.9 * ratio * 4 * entityCount)
  })

  it.runIf(release === 2007)('refuses it without its page map', () => {
    expect(readAll(file.slice(0, Math.floor(file.length * 0.9)))).toBeNull()
  })
})
