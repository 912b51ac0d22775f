import { readFileSync } from 'node:fs'
import { campaignSize, mutate, samplesFolder, seededRandom, stopwatch } from '@kamar/test-kit'
import { TranslationError } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { openDrawing } from './open-drawing.js'
import { drawAnySheets } from './testing/draw-sheets.js'

const samples = samplesFolder()
const mutationCount = campaignSize(30, 1250)
const maxMilliseconds = 1000

const readFixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const readSample = (name: string): Uint8Array => new Uint8Array(readFileSync(`${samples}/dwg/${name}`))

/** Drawings of eight releases; fixtures of two of them where the samples are missing. */
const files: readonly (readonly [release: string, file: Uint8Array])[] =
  samples === null
    ? [
        ['2000', readFixture('pavilion-2000.dwg')],
        ['2004', readFixture('pavilion-2004.dwg')],
      ]
    : [
        ['13', readSample('libredwg_example_r13.dwg')],
        ['14', readSample('libredwg_example_r14.dwg')],
        ['2000', readSample('libredwg_example_2000.dwg')],
        ['2004', readSample('libredwg_example_2004.dwg')],
        ['2007', readSample('libredwg_example_2007.dwg')],
        ['2010', readSample('libredwg_example_2010.dwg')],
        ['2013', readSample('libredwg_example_2013.dwg')],
        ['2018', readSample('groupdocs_house-plan.dwg')],
      ]

/** Draws the sheets of a drawing, without the triangles of bodies; false if it has none or is refused. */
async function drawSheets(bytes: Uint8Array): Promise<boolean> {
  try {
    const { scene } = await drawAnySheets(openDrawing(bytes))
    return scene.sheets.length > 0
  } catch (error) {
    if (error instanceof TranslationError) return false
    throw error
  }
}

/** Returns a copy that is cut off, or damaged in another way. */
function damage(file: Uint8Array, seed: number): Uint8Array {
  return seed % 4 === 0 ? file.slice(0, Math.floor(file.length * seededRandom(seed)())) : mutate(file, seed)
}

describe.each(files)('sheets of a damaged drawing of release %s', (_release, file) => {
  it('end or are refused within a second', async () => {
    let [longest, drawnCount] = [0, 0]
    for (let seed = 1; seed <= mutationCount; seed++) {
      const processorTime = stopwatch()
      if (await drawSheets(damage(file, seed))) drawnCount++
      longest = Math.max(longest, processorTime())
    }
    expect(longest).toBeLessThan(maxMilliseconds)
    expect(drawnCount).toBeGreaterThan(mutationCount / 4)
  })
})
