import { campaignSize, seededRandom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { Drawing } from '../drawing/index.js'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import { openContainer } from './container/index.js'
import { readObjectMap } from './file/object-map.js'
import { openDwg } from './open-dwg.js'
import { createEntities, createLine } from './testing/entities.js'
import { flipBit, mutateFile } from './testing/mutate.js'
import { plainObjectsAt, writeContainer } from './testing/write-container.js'
import { fixedHandles, releases, writeDrawing } from './testing/write-drawing.js'

const entityCount = 400
const mutationCount = campaignSize(40, 1250)
const maxMilliseconds = 1000

type ReadDrawing = Pick<Drawing, 'isTruncated' | 'statedBytes' | 'missingObjects'> & {
  readonly handles: ReadonlySet<number>
}

/** Reads all of a drawing; null if it is refused as damaged. */
function readAll(file: Uint8Array): ReadDrawing | null {
  try {
    const drawing = openDwg(file)
    const handles = new Set<number>()
    for (const block of drawing.blocks)
      for (const entity of block.entities()) {
        handles.add(entity.handle)
        drawing.findClip(entity)
      }
    const { isTruncated, statedBytes, missingObjects } = drawing
    return { handles, isTruncated, statedBytes, missingObjects }
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

describe.each(releases)('openDwg with a drawing of release %i without one of its objects', (release) => {
  it('counts the object', () => {
    const file = writeDrawing(release, createEntities(entityCount))
    const container = openContainer(file)
    const objects = container.readSection('AcDb:AcDbObjects') ?? new Uint8Array(0)
    const handles = container.readSection('AcDb:Handles') ?? new Uint8Array(0)
    const position = readObjectMap(handles).findPosition(fixedHandles.firstEntity + 5)
    const start = release <= 2000 ? plainObjectsAt : 0
    objects.fill(0, position, position + 8)
    const sections = { 'AcDb:AcDbObjects': objects.subarray(start), 'AcDb:Handles': handles }
    const result = readAll(writeContainer(release, sections))
    expect(result).toMatchObject({ isTruncated: false, missingObjects: 1 })
    expect(result?.handles.size).toBe(entityCount - 1)
  })
})

describe.each(releases)('openDwg with a drawing of release %i that is cut off', (release) => {
  const file = writeDrawing(release, createEntities(4 * entityCount))

  it.each([0.6, 0.75, 0.9])('reads what %d of the file contain', (ratio) => {
    const result = readAll(file.slice(0, Math.floor(file.length * ratio)))
    expect(result).toMatchObject({ isTruncated: true, statedBytes: file.length })
    expect(result?.handles.size).toBeGreaterThan(0.9 * ratio * 4 * entityCount)
  })
})
