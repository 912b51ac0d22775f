import { describe, expect, it } from 'vitest'
import { MalformedRecordError } from '../../records/malformed-record-error.js'
import type { DwgContainer } from '../container/container.js'
import type { DwgRelease } from '../release.js'
import { releases } from '../testing/write-drawing.js'
import { writeVariables } from '../testing/write-variables.js'
import { readVariables } from './variables.js'

const values = {
  TILEMODE: 0,
  PDMODE: 34,
  LTSCALE: 2.5,
  PDSIZE: -5,
  EXTMIN: [-1, -2, -3],
  EXTMAX: [4, 5, 6],
  FLAGS: 0,
  INSUNITS: 6,
}

function createContainer(release: DwgRelease, section: Uint8Array | null, maintenance = 0): DwgContainer {
  const padded = new Uint8Array((section?.length ?? 0) + 32)
  if (section) padded.set(section)
  const readSection = () => section && padded.subarray(0, section.length)
  return { release, maintenance, codePage: 30, fileBytes: 0, isIncomplete: false, readSection }
}

const read = (release: DwgRelease, changes: object = {}, maintenance = 0) =>
  readVariables(createContainer(release, writeVariables(release, maintenance, { ...values, ...changes }), maintenance))

describe.each(releases)('readVariables with release %i', (release) => {
  it('reads the variables that the display depends on', () => {
    expect(read(release)).toEqual({
      isModelSpaceActive: false,
      pointMode: 34,
      lineTypeScale: 2.5,
      pointSize: -5,
      extentsMin: [-1, -2, -3],
      extentsMax: [4, 5, 6],
      insertionUnits: release >= 2000 ? 6 : 0,
      displaysLineWeights: release >= 2000,
    })
  })

  it('reads an active model space', () => {
    expect(read(release, { TILEMODE: 1 })?.isModelSpaceActive).toBe(true)
  })
})

describe('readVariables', () => {
  it('reads that line weights are hidden from the flags', () => {
    expect(read(2004, { FLAGS: 0x200 })?.displaysLineWeights).toBe(false)
    expect(read(2004, { FLAGS: ~0x200 })?.displaysLineWeights).toBe(true)
  })

  it.each([2010, 2013] as const)('reads a size of 64 bits of a later maintenance release of %i', (release) => {
    expect(read(release, {}, 4)).toMatchObject({ pointMode: 34, insertionUnits: 6 })
  })

  it('returns null without variables', () => {
    expect(readVariables(createContainer(2018, null))).toBeNull()
    expect(readVariables(createContainer(2018, new Uint8Array(16)))).toBeNull()
  })

  it.each(releases)('rejects variables of release %i that are cut off', (release) => {
    const section = writeVariables(release, 0, values).subarray(0, 200)
    expect(() => readVariables(createContainer(release, section))).toThrow(MalformedRecordError)
  })
})
