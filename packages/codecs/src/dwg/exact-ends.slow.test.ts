import { readFileSync, readdirSync } from 'node:fs'
import { samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { readSignature } from './release.js'
import { countExactEnds, countIntact } from './testing/exact-ends.js'

const samples = samplesFolder()
const folder = samples === null ? '' : `${samples}/dwg`
const readSample = (name: string): Uint8Array => new Uint8Array(readFileSync(`${folder}/${name}`))

/** Releases before 13 have no objects of this form. */
function isObjectBased(name: string): boolean {
  try {
    readSignature(readSample(name))
    return true
  } catch {
    return false
  }
}

const files = folder === '' ? [] : readdirSync(folder).filter((name) => name.endsWith('.dwg') && isObjectBased(name))

/** Kinds of which the beginning is read: what follows is construction data, which is not drawn. */
const partlyRead = new Set([
  '3DSOLID',
  'ACAD_TABLE',
  'ACDBVIEWREPBLOCKREFERENCE',
  'BODY',
  'EXTRUDEDSURFACE',
  'LOFTEDSURFACE',
  'NURBSURFACE',
  'PLANESURFACE',
  'REGION',
  'REVOLVEDSURFACE',
  'SURFACE',
  'SWEPTSURFACE',
  // Entities of which the saved graphics alone are drawn.
  'ACAD_PROXY_ENTITY',
  'ACDBASSOCPROJECTEDENTITYPERSSUBENTIDHOLDER',
  'AEC_DOOR',
  'AEC_WALL',
  'AEC_WINDOW',
  'DRAWINGVIEW',
  'LIGHT',
])

describe.skipIf(files.length === 0)('layouts of objects', () => {
  it.each(files)('%s: end on the last bit of data and references', (name) => {
    const { kinds } = countExactEnds(readSample(name))
    const inexact = [...kinds].filter(([kind, ends]) => !partlyRead.has(kind) && ends.exactCount < ends.count)
    expect(inexact).toEqual([])
  })

  it.each(files)('%s: are followed by their checksums and state the handles of the map', (name) => {
    const { count, intactCount } = countIntact(readSample(name))
    expect(intactCount).toBe(count)
  })

  it('are proved on objects of eight releases', () => {
    const releases = new Set<number>()
    let count = 0
    for (const name of files) {
      const { release, kinds } = countExactEnds(readSample(name))
      releases.add(release)
      for (const ends of kinds.values()) count += ends.exactCount
    }
    expect([...releases].toSorted((a, b) => a - b)).toEqual([13, 14, 2000, 2004, 2007, 2010, 2013, 2018])
    expect(count).toBeGreaterThan(200_000)
  })
})
