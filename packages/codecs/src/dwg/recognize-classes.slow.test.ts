import { readFileSync, readdirSync } from 'node:fs'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { openContainer } from './container/index.js'
import { ObjectStore } from './file/object-store.js'
import { recognizeClasses } from './recognize-classes.js'
import { openWithoutClasses } from './testing/without-classes.js'

const samples = samplesFolder()
const folder = samples === null ? '' : `${samples}/dwg`
const files =
  folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.dwg') && !/_r[\d.]+\.dwg$/.test(name))

/** Counts the objects of recognized classes, by the name that was recognized and the right one. */
function countRecognized(file: Uint8Array): ReadonlyMap<string, number> {
  const intact = new ObjectStore(openContainer(file))
  const counts = new Map<string, number>()
  for (const { number, name } of recognizeClasses(openWithoutClasses(file)).values()) {
    const pair = `${name} ${intact.getClassName(number)}`
    counts.set(pair, (counts.get(pair) ?? 0) + intact.listKind(number).length)
  }
  return counts
}

describe.skipIf(files.length === 0)('recognizeClasses with the samples', () => {
  it('names every object of a recognized class like the class section', () => {
    const counts = new Map<string, number>()
    for (const name of files)
      for (const [pair, count] of countRecognized(new Uint8Array(readFileSync(`${folder}/${name}`))))
        counts.set(pair, (counts.get(pair) ?? 0) + count)
    const wrong = [...counts.keys()].filter((pair) => pair.split(' ')[0] !== pair.split(' ')[1])
    expect(wrong).toEqual([])
    expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(500)
  })
})
