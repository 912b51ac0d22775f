import { readFileSync, readdirSync } from 'node:fs'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { compareWithLibrary, type WitnessDifference } from './testing/witness.js'

const samples = samplesFolder()
const folder = samples === null ? '' : `${samples}/dwg`
const readSample = (name: string): Uint8Array => new Uint8Array(readFileSync(`${folder}/${name}`))

/** Releases before 13, which neither reader supports. */
const isOld = (name: string): boolean => /_entities_r\d/.test(name)
const files = folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.dwg') && !isOld(name))

/** The library does not read colour books: their colours are those of the block to it. */
const isBookColor = ({ subject, own, library }: WitnessDifference): boolean =>
  subject === 'color' && library.color === 'byBlock' && own?.color.startsWith('rgb') === true

describe.skipIf(files.length === 0)('openDwg beside @node-projects/acad-ts', () => {
  it.each(files)('%s: reads each entity with the same layer, colour, text and coordinates', (name) => {
    const { count, differences } = compareWithLibrary(readSample(name))
    expect(count).toBeGreaterThan(0)
    expect(differences.filter((difference) => !isBookColor(difference))).toEqual([])
  })
})
