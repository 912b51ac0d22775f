import { readFileSync, readdirSync } from 'node:fs'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '../records/malformed-record-error.js'
import { openDwg } from './open-dwg.js'

const samples = samplesFolder()
const folder = samples === null ? '' : `${samples}/dwg`
const isOld = (name: string): boolean => /_entities_r\d/.test(name)
const names = folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.dwg') && !isOld(name))
const files = names.map((name) => new Uint8Array(readFileSync(`${folder}/${name}`)))

/** Counts the entities of a drawing; 0 if it is refused. */
function countEntities(file: Uint8Array): number {
  const handles = new Set<number>()
  try {
    for (const block of openDwg(file).blocks) for (const { handle } of block.entities()) handles.add(handle)
  } catch (error) {
    if (!(error instanceof MalformedRecordError)) throw error
  }
  return handles.size
}

describe.skipIf(files.length === 0)('openDwg with samples that are cut off', () => {
  const counts = files.map(countEntities)

  it.each([
    [0.6, 30, 16],
    [0.75, 34, 25],
    [0.9, 36, 31],
    [0.97, 38, 35],
  ])(
    'reads of %d of a file at least 0.63 of the entities in %i files, and 0.94 in %i',
    (ratio, lowCount, highCount) => {
      const ratios = files.map(
        (file, index) => countEntities(file.slice(0, Math.floor(file.length * ratio))) / counts[index],
      )
      expect(ratios.filter((read) => read >= 0.63).length).toBeGreaterThanOrEqual(lowCount)
      expect(ratios.filter((read) => read >= 0.94).length).toBeGreaterThanOrEqual(highCount)
    },
  )
})
